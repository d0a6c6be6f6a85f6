En toda la semana no abrirá el puerto de Brackhaven, según anunció el lunes la autoridad portuaria.
Para hacer unas reparaciones, un electricista había dejado sin luz las farolas del espigón norte.
«Con semejante niebla, muy brillante no fue la ocurrencia», comentó Ilse Tranter, capitana del puerto.
Una gabarra cargada hasta los topes de grava no acertó con la bocana y se fue a pique junto a la lonja.
No hubo ahogados entre quienes iban a bordo.
Fue un pescador de caña quien rescató de las aguas al patrón.
«Se echó al coleto todo el té que llevaba yo en el termo», se lamentaba después el pescador.
En menos de una hora quedó averiada la bomba en la que tanto había confiado el equipo de salvamento.
Ahora les toca a los buzos subir a la superficie todo el cargamento de grava, labor que nadie les envidia.
La factura de la reparación dependerá de qué encuentren debajo del muelle.
Mientras tanto, las cuarenta embarcaciones de la flota cangrejera se han quedado sin sitio adonde ir.
Ponga la bicicleta del revés, apoyada en el sillín, a ser posible encima de una manta vieja.
Desmonte la rueda pinchada y deje salir el aire que aún pueda quedarle.
Diga lo que diga su tío, una cuchara de cocina no hace precisamente buen papel como palanca.
Recurra a los desmontables de plástico que compró junto con el kit.
Extraiga la cámara con cuidado, hínchela y sumérjala en agua.
Por las burbujas sabrá dónde está el pinchazo.
Una vez seca la goma, señale el punto con tiza y líjelo un poco.
Los parches de farmacia no agarran más que en la piel.
Durante cinco minutos no hay que tocar el pegamento, y ahí es donde fracasa casi todo el mundo.
Antes de volver a montar la cubierta, sacúdala para que caigan la arena o los cristales que pueda haber.
Por último, búsquese un trapo viejo en el que limpiarse las manos y sírvase una taza de algo fuerte.
Treinta y un años llevaba el viejo Corbet al cuidado del faro de Gannet Rock.
A falta de otra persona con la que hablar, cada anochecer se leía en voz alta un capítulo de alguna novela del mar.
Cierta noche de abril, a su puerta llamó una muchacha con impermeable amarillo.
No llevaba la clase de zapatos que alguien se pondría en alta mar.
«¿Y quién ha venido con usted?», quiso saber él.
«Un cartero. Nos dejó aquí a mi maleta y a mí y se volvió a casa remando».
Corbet partió en trozos un bizcocho horneado el domingo y se reservó la punta quemada.
Tamborileaba el viento en los cristales, y una foca tosió igual que un banquero.
«A partir de mayo, del faro se encargará un ordenador», dijo ella por fin.
A él le dio tal ataque de risa que no pudo seguir de pie.
«En una noche como esta», dijo, «un ordenador no le dará cuerda al viejo reloj».
¡Buenas! ¿Al final te acordaste de pasar a dejar la llave del local de ensayo?
Perdona, si te soy sincera, todavía no me he levantado de la cama.
Lena, que son las once y media. ¿Sigue estando la llave debajo de la maceta?
Qué va, la encontrarás en la lata de galletas de la que te hablé.
A mí misma me tengo prometido un día entero sin dar golpe.
Acabo de llamar, pero tu casero ha refunfuñado para el cuello de su camisa tres o cuatro palabras cortas y me ha mandado a paseo.
Ni la paciencia ni la música son mucho lo suyo. En cierta ocasión se llevó un mordisco de nuestro segundo bajo.
A las dos me paso con la lata, con galletas dentro si puede ser.
¿Te importaría imprimir también los programas?
Vale, pero el del cojín me lo quedo yo.
¡Pues a las dos nos vemos!
Lissel se asoma a un fiordo tan angosto que los vecinos de una y otra orilla tienden la ropa en la misma cuerda.
Con apenas 212 habitantes, no hay en el condado localidad con cine propio que sea más pequeña.
Mandó construir el puerto en 1640 una condesa que, sin poseer barco alguno, deseaba tener algo que contemplar.
En la antigua aduana, a la que los lugareños llaman la Tetera, se ha instalado un museo de nudos.
Como museo, no llega a ser tan apasionante como promete el folleto.
Al visitante se le permite atarse al mástil de un barco arenquero, si bien no siempre puede dar por hecho que lo desaten.
Al dar las doce, la conservadora toca una campana y pregona a qué precio está ese día el pescado.
En ningún sitio hay mejor sopa que en una ventanilla abierta en el muro del puerto.
A la hora del cierre, la cocinera liquida la sopa que queda y aparta un tazón para sí.
La cuchara ha de traerla usted.
Tres habitaciones y cuarenta gatos tiene el Pilot Inn para quien se quede sin el último autobús.
No han vuelto a calentarse desde la mañana del martes los hornos de Hallam & Daughters.
Un nuevo cuadro de turnos, del que no tenían conocimiento previo, llevó a sesenta y dos panaderos a despojarse de gorros y delantales.
Como dice uno de ellos, con esos turnos no queda hueco para dormir.
Sin molestarse en pedir perdón, la dirección ha tachado los domingos libres de los aprendices.
«Yo vivo para un solo día: el domingo», declaró Piet Orlo, de 17 años.
De nada les sirvió a los clientes hacer cola, y unos cuantos se fueron en coche al pueblo de al lado a por panecillos.
Dos docenas de hogazas horneó la propietaria, Greta Hallam, que por dos veces sufrió quemaduras.
La mitad se les ofreció a los piquetes, que se repartieron entre ellos las más tiernas.
Lo de hacer pan, reconoce Hallam, no le viene de nacimiento.
Las negociaciones arrancan el viernes y las presidirá un juez jubilado que siente debilidad por los bollos de pasas.
No es complicado lo que piden los panaderos: librar dos días, mejores guantes y una radio que no esté estropeada.
Le damos la bienvenida a Pennick Green, la escuela más pequeña del condado.
Detrás del retrato del fundador se guarda la llave que anda usted buscando.
A las siete y media, suba la calefacción de las dos aulas; si empieza a echar humo, avise al conserje.
Dejar calcetines mojados en el radiador del pasillo no es seguro ni conveniente.
La campana se toca dos veces, pues tres toques significan incendio.
Lea en alto los nombres de los once alumnos sin saltarse ninguno; a los gemelos Danner les gusta hacerse pasar el uno por el otro.
Cuando den las diez, que cada niño se sirva con el cazo un tazón de leche.
Salvo la oca de la conejera, en el jardín no hay nada que temer.
A esa cascarrabias no la deje salir bajo ningún concepto, pase lo que pase.
Los viernes nos visita durante una hora el párroco, que toca el acordeón.
Terminadas las clases, haga el favor de redactar un breve informe en el cuaderno azul.
La maleta de la cinta era marrón, igual que la mía, solo que aquella ladraba.
«¿Entonces el perro, en sentido estricto, no es suyo?», preguntó el empleado del mostrador, que dejó a un lado el bocadillo.
«Con este perro no me había cruzado jamás», dije.
Me tendió un formulario de diecisiete casillas y chupó la punta del lápiz.
«Y la maleta de usted, ¿de qué material estaba hecha?»
Contesté que de lona y él, tras meditarlo un momento, anotó «leona».
De los agujeritos de la tapa salió un suspiro con el que no me costó identificarme.
Desabrochadas las correas, un perro salchicha con chaleco de punto se sacudió el sueño de encima.
Unas manos primorosas habían cosido a la lana una etiqueta que rezaba: Zandor el Magnífico.
«O sea, que en algún rincón de esta ciudad», dije, «hay un mago que se está sacando mi pijama de la chistera».
Al perro se le escapó un bostezo.
Estimado señor Osgood: le agradecemos las cuatro cartas que nos ha escrito sobre el tándem.
A raíz de un resbalón en el taller, el mes pasado me lastimé de tal modo que era incapaz de sostener un bolígrafo.
Entretanto, al desmontar por completo el freno trasero, nuestro mecánico se ha topado con un nido, obra de algún ratón.
Dicho nido no estaba incluido en modo alguno en la reparación inicial.
A los ratones los hemos trasladado al cobertizo, solución que a nuestra gata no le hace ni pizca de gracia.
Se encuentran estupendamente.
Por lo que respecta al sillín, tenga la bondad de indicarnos por escrito sobre qué se sentó exactamente su esposa.
Y le rogamos que no vuelva a atravesar pedaleando nuestro escaparate, como hizo la última vez.
Nuestra aprendiza sigue echándose la culpa de todo lo ocurrido.
Dentro del sobre encontrará la factura, junto con una fotografía de los ratones.
Reciba un afectuoso saludo de cuantos trabajamos en Spoke & Sons.
Frente a la costa occidental se halla Hollin, una isla en la que viven 90 personas.
Las ovejas, las algas y una única panadería son el sostén de su economía.
Pese a lo que el nombre da a entender, el acebo no se da allí especialmente bien.
Primero se estableció allí Hollin Bragg, monje al que en 1122 abandonaron unos piratas que se habían hartado de él.
Con maderas arrastradas por el mar y huesos de ballena se levantó una cabaña.
En 1871 se erigió el faro, del que han dependido generaciones enteras de marineros.
La mitad superior de la torre antigua la derribó un temporal en 1868, y casi todas las piedras se las llevaron los campesinos.
Siete alumnos y dos maestros forman la escuela del pueblo, que cuenta con una orquesta excelente.
Durante casi todo el siglo XIX, nadie en la isla estaba obligado a ir a la escuela.
Desde 1958 están prohibidos los coches, y las cartas las reparte un barquero, que se queda con los sellos.
Hace un tiempo suave, si bien de muchísimo viento.
Al final sí habrá viaje a Osterveen para el Coro de Marineros de Marlby.
Como en marzo la tesorera detectó un agujero en las cuentas, el comité dejó para más adelante el viaje entero.
El anterior presidente se había encargado una lancha motora para su uso personal, de la que ya ha hecho entrega.
Por ahora no se sabe con total certeza a qué manos fue a parar el dinero restante.
Hubo voluntarios lavando coches, vendiendo mermelada y cantando bajo la lluvia a la puerta de los supermercados.
«Ese descubierto un tanto bochornoso que teníamos está saldado», aseguró la directora, Wanda Birk.
Se los evaluará por una vieja canción de balleneros que consta de once estrofas.
Cuando llega la última, en la que vence la ballena, la sala suele venirse abajo.
Durante todos estos meses, ni los tenores han tirado la toalla.
Entre los bajos hay uno de 91 años.
A las seis arranca el autocar, y el pueblo entero piensa salir a despedirlo con la mano.
Antes de ponerte a ello, abre la caja y haz recuento de los tornillos.
Tienen que salirte veinticuatro largos, doce cortos y una bolsa de espigas de madera.
Haz sitio en el suelo y extiende sobre una manta los dos paneles laterales.
Esa cosita plateada que acabas de tirar a la basura no es la llave Allen.
Dando golpecitos, encaja ocho espigas en los orificios del extremo inferior.
El martillo no lo uses en ningún caso ni por ningún motivo, por mucho que te lo ofrezcan.
Las baldas se fijan con los tornillos cortos, pero resérvate un poco de espacio en el que trabajar.
Agarra la estructura y atrae hacia ti ambos lados hasta que suene un clic.
En último lugar, coloca el delgado panel del fondo.
En caso de que no aparezca un tornillo, mira bien el cojín sobre el que te sientas.
Por último, arrima la estantería a una pared, llénala con los libros que más pesen y aguza el oído.
Montada en una bicicleta sin frenos llegó la nueva soprano, que fue a detenerse contra el piano.
«¿A quién pertenece la ventana que me acabo de llevar por delante?», quiso saber.
«Al párroco», respondió la señora Pym, que jamás se deshacía ni del más diminuto pedazo de vidriera.
No hubo quien osara reírse.
«Me temo que tampoco valía gran cosa como ventana», comentó amablemente el párroco.
De joven se había tomado a sí mismo como modelo para uno de los ángeles.
Tras arrancarse las últimas esquirlas, la soprano soltó un do agudo del que aún se acuerdan nuestros perros.
«A una voz así», me cuchicheó la contralto que tenía al lado, «es imposible llevarle la contraria».
El señor Dunn, que era el solitario tenor del coro, masculló para sus adentros unos latines que no se pueden repetir.
La rueda delantera de la bicicleta seguía dando vueltas ahí fuera.
Alzó entonces las manos el párroco y volvimos a empezar.
Jonas: ¡Hola, familia! La fiesta de los sesenta de mamá es el sábado y arranca a las siete.
Tilda: ¡Qué ilusión! ¿La tarta quién la pone?
Jonas: Servidor. Y en la lista os he apuntado a cada uno lo que le toca, echadle un vistazo.
Tilda: Pues ni muy larga ni muy detallada te ha salido. Ahí solo pone «Tilda: todo».
Tío Gerd: De los globos, cuarenta puedo inflarlos yo. Según mi médico, me hace falta ejercicio.
Marit: Y nada de invitar a los vecinos como el año pasado, por favor.
Tío Gerd: ¡Si se invitaron ellos solos! Lo único que hice yo fue abrirles la puerta.
Jonas: ¿Conserva alguien los altavoces con los que bailamos en Semana Santa?
Tilda: Yo no. Oye, ¿y a quién diablos se le ha ocurrido encargar cuarenta y dos paraguas?
Marit: A mí, porque según la aplicación del tiempo la cosa se pone fea. ¡Y, a falta de altavoces, nos cantará Gerd!
Jonas: Siendo así, me voy pidiendo una caja bien grande de tapones para los oídos.
A 2340 metros de altitud, sobre la estribación norte del monte Dray, se alza el refugio Sorrel.
Es obra de un dentista que tenía atemorizado a todo el valle y data de 1911.
Al menos cuando ha llovido, no puede llamarse camino al que recomiendan las guías.
Desde el aparcamiento hay que contar con cuatro horas, que serán cinco si se va con niños y seis si se va con un geólogo.
Son los propios huéspedes quienes cuecen sus albóndigas de masa en el fogón y después friegan las pesadas sartenes de hierro.
Si el visitante es sabio, se reserva una tableta de chocolate y la esconde dentro de un calcetín.
A las nueve la guardesa hace sonar una campana, apaga todas las lámparas del edificio y se lee a sí misma en voz alta el parte meteorológico.
De noche no se oye más que el arroyo, los búhos y, de vez en cuando, una cabra extraviada.
Cuando amanece despejado, la vista abarca tres países y la tumba del dentista.
En 2003 quedó seco el lago al que el refugio debe su nombre.
Llegado octubre, la guardesa echa los postigos y baja al valle con la campana metida en la mochila.
Con once minutos de retraso transportó el martes a sus primeros pasajeros la nueva línea de tranvía de Brackenford.
Cortada la cinta, la alcaldesa Ottoline Grebe subió a bordo bocadillo en mano.
«Ni en velocidad ni en belleza destaca demasiado», reconoció, «pero es nuestro tranvía».
Al llegar a Corn Street, el conductor desconectó todo el sistema de alumbrado y se rogó a los pasajeros que no se levantaran de sus asientos.
Tras rezongar para sus adentros no sé qué de unos fusibles baratos, probó otra vez.
Tienen treinta y un años los vehículos que el municipio adquirió a una empresa en quiebra de Lodrava.
Nueve semanas de pruebas no les habían bastado a los ingenieros para enterarse de que existía la única palanca de la que depende todo conductor.
Aunque hace nueve años la corporación municipal prometió muchos más, los autobuses eléctricos no llegan a ser uno de cada cinco de los que circulan por la ciudad.
En el consistorio no hay quien quiera revelar a cuánto asciende la factura definitiva.
Los cafés del recorrido, por su parte, han encarecido el espresso.
En primavera, si todo va bien, entrará en servicio la segunda línea.
Queridos voluntarios: no toquéis la cafetera sin haber leído antes esta página, por favor.
Tiene más años que la mayoría de vosotros y no os va a la zaga en cambios de humor.
En primer lugar, poned en marcha la gran caldera roja y contad hasta veinte.
Tened paciencia hasta que se ilumine el piloto verde, que a pleno sol no siempre se distingue.
En el compartimento izquierdo se echa el café en grano y en el derecho, el agua; al revés, jamás.
Si se derrama leche, secadla de inmediato, ya que las cucarachas de al lado gozan de un olfato excelente.
Como la palanca de la que se tira hacia abajo se calienta, agarradla con el paño en que venía envuelta.
La boquilla de vapor no la orientéis jamás hacia vosotros, ni aun recién limpia.
Si empieza a silbar, que no cunda el pánico: basta con desconectarla.
Anotad en la lista cuántas tazas se han servido y echad la llave a la caja.
Hecho esto, preparaos un capuchino bien grande, con mucha espuma.
Del estornudo que dio la inspectora Lavinia Crake, el canario se cayó del palo.
«¡Jesús!», exclamó el mayordomo.
Después de sonarse y retorcer el último de sus pañuelos para escurrirlo, se inclinó sobre el cadáver.
Examinado más de cerca y con menos fiebre, no resultó ser un cadáver ni mucho menos, sino una alfombra enrollada.
«¿De quién ha partido el aviso?», graznó.
«Del coronel, señora. Antes del desayuno no destaca por sus dotes de observación».
Lo que quedaba del té de jengibre se lo sirvió Crake.
La irritaba que en la alfombra hubiese algo que ella no conseguía oler.
«Y dígame, ¿qué era exactamente lo que andaba buscando el coronel en la biblioteca?»
Vaciló el mayordomo. Acto seguido, sacudido por un estornudo, posó con excesiva prisa el mayor de los jarrones chinos.
Se hizo añicos y por el suelo rodaron, hasta debajo del piano, cuarenta llavecitas de latón.
Estimada señora Abernethy: le agradecemos el mensaje que nos envió el 9 de octubre.
Hemos buscado por toda la tercera planta, en el ascensor y en la palmera del vestíbulo.
Alguien había dormido en la lencería, pero allí no encontramos más que migas.
Lamento decirle que el paraguas verde cuya descripción nos dio sigue sin aparecer.
Lo que sí desenterró el lunes nuestro portero de noche fue uno muy parecido.
Ahora bien, el pato del mango no es de la clase que usted mencionaba.
Hemos trasladado a nuestra directora su sugerencia de que sencillamente otro huésped se hubiera apropiado de él.
Guarda de usted un vivo recuerdo y, en los días malos, todavía se cuenta a sí misma la historia de la bañera.
En caso de que desee adquirir para su uso otro de la misma clase, permítame recomendarle la tienda de Mill Street.
A las seis echan el cierre.
Su expediente permanece abierto. Reciba un atento saludo de Cuthbert Nye, Hotel Marlpit.
