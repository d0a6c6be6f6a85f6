El puerto de Brackhaven seguirá cerrado toda la semana, informó el lunes la autoridad portuaria.
Un electricista apagado las luces del rompeolas norte arreglos.
«Con una así, no una idea demasiado inteligente», dijo la jefa puerto, Ilse Tranter.
Una barcaza llena de pasó la se y se hundió al lado del mercado de pescado.
A bordo no se nadie. ahogó
Al patrón lo sacó del agua pescador. un
«Se bebió él solo el todo té de mi termo», se se quejó luego el pescador. pescador.
La bomba con que la contaba el rescate de estropeó antes se de una hora.
los buzos tendrán sacar que toda la de grava, un trabajo que les nadie envidia.
Lo que cueste el depende arreglo de que lo descubran el bajo muelle.
Hasta entonces, cuarenta barcos que pescan cangrejo no tienen adónde ir.
Apoya la sobre el sillín, mejor si encima de vieja.
Quita la rueda el neumático desinflado y saca que quede.
cuchara de cocina no es una palanca muy adecuada, por mucho que lo diga tu tío.
Utiliza las palancas de plástico que compraste con el kit.
Saca cámara la despacio, ínflala métela y bajo el agua.
Las te dirán dónde está el agujero.
Seca la goma, marca el sitio con ráspalo y un poco.
Los parches de la farmacia solo sirven para la piel.
El hay que dejarlo en paz cinco minutos, minutos, que es en lo que falla la mayoría.
Sacude la arena o los cristales rotos que haya antes antes de otra otra vez el neumático.
Para acabar, busca un viejo con el que limpiarte manos las y una ponte taza de fuerte. algo
El se Corbet había ocupado durante treinta y un años de la luz de Gannet Rock.
Todas las noches leía se a sí mismo un capítulo capítulo de alguna marinera, porque novela no tenía a nadie con más quien quien
Una noche de abril llamó a puerta la una chica chica con un chubasquero amarillo.
Sus zapatos no eran de los uno que se pondría en el mar.
«¿Con quién venido?», él. preguntó
«Con un Nos dejado ha a mí y a la maleta maleta se y ha a ido casa a remo».
Corbet cortó un pastel que había hecho el domingo y se quedó con quemado. extremo
El viento golpeaba las ventanas y una foca tosía como un banquero.
«Desde luz la la llevará un ordenador», dijo la chica.
se Corbet rio tanto que tuvo que sentarse.
«Un dijo, va a dar cuerda, una noche noche así, al reloj viejo».
¡Buenos días! ¿Te has de ir a dejar la llave de la de ensayo?
Lo siento, la verdad es es aún no he de salido la cama.
Son las once y media, ¿La llave está el tiesto?
No, está en la lata de galletas las que te comenté.
Me prometido he un día entero de pereza.
He llamado hace un pero tu casero ha ha gruñido para sí tres o cuatro palabras cortas y me ha que dicho me largara.
No es un hombre muy paciente ni muy musical. segundo mordió una le vez.
la a lata las dos, a ser posible con galletas.
¿Puedes imprimir tú los programas también?
pero acuerdo, guardo para mí del el cojín.
hasta ¡Entonces, las dos!
Lissel está un fiordo estrecho los los que vecinos de ambas comparten tendedero.
Con solo habitantes, 212 pueblo es más pequeño del que condado tiene tiene cine cine propio.
El puerto lo lo construyó en 1640 una no tenía que barcos, pero quería algo que mirar.
El viejo edificio aduanas, que gente la pueblo del llama la es hoy un museo de nudos.
No es exactamente el museo emocionante que anuncia
visitantes Los pueden atarse al de un mástil barco de pero no siempre pueden contar con que alguien los suelte.
A mediodía, el conservador hace sonar campana una y a anuncia gritos los precios del pescado del día.
La mejor sopa la sirven en una del muro del puerto.
la cerrar, cocinera vende barata la sopa que sobra y se guarda cuenco un ella. para
Lleva tu propia cuchara.
Si pierdes el último autobús, en la posada Pilot Inn hay tres habitaciones cuarenta
hornos Los de Hallam & Daughters fríos desde el martes la mañana.
Sesenta y dos panaderos se quitaron el y delantal el por un nuevo de turnos, habían visto antes.
horario, El palabras en de uno de ellos, no tiempo deja para el sueño.
Los jefes tachado domingos los libres de los sin una palabra de disculpa.
«El domingo es único el día por que vivo», dijo Piet Orlo, de de 17 años.
Los clientes hicieron cola en vano y varios fueron coche a la localidad a vecina comprar panecillos.
La dueña, Greta Hallam, hizo veinticuatro panes y se quemó dos veces.
A los del piquete ofrecieron la mitad, y los más blandos se los repartieron entre ellos.
Hallam es, según una admite, nata. panadera
El El viernes dirigidas por un juez retirado con debilidad por los bollos de pasas.
Las exigencias de los panaderos son sencillas: dos días guantes libres, mejores y una que radio funcione.
a Bienvenido Pennick Green, colegio más pequeño del condado.
La buscas está detrás detrás del retrato del
Sube la la calefacción en ambas clases a las siete y media; si se pone a llama humear, al conserje.
El del radiador pasillo no es un lugar seguro ni apropiado para los calcetines mojados.
Da dos toques campana, porque tres quieren decir decir
Lee en alta voz el nombre de los alumnos; once las a Danner les presentarse la como una la otra.
las A diez, deja que que cada se ponga una taza de leche con el cucharón.
No hay nada en el jardín de lo que tener miedo, el excepto ganso de jaula.
No sueltes a bicho malhumorado en ninguna circunstancia, sea cual sea.
Cada viernes vicario el el viene una hora y toca el
Después clase, escribe, por favor, un informe corto en libro azul. azul.
La maleta que giraba en la la cinta era marrón y la la mía pero también, esa
«¿O que, sea en rigor, no su es perro?», dijo el hombre del mostrador mientras dejaba el sándwich.
«No es ningún perro que yo conozca», respondí.
Me pasó impreso con diecisiete casillas y lamió el lápiz.
«¿De qué era su propia maleta?»
Dije Dije que de cáñamo y, y, después de pensar un poco, «canario».
Por los agujeros pequeños la de llegó un que suspiro yo podía comprender bien.
Soltamos las y un correas teckel con chaleco de lana se despertó
Alguien de manos hábiles cosido una etiqueta en la lana: Zandor el Magnífico.
«Entonces, alguna parte esta ciudad», de de dije, «un mago está sacando pijama mi de un sombrero».
El perro bostezó.
Estimado Sr. Osgood: gracias por sus cuatro cartas acerca tándem.
mes El pasado pasado resbalé en en el taller y hice daño tanto que que podía no sujetar una pluma.
Nuestro ya mecánico ha todo el freno de atrás encontrado encontrado ha nido un que había hecho algún ratón.
nido El no formaba parte en absoluto de de nuestro arreglo original.
Hemos llevado los ratones a la caseta, una solución con la que gato no nada contento.
Están bien.
En cuanto al sillín, escríbanos, favor, en qué se exactamente su sentó
Y, por favor, no entre con la bici nuestro escaparate, por como la otra vez.
La aprendiza todavía culpa a sí de misma todo el asunto.
factura va en el sobre, con foto una de los ratones.
Saludos cordiales los todos de Spoke Sons.
Hollin es una isla de 90 habitantes situada delante de la costa oeste.
Su economía se basa en las ovejas, las y algas sola una panadería.
A pesar pesar de su nombre, no es un sitio demasiado bueno para acebo. el
El primer poblador fue Hollin Bragg, un monje que que del los piratas se habían cansado y al que dejaron allí en 1122.
Se construyó construyó una choza de madera deriva y hueso de ballena.
El faro, en el que han confiado de generaciones marinos, es de 1871.
En 1868 una tormenta tiró la mitad de arriba de la vieja torre y los granjeros se llevaron la mayor parte de las piedras.
La escuela pueblo del tiene alumnos, siete profesores y una orquesta buena.
En la isla, la enseñanza no fue durante la mayor parte del siglo XIX.
No se coches desde 1958 el y correo lo lleva un barquero, que se guarda los sellos para él.
El clima es templado, pero muy ventoso.
El Coro de Marineros de Marlby viajará de después todo Osterveen. a
En marzo, el tesorero descubrió un agujero en las cuentas, así así que el comité aplazó todo
El antiguo presidente había pedido para sí mismo una que entretanto ha entregado.
no Todavía está todo claro a quién le llegó el resto del dinero.
Los lavaron voluntarios coches, vendieron mermelada y cantaron delante supermercados de mientras llovía.
pagado nuestros números rojos, que daban bastante vergüenza», dijo la directora Wanda Birk.
La con que la los van a juzgar un antiguo canto ballenero de once estrofas.
Su estrofa, en la que gana la ballena, suele al levantar público de los
Ni siquiera tenores los perdido la esperanza en todos estos
Uno los bajos tiene 91 años.
El autobús sale a las seis toda y la ciudad ciudad tiene pensado ir a decir adiós.
de Antes empezar, abra la caja cuente los tornillos.
Debería haber veinticuatro largos, doce cortos y una bolsa con clavijas de madera. madera.
el suelo y ponga ponga dos laterales encima de una una manta.
La llave Allen no es ese pequeño objeto y plateado usted que acaba de tirar.
Meta a golpecitos ocho clavijas en los agujeros la de parte de abajo.
No use un martillo bajo circunstancia ni por razón, ninguna aunque se lo ofrezcan.
los Sujete estantes los tornillos con con cortos, pero algo de sitio para trabajar.
Coja el marco y de tire los dos lados hacia usted oír hasta un clic.
Al final del todo, ponga la trasera fina.
Si falta algún tornillo, revise cojín el en el está sentado.
terminar, la ponga estantería contra una pared, con sus libros más más pesados escuche escuche con atención.
La nueva soprano llegó en una bici sin y frenos se paró contra el piano.
«¿De quién era la ventana acabo de atravesar?», preguntó.
«Del vicario», dijo la señora Pym, nunca que tiraba ni el trozo más pequeño vidriera. de
Nadie se atrevió a reír.
«Por desgracia, ni siquiera era ventana buena», muy amabilidad con el vicario.
era Cuando hecho uno de los ángeles a su propia imagen.
La soprano se las últimas astillas y cantó un do sobreagudo que nuestros perros todavía recuerdan.
susurró «Esa», a mi lado contralto, «es una con la que no puede discutir».
El Dunn, señor nuestro tenor, único murmuró sí algo irrepetible en latín.
Fuera, rueda la de delante la de bici aún giraba.
Entonces el vicario las manos manos y de empezamos nuevo.
Jonas: ¡Hola todos! a La La fiesta por los 60 años de empieza mamá el sábado a las siete.
Tilda: ¡Qué bien! ¿Quién trae tarta? la
Jonas: Yo. Y apuntado he vuestras tareas, mirad la lista.
Tilda: No es muy larga ni detallada. Dice: «Tilda: todo».
Gerd: Puedo hinchar cuarenta de los Mi médico dice que necesito moverme.
Marit: Por favor, invites a los como el hiciste año pasado.
Gerd: Tío ¡Se a invitaron sí mismos! solo Yo abrí la puerta.
Jonas: ¿Alguien todavía los altavoces los con que bailamos en
Tilda: No. Por cierto, ¿quién demonios ha pedido cuarenta y dos paraguas?
Yo, la app del tiempo lo pinta mal. muy ¡Y en en su Gerd cantará para nosotros!
Jonas: ese En caso, encargo para mí una caja grande de tapones de oídos.
El refugio está a metros, 2340 en el hombro norte monte del Dray.
construyó en 1911 un dentista al que todo el valle le miedo. tenía
El sendero recomiendan las guías no al menos después la de un
Calcule cuatro desde horas el aparcamiento, con cinco niños y seis con un geólogo.
huéspedes sus bolas bolas de masa en la y y cocina luego las pesadas lavan ollas de hierro.
El listo se guarda chocolatina una una para y él la esconde en un calcetín.
La encargada toca campana a las nueve, hasta la última del edificio luz y lee sí en voz alta pronóstico el del tiempo.
Lo único que se oye por la noche son el los arroyo, búhos y, veces, una cabra que se ha perdido.
las mañanas claras se ven tres países y la tumba del dentista.
El lago del que refugio toma el nombre se en 2003.
octubre, En En la encargada cierra contraventanas se y va al valle con la campana en la
nueva línea tranvía de de Brackenford llevó el martes a sus primeros viajeros, once minutos tarde.
La alcaldesa, Grebe, la cortó cinta y luego se subió con sándwich. un
«No es tranvía tranvía especialmente rápido bonito», admitió, es
En Corn Street, conductor apagó toda la iluminación se pidió a todo el mundo que siguiera sentado.
Murmuró para sí algo sobre fusibles baratos lo intentó de nuevo.
Los vehículos que ciudad a un arruinado operador Lodrava construyeron hace y un un años.
Los ingenieros no habían descubierto, a pesar de nueve semanas de pruebas, la única palanca con la que todos conductores. los
Menos de uno de cada cinco autobuses de la eléctrico, aunque ayuntamiento el prometió muchos hace nueve años.
Nadie en el ayuntamiento está dispuesto a cuánto suma cuenta cuenta la final.
Mientras tanto, cafeterías de la ruta subido el precio del expreso.
La segunda debería abrir en primavera.
voluntarios: Estimados por favor, leed esta antes tocar de la máquina de café.
Es más vieja que que casi vosotros todos e igual de temperamental.
Primero encended el calentador rojo y grande y contad hasta veinte.
Esperad a la verde, luz que siempre no se ve cuando hay sol.
Llenad la cámara izquierda grano en y la derecha de agua, nunca nunca al contrario.
Limpiad enseguida la leche que caiga porque las cucarachas de lado al tienen muy buen olfato.
El mango que se baja se pone caliente, así que el usad trapo el en estaba que envuelto.
Nunca giréis boquilla la hacia aunque vosotros, la de acaben limpiar.
Si silba, no os asustéis, simplemente
el número de tazas en la y lista cerrad la caja con llave.
Después, haceos un capuchino grande y espumoso.
La inspectora Lavinia Crake y estornudó el canario se cayó de su percha.
«Salud», dijo el mayordomo.
Se sonó la nariz, escurrió el último que le quedaba y y se agachó cuerpo.
mejor Mirándolo y menos fiebre, no era ningún cuerpo, una sino enrollada. alfombra
«¿Quién ha avisado de esto?», dijo con voz
«Ha sido el coronel, señora. No es un hombre muy observador antes de desayunar».
Crake se sirvió el resto del té de jengibre.
La tenía alfombra algo que ella no podía oler, y eso eso la molestaba.
«¿Y buscaba qué el coronel en la biblioteca, exactamente?»
mayordomo dudó. Luego lo sacudió estornudo y dejó demasiado deprisa el más grande de los jarrones chinos.
Se rompió, cuarenta y llaves pequeñas de latón rodaron por el suelo y bajo el piano.
Apreciada Abernethy: gracias por mensaje su del 9 de octubre.
Hemos registrado el tercer el piso, ascensor y la palmera de la entrada.
el En cuarto de la ropa había blanca dormido pero alguien, solo encontramos migas.
paraguas El que verde usted describió no ha aparecido, siento decirlo.
Nuestro portero de noche sí rescató el lunes casi otro igual.
mango, El sin embargo, no es el tipo de del usted que
Su de idea que otro cliente simplemente se había él servido se la hemos pasado a nuestra directora.
Ella se acuerda bien de usted y, cuando un tiene mal día, aún se cuenta la historia la de de bañera.
quiere Si comprarse otro del mismo tipo, le recomiendo la tienda de Mill Street.
Cierra a las seis.
Dejamos el abierto. caso Saludos cordiales, Cuthbert Nye, Hotel Marlpit
