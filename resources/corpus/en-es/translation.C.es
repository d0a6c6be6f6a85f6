El puerto de Brackhaven seguirá cerrado toda la semana, informó el lunes la autoridad portuaria.
Un electricista había apagado las luces del rompeolas norte por unos arreglos.
«Con una niebla así, no fue una idea demasiado inteligente», dijo la jefa del puerto, Ilse Tranter.
Una barcaza llena de grava se pasó la entrada y se hundió al lado del mercado de pescado.
A bordo no se ahogó nadie.
Al patrón lo sacó del agua un pescador.
«Se bebió él solo todo el té de mi termo», se quejó luego el pescador.
La bomba con la que contaba el equipo de rescate se estropeó antes de una hora.
Ahora los buzos tendrán que sacar toda la carga de grava, un trabajo que nadie les envidia.
Lo que cueste el arreglo depende de lo que descubran bajo el muelle.
Hasta entonces, los cuarenta barcos que pescan cangrejo no tienen adónde ir.
Apoya la bici sobre el sillín, mejor si es encima de una manta vieja.
Quita la rueda que tiene el neumático desinflado y saca el aire que quede.
Una cuchara de cocina no es una palanca muy adecuada, por mucho que lo diga tu tío.
Utiliza las palancas de plástico que compraste con el kit.
Saca la cámara despacio, ínflala y métela bajo el agua.
Las burbujas te dirán dónde está el agujero.
Seca la goma, marca el sitio con tiza y ráspalo un poco.
Los parches de la farmacia solo sirven para la piel.
El pegamento hay que dejarlo en paz cinco minutos, que es en lo que falla la mayoría.
Sacude la arena o los cristales rotos que haya antes de poner otra vez el neumático.
Para acabar, busca un trapo viejo con el que limpiarte las manos y ponte una taza de algo fuerte.
El viejo Corbet se había ocupado durante treinta y un años de la luz de Gannet Rock.
Todas las noches se leía a sí mismo un capítulo de alguna novela marinera, porque no tenía a nadie más con quien hablar.
Una noche de abril llamó a la puerta una chica con un chubasquero amarillo.
Sus zapatos no eran de los que uno se pondría en el mar.
«¿Con quién has venido?», preguntó él.
«Con un cartero. Nos ha dejado a mí y a la maleta y se ha ido a casa a remo».
Corbet cortó un pastel que había hecho el domingo y se quedó con el extremo quemado.
El viento golpeaba las ventanas y una foca tosía como un banquero.
«Desde mayo, la luz la llevará un ordenador», dijo al fin la chica.
Corbet se rio tanto que tuvo que sentarse.
«Un ordenador», dijo, «no va a dar cuerda, una noche así, al reloj viejo».
¡Buenos días! ¿Te has acordado de ir a dejar la llave de la sala de ensayo?
Lo siento, la verdad es que aún no he salido de la cama.
Son las once y media, Lena. ¿La llave todavía está bajo el tiesto?
No, está en la lata de las galletas que te comenté.
Me he prometido un día entero de pereza.
He llamado hace un momento, pero tu casero ha gruñido para sí tres o cuatro palabras cortas y me ha dicho que me largara.
No es un hombre muy paciente ni muy musical. Nuestro segundo bajo le mordió una vez.
Llevaré la lata a las dos, a ser posible con galletas.
¿Puedes imprimir tú los programas también?
De acuerdo, pero me guardo para mí el del cojín.
¡Entonces, hasta las dos!
Lissel está en un fiordo tan estrecho que los vecinos de ambas orillas comparten tendedero.
Con solo 212 habitantes, es el pueblo más pequeño del condado que tiene cine propio.
El puerto lo construyó en 1640 una condesa que no tenía barcos, pero quería algo que mirar.
El viejo edificio de aduanas, que la gente del pueblo llama la Tetera, es hoy un museo de nudos.
No es exactamente el museo emocionante que anuncia el folleto.
Los visitantes pueden atarse al mástil de un barco de arenques, pero no siempre pueden contar con que alguien los suelte.
A mediodía, el conservador hace sonar una campana y anuncia a gritos los precios del pescado del día.
La mejor sopa la sirven en una ventanilla del muro del puerto.
Al cerrar, la cocinera vende barata la sopa que sobra y se guarda un cuenco para ella.
Lleva tu propia cuchara.
Si pierdes el último autobús, en la posada Pilot Inn hay tres habitaciones y cuarenta gatos.
Los hornos de Hallam & Daughters llevan fríos desde el martes por la mañana.
Sesenta y dos panaderos se quitaron el gorro y el delantal por un nuevo horario de turnos, que no habían visto antes.
El horario, en palabras de uno de ellos, no deja tiempo para el sueño.
Los jefes han tachado los domingos libres de los aprendices sin una palabra de disculpa.
«El domingo es el único día por el que vivo», dijo Piet Orlo, de 17 años.
Los clientes hicieron cola en vano y varios fueron en coche a la localidad vecina a comprar panecillos.
La dueña, Greta Hallam, hizo veinticuatro panes y se quemó dos veces.
A los del piquete les ofrecieron la mitad, y los más blandos se los repartieron entre ellos.
Hallam no es, según admite, una panadera nata.
El viernes empezarán las conversaciones, dirigidas por un juez retirado con debilidad por los bollos de pasas.
Las exigencias de los panaderos son sencillas: dos días libres, guantes mejores y una radio que funcione.
Bienvenido a Pennick Green, el colegio más pequeño del condado.
La llave que buscas está detrás del retrato del fundador.
Sube la calefacción en ambas clases a las siete y media; si se pone a humear, llama al conserje.
El radiador del pasillo no es un lugar seguro ni apropiado para los calcetines mojados.
Da dos toques de campana, porque tres quieren decir fuego.
Lee en voz alta el nombre de los once alumnos; a las gemelas Danner les encanta presentarse la una como la otra.
A las diez, deja que cada niño se ponga una taza de leche con el cucharón.
No hay nada en el jardín de lo que tener miedo, excepto el ganso de la jaula.
No sueltes a ese bicho malhumorado en ninguna circunstancia, sea cual sea.
Cada viernes el vicario viene una hora y toca el acordeón.
Después de clase, escribe, por favor, un informe corto en el libro azul.
La maleta que giraba en la cinta era marrón y la mía también, pero esa ladraba.
«¿O sea que, en rigor, no es su perro?», dijo el hombre del mostrador mientras dejaba el sándwich.
«No es ningún perro que yo conozca», respondí.
Me pasó un impreso con diecisiete casillas y lamió el lápiz.
«¿De qué era su propia maleta?»
Dije que de cáñamo y, después de pensar un poco, escribió «canario».
Por los pequeños agujeros de la tapa llegó un suspiro que yo podía comprender bien.
Soltamos las correas y un teckel con un chaleco de lana se despertó sacudiéndose.
Alguien de manos hábiles había cosido una etiqueta en la lana: Zandor el Magnífico.
«Entonces, en alguna parte de esta ciudad», dije, «un mago está sacando mi pijama de un sombrero».
El perro bostezó.
Estimado Sr. Osgood: gracias por sus cuatro cartas acerca del tándem.
El mes pasado resbalé en el taller y me hice tanto daño que no podía sujetar una pluma.
Nuestro mecánico ya ha quitado todo el freno de atrás y ha encontrado un nido que había hecho algún ratón.
El nido no formaba parte en absoluto de nuestro arreglo original.
Hemos llevado los ratones a la caseta, una solución con la que nuestro gato no está nada contento.
Están bien.
En cuanto al sillín, escríbanos, por favor, en qué se sentó exactamente su mujer.
Y, por favor, no entre con la bici por nuestro escaparate, como la otra vez.
La aprendiza todavía se culpa a sí misma de todo el asunto.
La factura va en el sobre, con una foto de los ratones.
Saludos cordiales de todos los de Spoke & Sons.
Hollin es una isla de 90 habitantes situada delante de la costa oeste.
Su economía se basa en las ovejas, las algas y una sola panadería.
A pesar de su nombre, no es un sitio demasiado bueno para el acebo.
El primer poblador fue Hollin Bragg, un monje del que los piratas se habían cansado y al que dejaron allí en 1122.
Se construyó una choza con madera de deriva y hueso de ballena.
El faro, en el que han confiado generaciones de marinos, es de 1871.
En 1868 una tormenta tiró la mitad de arriba de la vieja torre y los granjeros se llevaron la mayor parte de las piedras.
La escuela del pueblo tiene siete alumnos, dos profesores y una orquesta muy buena.
En la isla, la enseñanza no fue obligatoria durante la mayor parte del siglo XIX.
No se permiten coches desde 1958 y el correo lo lleva un barquero, que se guarda los sellos para él.
El clima es templado, pero muy ventoso.
El Coro de Marineros de Marlby viajará después de todo a Osterveen.
En marzo, el tesorero descubrió un agujero en las cuentas, así que el comité aplazó todo el viaje.
El antiguo presidente había pedido para sí mismo una lancha, que entretanto ha entregado.
Todavía no está del todo claro a quién le llegó el resto del dinero.
Los voluntarios lavaron coches, vendieron mermelada y cantaron delante de supermercados mientras llovía.
«Hemos pagado nuestros números rojos, que daban bastante vergüenza», dijo la directora Wanda Birk.
La pieza con la que los van a juzgar es un antiguo canto ballenero de once estrofas.
Su última estrofa, en la que gana la ballena, suele levantar al público de los asientos.
Ni siquiera los tenores han perdido la esperanza en todos estos meses.
Uno de los bajos tiene 91 años.
El autobús sale a las seis y toda la ciudad tiene pensado ir a decir adiós.
Antes de empezar, abra la caja y cuente los tornillos.
Debería haber veinticuatro largos, doce cortos y una bolsa con clavijas de madera.
Despeje el suelo y ponga los dos laterales encima de una manta.
La llave Allen no es ese objeto pequeño y plateado que usted acaba de tirar.
Meta a golpecitos ocho clavijas en los agujeros de la parte de abajo.
No use un martillo bajo ninguna circunstancia ni por ninguna razón, aunque se lo ofrezcan.
Sujete los estantes con los tornillos cortos, pero déjese algo de sitio para trabajar.
Coja el marco y tire de los dos lados hacia usted hasta oír un clic.
Al final del todo, ponga la trasera fina.
Si falta algún tornillo, revise el cojín en el que está sentado.
Para terminar, ponga la estantería contra una pared, llénela con sus libros más pesados y escuche con atención.
La nueva soprano llegó en una bici sin frenos y se paró contra el piano.
«¿De quién era la ventana que acabo de atravesar?», preguntó.
«Del vicario», dijo la señora Pym, que nunca tiraba ni el trozo más pequeño de vidriera.
Nadie se atrevió a reír.
«Por desgracia, ni siquiera era una ventana muy buena», dijo con amabilidad el vicario.
Cuando era joven, había hecho uno de los ángeles a su propia imagen.
La soprano se quitó las últimas astillas y cantó un do sobreagudo que nuestros perros todavía recuerdan.
«Esa», susurró a mi lado la contralto, «es una voz con la que no se puede discutir».
El señor Dunn, nuestro único tenor, murmuró para sí algo irrepetible en latín.
Fuera, la rueda de delante de la bici aún giraba.
Entonces el vicario levantó las manos y empezamos de nuevo.
Jonas: ¡Hola a todos! La fiesta por los 60 años de mamá empieza el sábado a las siete.
Tilda: ¡Qué bien! ¿Quién trae la tarta?
Jonas: Yo. Y he apuntado todas vuestras tareas, mirad la lista.
Tilda: No es una lista muy larga ni muy detallada. Dice: «Tilda: todo».
Tío Gerd: Puedo hinchar cuarenta de los globos. Mi médico dice que necesito moverme.
Marit: Por favor, no invites a los vecinos como hiciste el año pasado.
Tío Gerd: ¡Se invitaron a sí mismos! Yo solo abrí la puerta.
Jonas: ¿Alguien tiene todavía los altavoces con los que bailamos en Pascua?
Tilda: No. Por cierto, ¿quién demonios ha pedido cuarenta y dos paraguas?
Marit: Yo, la app del tiempo lo pinta muy mal. ¡Y en su lugar Gerd cantará para nosotros!
Jonas: En ese caso, encargo para mí una caja grande de tapones de oídos.
El refugio Sorrel está a 2340 metros, en el hombro norte del monte Dray.
Lo construyó en 1911 un dentista al que todo el valle le tenía miedo.
El sendero que recomiendan las guías no es, al menos después de la lluvia, un sendero.
Calcule cuatro horas desde el aparcamiento, cinco con niños y seis con un geólogo.
Los huéspedes hierven sus bolas de masa en la cocina y luego lavan las pesadas ollas de hierro.
El visitante listo se guarda una chocolatina para él y la esconde en un calcetín.
La encargada toca una campana a las nueve, apaga hasta la última luz del edificio y lee para sí en voz alta el pronóstico del tiempo.
Lo único que se oye por la noche son el arroyo, los búhos y, a veces, una cabra que se ha perdido.
En las mañanas claras se ven tres países y la tumba del dentista.
El lago del que el refugio toma el nombre se secó en 2003.
En octubre, la encargada cierra las contraventanas y se va al valle con la campana en la mochila.
La nueva línea de tranvía de Brackenford llevó el martes a sus primeros viajeros, once minutos tarde.
La alcaldesa, Ottoline Grebe, cortó la cinta y luego se subió con un sándwich.
«No es un tranvía especialmente rápido ni bonito», admitió, «pero es nuestro».
En Corn Street, el conductor apagó toda la iluminación y se pidió a todo el mundo que siguiera sentado.
Murmuró para sí algo sobre fusibles baratos y lo intentó de nuevo.
Los vehículos que la ciudad compró a un operador arruinado de Lodrava se construyeron hace treinta y un años.
Los ingenieros no habían descubierto, a pesar de nueve semanas de pruebas, la única palanca con la que cuentan todos los conductores.
Menos de uno de cada cinco autobuses de la ciudad es eléctrico, aunque el ayuntamiento prometió muchos más hace nueve años.
Nadie en el ayuntamiento está dispuesto a decir cuánto suma la cuenta final.
Mientras tanto, las cafeterías de la ruta han subido el precio del café expreso.
La segunda línea debería abrir en primavera.
Estimados voluntarios: por favor, leed esta hoja antes de tocar la máquina de café.
Es más vieja que casi todos vosotros e igual de temperamental.
Primero encended el calentador rojo y grande y contad hasta veinte.
Esperad a la luz verde, que no siempre se ve cuando hay mucho sol.
Llenad la cámara izquierda de café en grano y la derecha de agua, nunca al contrario.
Limpiad enseguida la leche que caiga fuera, porque las cucarachas de al lado tienen muy buen olfato.
El mango que se baja se pone caliente, así que usad el trapo en el que estaba envuelto.
Nunca giréis la boquilla del vapor hacia vosotros, aunque la acaben de limpiar.
Si silba, no os asustéis, simplemente apagadla.
Apuntad el número de tazas en la lista y cerrad la caja con llave.
Después, haceos un capuchino grande y espumoso.
La inspectora Lavinia Crake estornudó y el canario se cayó de su percha.
«Salud», dijo el mayordomo.
Se sonó la nariz, escurrió el último pañuelo que le quedaba y se agachó sobre el cuerpo.
Mirándolo mejor y con menos fiebre, no era ningún cuerpo, sino una alfombra enrollada.
«¿Quién ha avisado de esto?», dijo con voz ronca.
«Ha sido el coronel, señora. No es un hombre muy observador antes de desayunar».
Crake se sirvió el resto del té de jengibre.
La alfombra tenía algo que ella no podía oler, y eso la molestaba.
«¿Y qué buscaba el coronel en la biblioteca, exactamente?»
El mayordomo dudó. Luego lo sacudió un estornudo y dejó demasiado deprisa el más grande de los jarrones chinos.
Se rompió, y cuarenta llaves pequeñas de latón rodaron por el suelo y bajo el piano.
Apreciada Sra. Abernethy: gracias por su mensaje del 9 de octubre.
Hemos registrado el tercer piso, el ascensor y la palmera de la entrada.
En el cuarto de la ropa blanca había dormido alguien, pero solo encontramos migas.
El paraguas verde que usted describió no ha aparecido, siento decirlo.
Nuestro portero de noche sí rescató el lunes otro casi igual.
El mango, sin embargo, no es el tipo de pato del que usted hablaba.
Su idea de que otro cliente simplemente se había servido él mismo se la hemos pasado a nuestra directora.
Ella se acuerda bien de usted y, cuando tiene un mal día, aún se cuenta la historia de la bañera.
Si quiere comprarse otro del mismo tipo, le recomiendo la tienda de Mill Street.
Cierra a las seis.
Dejamos el caso abierto. Saludos cordiales, Cuthbert Nye, Hotel Marlpit
