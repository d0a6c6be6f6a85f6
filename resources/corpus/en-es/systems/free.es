Brackhaven se queda sin puerto hasta que acabe la semana, según informó el lunes la entidad que lo gestiona.
Un operario eléctrico había dejado a oscuras las luces del espigón norte para poder arreglarlas.
«Con la niebla que había, muy brillante no fue la ocurrencia», comentó la responsable del puerto, Ilse Tranter.
Una gabarra llena hasta arriba de grava no atinó con la entrada y acabó en el fondo, justo al lado del mercado de pescado.
No hubo que lamentar ningún ahogado entre los tripulantes.
Al patrón lo rescató del agua un aficionado que estaba pescando con caña.
«Se echó él solito al coleto todo el té que yo llevaba en el termo», protestaba más tarde el hombre.
Los equipos de rescate lo habían fiado todo a una bomba que en menos de una hora dejó de funcionar.
Ahora les toca a los submarinistas sacar a flote hasta la última piedra de la carga, y nadie querría estar en su pellejo.
La factura del arreglo dependerá de lo que se encuentren debajo del embarcadero.
Mientras tanto, las cuarenta embarcaciones que salen al cangrejo no tienen dónde meterse.
Pon la bici boca abajo, con el sillín en el suelo y, a ser posible, sobre una manta que ya no uses.
Saca la rueda que ha pinchado y vacíala del todo si aún le queda aire.
Por mucho que insista tu tío, una cuchara de la cocina no sirve de verdad para hacer palanca.
Para eso están los desmontables de plástico que venían en el kit que compraste.
Saca la cámara sin tirones, dale aire con la bomba y métela en agua.
Allí donde salgan burbujas está el pinchazo.
Seca bien la goma, señala el sitio con una tiza y ráspalo ligeramente.
No pruebes con apósitos de farmacia: solo pegan en la piel.
Durante cinco minutos no hay que tocar el pegamento para nada, y ahí es donde casi todo el mundo mete la pata.
Antes de poner otra vez la cubierta, dale unas buenas sacudidas para que caigan la arena y los trocitos de vidrio.
Y para acabar, hazte con un trapo viejo para las manos y ponte una tacita de algo que te entone.
Treinta y un años hacía que el viejo Corbet se ocupaba de la luz de Gannet Rock.
Como no tenía más compañía con la que charlar, cada noche se leía en alto un capítulo de alguna novela de mar.
Cierta noche de abril llamó a su puerta una chica que llevaba un chubasquero amarillo.
Calzaba unos zapatos que a nadie se le ocurriría llevar en alta mar.
«¿Quién te ha traído?», quiso saber Corbet.
«Un cartero. Me desembarcó aquí con la maleta y se volvió a remo a su casa».
Corbet partió un pastel que había hecho el domingo y apartó para sí la punta chamuscada.
Las ventanas retumbaban con el viento, y se oía toser a una foca con aires de banquero.
«En mayo ponen un ordenador para que se encargue del faro», soltó ella al cabo de un rato.
A él le entró tal ataque de risa que no le quedó otra que buscar asiento.
«¿Y quién dará cuerda al reloj viejo en una noche así? —replicó—. Un ordenador, desde luego, no».
¡Buenas! ¿Qué, ya has pasado a dejar la llave del local de ensayo?
Perdona, pero la verdad es que sigo metida en la cama.
Lena, que ya son las once y media. ¿La llave está todavía bajo el tiesto?
Qué va, la metí en la lata de las galletas, ya te lo conté.
Hoy me he regalado un día completo sin dar ni golpe.
Vengo de llamar a la puerta y tu casero, después de rezongar entre dientes tres o cuatro palabritas, me ha mandado a paseo.
No tiene demasiada paciencia ni demasiado oído. Además, uno de los nuestros, el segundo bajo, le pegó un mordisco una vez.
A las dos os acerco la lata y, si puede ser, con algo de galletas dentro.
Y de paso, ¿te importa sacar los programas por la impresora?
Vale, pero el que lleva el cojín es para mí y no lo suelto.
¡Pues a las dos nos vemos!
El fiordo de Lissel es tan angosto que los vecinos de un lado y del otro tienden la ropa en la misma cuerda.
No hay en todo el condado un pueblo más pequeño con cine propio: aquí viven solo 212 personas.
El puerto se lo debe a una condesa que, sin tener un solo barco, lo mandó levantar en 1640 para alegrarse la vista.
En la vieja aduana, que en el pueblo todos conocen como «la Tetera», hay ahora un museo dedicado a los nudos.
El folleto habla de un museo emocionantísimo; la realidad no llega a tanto.
Quien quiera puede amarrarse al palo de un pesquero de arenques, aunque no siempre habrá alguien dispuesto a soltarlo.
Cuando dan las doce, la encargada del museo hace sonar la campana y vocea a cuánto está hoy el pescado.
Para tomar la mejor sopa hay que ir a un ventanuco que se abre en el muro del muelle.
Al echar el cierre, la cocinera vende a precio de saldo la sopa que le sobra, menos un tazón que aparta para cenar ella.
Eso sí, la cuchara la pone usted.
¿Se le ha escapado el último autobús? En la posada Pilot Inn hay tres habitaciones, y gatos, cuarenta.
Desde la mañana del martes no se enciende un solo horno en Hallam & Daughters.
El detonante fue un calendario de turnos del que nadie les había enseñado nada: sesenta y dos panaderos colgaron gorros y delantales.
Con ese horario, resume uno de los afectados, no queda tiempo ni para pegar ojo.
Además, la dirección ha borrado de un plumazo los domingos de descanso de los aprendices, y sin pedir perdón siquiera.
«Yo vivo para el domingo y para nada más», cuenta Piet Orlo, que tiene 17 años.
De nada les sirvió a los clientes esperar en la cola, y más de uno cogió el coche y se fue a por pan al pueblo de al lado.
Greta Hallam, la dueña, se puso ella misma a hornear: le salieron veinticuatro hogazas y dos quemaduras.
Ofreció doce a los huelguistas de la puerta, que se repartieron como buenos hermanos las más blanditas.
Ella misma reconoce que no ha nacido para el horno.
El viernes se sentarán a hablar, con un antiguo juez como mediador al que pierden los bollitos con pasas.
Los trabajadores no piden gran cosa: librar dos días, unos guantes mejores y un aparato de radio que no esté estropeado.
Te damos la bienvenida a Pennick Green; no encontrarás en el condado un colegio más pequeño.
Si buscas la llave, mira detrás del cuadro del fundador.
A las siete y media hay que darle más fuerza a la calefacción en las dos clases; como empiece a salir humo, avisa al bedel.
No pongas calcetines empapados en el radiador del pasillo: ni es buen sitio ni está exento de peligro.
Da solo dos campanadas, que con tres la gente entiende que hay un incendio.
Pasa lista a los once en voz alta, y ojo con los gemelos Danner, que se divierten haciéndose pasar cada uno por su hermano.
A las diez toca leche: que cada crío se llene su propio tazón con el cazo.
Por el jardín se puede andar sin miedo; lo único peligroso es la oca que hay en el corral.
Pase lo que pase, ni se te ocurra soltar a ese bicho con tan malas pulgas.
El cura se pasa los viernes por aquí una horita y nos ameniza con su acordeón.
Al terminar las clases, no olvides dejar cuatro líneas sobre el día en el cuaderno azul.
En la cinta de equipajes había una maleta marrón igual que la mía, solo que de esta salían ladridos.
El empleado del mostrador apartó su bocadillo. «O sea, que el perro, lo que se dice suyo, no es, ¿verdad?».
«A este perro no lo he visto en mi vida», le contesté.
Me pasó un impreso lleno de casillas, diecisiete nada menos, y se llevó la punta del lápiz a la lengua.
«Y la suya, ¿de qué material era?».
Le respondí que de lona; él se lo pensó un momento y puso «leona».
De los agujeritos de la tapa brotó un suspiro que comprendí perfectamente.
Al soltar las correas apareció un teckel con chalequito de lana que se espabiló con una buena sacudida.
En el punto, una mano habilidosa había cosido una etiqueta que decía: «Zandor el Magnífico».
«Eso quiere decir —concluí— que por ahí anda un prestidigitador sacándose del sombrero mi pijama».
Por toda respuesta, el perro abrió la boca en un gran bostezo.
Apreciado Sr. Osgood: hemos recibido las cuatro cartas que nos ha mandado acerca del tándem, y se las agradecemos.
Hace un mes me caí en el taller de un resbalón, y el golpe fue tal que ni escribir podía.
El mecánico ya ha quitado el freno de atrás de arriba abajo, y dentro había un nido, obra de algún ratón.
Le aseguro que ese nido nada tiene que ver con el arreglo que le hicimos en su día.
A los ratones los hemos instalado en el cobertizo, una solución que a nuestro gato no le hace ninguna gracia.
Allí viven tan ricamente.
Respecto al sillín, le pediría que nos detallara por escrito sobre qué se sentó su mujer.
Otra cosa: esta vez le rogamos que no entre pedaleando por la luna del escaparate, como hizo en su anterior visita.
La chica que tenemos de aprendiza todavía piensa que la culpa de todo la tuvo ella.
En el sobre van la cuenta y una foto de los ratones.
Un saludo muy afectuoso de todo el equipo de Spoke & Sons.
Frente al litoral del oeste está Hollin, una islita en la que viven 90 personas.
Se vive de las ovejas, de las algas y de la única panadería que hay.
Aunque «Hollin» suene a «holly», que es como llaman los ingleses al acebo, lo cierto es que aquí no se da demasiado bien.
El primero en instalarse fue un monje, Hollin Bragg, a quien unos piratas, hartos de él, abandonaron en la isla en 1122.
Con maderos arrastrados por el mar y huesos de ballena se levantó una choza.
De 1871 es el faro, al que se ha encomendado una generación tras otra de marinos.
La torre anterior perdió la mitad de arriba en un temporal en 1868, y casi todas las piedras se las llevaron los granjeros.
Siete niños, dos profesores y una orquesta magnífica: así es el colegio del pueblo.
Casi todo el siglo XIX transcurrió sin que en Hollin fuera obligatorio ir a clase.
Desde 1958 no puede circular ningún coche; el correo lo trae el hombre del transbordador, y los sellos se los guarda para él.
No hace frío ni calor, pero sopla un viento tremendo.
Al final sí habrá viaje a Osterveen para el coro de marinos de Marlby.
El plan entero había quedado pospuesto por decisión de la junta después de que el tesorero detectara en marzo que faltaba dinero.
Resultó que quien presidía antes el coro se había comprado una motora, que entretanto ha acabado entregando.
Sigue sin saberse con certeza quién se llevó lo demás.
Hubo voluntarios que limpiaron coches, otros que vendieron confituras y otros que cantaron, lloviendo, delante de los supermercados.
Wanda Birk, que dirige el coro, lo celebra: «Estábamos en números rojos, cosa que daba bastante apuro, pero ya no debemos nada».
El jurado los evaluará por su interpretación de un viejo canto ballenero que consta de once estrofas.
En la última gana la ballena, y es ahí donde el público suele aplaudir a rabiar.
Tantos meses después, hasta los tenores siguen confiando.
Entre los bajos hay uno que ya ha cumplido los 91.
A las seis arranca el autobús, y no habrá vecino que no salga a decirles adiós.
Lo primero de todo: abre la caja y comprueba cuántos tornillos hay.
Tienen que salirte dos docenas de los largos, una de los cortos y una bolsita con tacos de madera.
Haz sitio en el suelo, pon una manta y coloca encima los dos laterales.
Esa piececita plateada que acabas de mandar a la basura era otra cosa, no la llave Allen.
Mete ocho tacos, dándoles unos toquecitos, en los orificios de la parte de abajo.
Nada de martillos, en ningún caso y por ninguna razón, ni siquiera si alguien te presta el suyo.
Los tornillos cortos son para las baldas; eso sí, resérvate algo de hueco para poder moverte.
Coge la estructura por los dos lados y acércatela tirando hasta que haga clic.
Y lo último que se monta es la trasera, que es muy fina.
¿Te falta un tornillo? Mira a ver en el cojín que tienes debajo del trasero.
Para terminar, arrima el mueble a la pared, cárgalo con los libros que más pesen y aguza el oído.
A la nueva soprano la trajo una bici que no tenía frenos; la paró el piano.
«¿Y esa ventana que me acabo de llevar por delante de quién era?», quiso saber.
«Era la del cura», respondió la señora Pym, incapaz de deshacerse de una esquirla de vidriera, por diminuta que fuese.
Ni una risa: a todos les faltó valor.
«Tampoco es que fuera gran cosa de ventana, la verdad», la tranquilizó el cura.
Uno de los ángeles lo había hecho él en su juventud a su propia imagen.
La soprano se quitó los trocitos de vidrio que le quedaban y dio un do tan agudo que los perros del pueblo no lo han olvidado.
«Contra semejante voz —me dijo al oído la contralto de al lado— no hay nada que hacer».
Al señor Dunn, que era todo lo que teníamos en materia de tenores, se le escapó entre dientes un latinajo que no voy a repetir.
En la calle, a la bici todavía le daba vueltas la rueda de delante.
El cura levantó entonces los brazos y vuelta a empezar.
Jonas: ¡Buenas, familia! El sábado celebramos los sesenta de mamá; arrancamos a las siete.
Tilda: ¡Qué bien! ¿Y de la tarta quién se ocupa?
Jonas: La llevo yo. Por cierto, en la lista tenéis apuntado lo que le toca a cada uno.
Tilda: Pues vaya lista, ni larga ni con muchos detalles. Solo pone «Tilda: todo».
Tío Gerd: De los globos, cuarenta los hincho yo. Según el médico, me conviene hacer ejercicio.
Marit: Pero este año no se te ocurra llamar a los vecinos como la otra vez, te lo ruego.
Tío Gerd: ¡Si se apuntaron ellos solos! Lo único que hice yo fue abrirles.
Jonas: ¿Quién se quedó con los altavoces del baile de Semana Santa? ¿Los guarda alguien aún?
Tilda: Yo no. Oíd, ¿y a quién se le ha ocurrido pedir cuarenta y dos paraguas?
Marit: A mí, que la app da un tiempo de perros. ¡Y a falta de altavoces, que nos cante Gerd!
Jonas: Siendo así, yo me voy pidiendo tapones para las orejas, y que la caja sea grande.
En la vertiente norte del monte Dray, a 2.340 metros de altitud, está el refugio de Sorrel.
Lo levantó en 1911 un dentista que tenía atemorizados a todos los del valle.
Todas las guías aconsejan el mismo camino, que, cuando ha llovido al menos, de camino no tiene nada.
Desde donde se deja el coche se tarda cuatro horas; si se va con niños, cinco, y si le acompaña un geólogo, seis.
Cada cual se cuece sus bolas de masa en la cocina de leña y luego lava los cacharros de hierro, que pesan lo suyo.
Si uno es listo, apartará para sí una chocolatina y la pondrá a buen recaudo dentro de un calcetín.
A las nueve suena la campana: la encargada va apagando una por una todas las luces de la casa y se pone a leer en alto, para ella sola, el pronóstico del tiempo.
De noche no se oye más que el agua del torrente, alguna lechuza y, muy de cuando en cuando, una cabra perdida.
Si amanece despejado, la vista alcanza hasta tres países, además de la sepultura del dentista.
El refugio se llama como un lago que en 2003 se quedó sin agua.
Llegado octubre, la encargada echa las contraventanas, mete la campana en el macuto y baja al valle.
Con once minutos de demora echó a andar el martes, ya con viajeros, la línea de tranvía que estrena Brackenford.
Ottoline Grebe, la alcaldesa, inauguró el servicio con un corte de cinta y se montó después, bocadillo en mano.
«Los hay más veloces y más guapos —reconoció—, pero este es el nuestro».
A la altura de Corn Street, el maquinista dejó el convoy completamente a oscuras, y hubo que rogar a los viajeros que no se levantaran.
Tras refunfuñar por lo bajo contra los fusibles de tres al cuarto, probó otra vez.
Treinta y un años tienen ya los coches, adquiridos por el municipio a una compañía de Lodrava que había quebrado.
De nada sirvieron nueve semanas de ensayos: a los técnicos se les pasó por alto justo la palanca sin la que ningún conductor puede trabajar.
Hace nueve años el consistorio prometió mucho más, pero hoy los autobuses eléctricos no llegan ni a la quinta parte de la flota.
¿Y cuánto va a costar todo al final? En el ayuntamiento nadie suelta prenda.
Los bares del trayecto, por su parte, ya cobran más caro el café solo.
Para la primavera se espera la apertura de la otra línea.
Queridos voluntarios: antes de poner un dedo en la cafetera, echadle un vistazo a esta hoja.
Casi todos sois más jóvenes que ella, pero a mal genio no le ganáis.
Lo primero es darle al interruptor de la caldera, la roja grandota, y contar de uno a veinte.
No sigáis hasta que veáis la lucecita verde, cosa que no siempre es fácil cuando pega mucho el sol.
El café en grano va en el compartimento de la izquierda y el agua en el de la derecha; que a nadie se le ocurra cambiarlos.
Si se os cae leche, pasad el trapo enseguida, que las cucarachas de al lado la huelen a la legua.
La manivela que hay que bajar quema, así que agarradla con el trapo que traía alrededor.
El tubo del vapor no debe apuntaros nunca a vosotros, por más que lo acaben de limpiar.
¿Que empieza a pitar? Tranquilos: se apaga y ya está.
Apuntad en la hoja cuántos cafés se han servido y echadle la llave a la caja.
Y al acabar, daos el gusto de un buen capuchino con mucha espuma.
Bastó un estornudo de la inspectora Lavinia Crake para que el canario se viniera abajo del palo.
«¡Salud!», le deseó el mayordomo.
Crake se sonó, retorció hasta la última gota el único pañuelo que le quedaba y se agachó a examinar el cuerpo.
Mirándolo mejor, y con menos fiebre, resultó que allí no había ningún muerto: era una alfombra hecha un rollo.
«¿De quién vino el aviso?», preguntó casi sin voz.
«Del coronel, señora. Hasta que no desayuna, se le escapan bastante las cosas».
La inspectora apuró la tetera y se puso el té de jengibre que quedaba.
Algo tenía aquella alfombra que su nariz no era capaz de captar, y le daba mucha rabia.
«¿Y se puede saber qué había ido a buscar el coronel a la biblioteca?».
El mayordomo no supo qué decir. De pronto le vino un estornudo tremendo y el más grande de los jarrones chinos lo posó más rápido de la cuenta.
El jarrón se hizo añicos, y de él salieron cuarenta llaves diminutas de latón que cruzaron rodando la sala y se metieron bajo el piano.
Apreciada Sra. Abernethy: Le agradecemos que nos escribiera el pasado 9 de octubre.
No hemos dejado sin mirar ni la planta tercera, ni el ascensor, ni la palmera que hay a la entrada.
En la lencería había señales de que alguien había pasado la noche, pero, aparte de unas migajas, no hallamos nada.
Siento comunicarle que seguimos sin dar con el paraguas verde del que nos facilitó la descripción.
Eso sí, el lunes el conserje de noche rescató de no sé dónde uno que se le parece mucho.
Pero el pato de la empuñadura no coincide con el que usted nos mencionó.
Hemos hecho llegar a la directora su sospecha de que algún otro cliente se lo llevara por las buenas.
A usted no la ha olvidado, y cuando tiene un mal día aún se anima contándose para sus adentros lo de la bañera.
En caso de que quiera hacerse con uno igual para reemplazarlo, en Mill Street hay una tienda que le aconsejo.
Está abierta hasta las seis.
Por nuestra parte, no damos el caso por cerrado. Muy atentamente, Cuthbert Nye, Hotel Marlpit
