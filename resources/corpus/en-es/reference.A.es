El puerto de Brackhaven permanecerá cerrado toda la semana, comunicó el lunes la autoridad portuaria.
Un electricista había apagado las lámparas del rompeolas norte para repararlas.
«Con semejante niebla, no fue una idea especialmente inteligente», declaró Ilse Tranter, la capitana del puerto.
Una barcaza cargada de grava no acertó con la bocana y se hundió junto a la lonja de pescado.
Ninguno de los que iban a bordo se ahogó.
El patrón fue sacado del agua por un pescador de caña.
«Se metió en el cuerpo todo el té de mi termo», se quejó después el pescador.
La bomba en la que confiaba el equipo de salvamento se averió antes de una hora.
Ahora los buzos subirán a la superficie todo el cargamento de grava, un trabajo que nadie les envidia.
Cuánto costará la reparación depende de lo que descubran bajo el muelle.
Hasta entonces, los cuarenta barcos de la flota cangrejera no tienen adónde ir.
Coloque la bicicleta apoyada sobre el sillín, preferiblemente encima de una manta vieja.
Desmonte la rueda pinchada y deje salir el aire que quede.
Una cuchara de cocina no es en realidad una palanca adecuada, diga lo que diga su tío.
Utilice las palancas de plástico que compró con el juego de reparación.
Extraiga la cámara con cuidado, ínflela y sosténgala bajo el agua.
Las burbujas le indicarán dónde está el agujero.
Seque la goma, marque el punto con tiza y líjelo un poco.
Los parches de la farmacia solo funcionan sobre la piel.
El pegamento debe dejarse en paz cinco minutos, que es en lo que fracasa la mayoría de la gente.
Sacuda la arena o los cristales rotos que haya dentro antes de volver a montar la cubierta.
Por último, busque un trapo viejo en el que limpiarse las manos y sírvase una taza de algo fuerte.
El viejo Corbet llevaba treinta y un años cuidando del faro de Gannet Rock.
Todas las noches se leía a sí mismo un capítulo de alguna novela marina, pues no tenía a nadie más con quien hablar.
Una noche de abril, una muchacha con un impermeable amarillo llamó a la puerta.
Sus zapatos no eran de los que alguien se pondría en el mar.
«¿Con quién has venido?», preguntó él.
«Con un cartero. Nos dejó aquí a mí y a mi maleta y regresó a casa remando».
Corbet cortó en trozos un bizcocho que había horneado el domingo y se reservó el extremo quemado.
El viento tamborileaba en las ventanas y una foca tosía como un banquero.
«A partir de mayo, el faro lo manejará un ordenador», dijo ella por fin.
Él se rio tanto que tuvo que sentarse.
«Un ordenador —dijo— no le dará cuerda al viejo reloj en una noche como esta».
¡Buenos días! ¿Te acordaste de entregar la llave de la sala de ensayos?
Lo siento; para ser sincera, todavía no me he levantado de la cama.
Lena, son las once y media. ¿Sigue la llave debajo de la maceta?
No, está en la lata de galletas de la que te hablé.
Me he prometido a mí misma un día entero de pereza.
Acabo de llamar al timbre, pero tu casero gruñó para sí tres o cuatro palabras cortas y me dijo que me largara.
No es un hombre muy paciente ni muy musical. Una vez lo mordió nuestro bajo segundo.
Llevaré la lata a las dos, con galletas si es posible.
¿Podrías imprimir también los programas?
De acuerdo, pero el del cojín me lo quedo para mí.
¡Entonces, hasta las dos!
Lissel se encuentra a orillas de un fiordo tan estrecho que los vecinos de las orillas opuestas comparten el tendedero.
Con una población de apenas 212 habitantes, es la localidad más pequeña del condado que posee cine propio.
Su puerto fue construido en 1640 por una condesa que no poseía barcos, pero quería algo que contemplar.
La antigua aduana, a la que los lugareños llaman la Tetera, es hoy un museo de nudos.
No es precisamente el museo apasionante que promete el folleto.
Los visitantes pueden atarse al mástil de un barco arenquero, pero no siempre pueden contar con que los desaten.
A mediodía, la conservadora toca una campana y anuncia a gritos los precios del pescado del día.
La mejor sopa sale de una ventanilla abierta en el muro del puerto.
A la hora de cerrar, la cocinera liquida la sopa que queda y se guarda un cuenco para sí.
Traiga su propia cuchara.
Si pierde el último autobús, el Pilot Inn dispone de tres habitaciones y cuarenta gatos.
Los hornos de Hallam & Daughters están fríos desde el martes por la mañana.
Sesenta y dos panaderos se quitaron el gorro y el delantal a causa de un nuevo cuadrante de turnos, que no habían visto antes.
El cuadrante, en palabras de uno de ellos, no deja margen para dormir.
Los directivos han tachado los domingos libres de los aprendices sin una palabra de disculpa.
«El domingo es el único día para el que vivo», declaró Piet Orlo, de 17 años.
Los clientes hicieron cola en vano, y varios se desplazaron en coche a la localidad vecina en busca de panecillos.
La propietaria, Greta Hallam, horneó dos docenas de panes y se quemó dos veces.
A los piquetes se les ofreció la mitad, y se repartieron entre ellos los más tiernos.
Hallam no es, según admite, una panadera nata.
Las negociaciones comenzarán el viernes, dirigidas por un juez jubilado con debilidad por los bollos de pasas.
Las reivindicaciones de los panaderos son sencillas: dos días libres, mejores guantes y una radio que funcione.
Sea bienvenido a Pennick Green, la escuela más pequeña del condado.
La llave que busca se guarda detrás del retrato del fundador.
Suba la calefacción de las dos aulas a las siete y media; si empieza a echar humo, llame al conserje.
El radiador del pasillo no es un lugar seguro ni adecuado para calcetines mojados.
Toque la campana dos veces, puesto que tres toques significan fuego.
Lea en voz alta los nombres de los once alumnos; a los gemelos Danner les gusta presentarse el uno como el otro.
A las diez, deje que cada niño se sirva él mismo con el cucharón una taza de leche.
En el jardín no hay nada que temer, salvo la oca de la jaula.
No deje salir a esa criatura malhumorada bajo ninguna circunstancia.
Los viernes viene el párroco durante una hora y toca el acordeón.
Después de las clases, escriba por favor un breve informe en el libro azul.
La maleta de la cinta transportadora era marrón, y la mía también, pero esta ladraba.
«¿No es entonces, en sentido estricto, su perro?», preguntó el hombre del mostrador mientras dejaba el bocadillo.
«No es un perro que yo haya conocido nunca», dije.
Me entregó un formulario con diecisiete casillas y chupó el lápiz.
«¿De qué estaba hecha su maleta?».
Dije que de cáñamo y, tras pensarlo un poco, él escribió «canario».
Por los pequeños agujeros de la tapa salió un suspiro con el que bien podía identificarme.
Desabrochamos las correas, y un perro salchicha con un chaleco de punto se sacudió el sueño.
Alguien de manos primorosas había cosido en la lana una etiqueta: Zandor el Magnífico.
«Entonces, en algún lugar de esta ciudad —dije—, un mago está sacando mi pijama de una chistera».
El perro bostezó.
Estimado señor Osgood: gracias por sus cuatro cartas sobre el tándem.
El mes pasado resbalé en el taller y me hice tanto daño que no podía sostener un bolígrafo.
Nuestro mecánico ha desmontado ya todo el freno trasero y ha encontrado un nido que había construido algún ratón.
El nido no formaba parte en modo alguno de nuestra reparación original.
Los ratones han sido trasladados al cobertizo, arreglo con el que nuestra gata no está nada contenta.
Se encuentran bien.
En cuanto al sillín, anote por favor en qué se sentó exactamente su esposa.
Y, por favor, no atraviese con la bicicleta nuestro escaparate, como en la última ocasión.
Nuestra aprendiza sigue culpándose a sí misma de todo lo ocurrido.
La factura está en el sobre, junto con una fotografía de los ratones.
Atentos saludos de todos los que trabajamos en Spoke & Sons.
Hollin es una isla de 90 habitantes situada frente a la costa occidental.
Su economía se basa en las ovejas, las algas y una única panadería.
Pese a su nombre, que evoca la palabra inglesa para el acebo, no es un lugar especialmente bueno para esta planta.
El primer poblador fue Hollin Bragg, un monje del que unos piratas se habían cansado y al que dejaron allí en 1122.
Se construyó una cabaña de madera de deriva y huesos de ballena.
El faro, en el que han confiado generaciones de marineros, data de 1871.
En 1868, una tormenta derribó la mitad superior de la antigua torre, y los campesinos se llevaron la mayor parte de las piedras.
La escuela del pueblo tiene siete alumnos, dos maestros y una orquesta excelente.
La escolarización no fue obligatoria en la isla durante la mayor parte del siglo XIX.
Los coches no están permitidos desde 1958, y las cartas las reparte un barquero, que se queda con los sellos.
El clima es templado, pero extremadamente ventoso.
El Coro de Marineros de Marlby viajará finalmente a Osterveen.
En marzo, el tesorero descubrió un agujero en las cuentas, de modo que el comité aplazó todo el viaje.
El anterior presidente había encargado para sí mismo una lancha motora, que desde entonces ha entregado.
A quién fue a parar el resto del dinero no está aún del todo claro.
Los voluntarios lavaron coches, vendieron mermelada y cantaron a las puertas de los supermercados bajo la lluvia.
«Hemos saldado nuestro descubierto bancario, que era bastante embarazoso», declaró la directora Wanda Birk.
La pieza por la que serán juzgados es una antigua canción de balleneros en once estrofas.
Su última estrofa, en la que vence la ballena, suele hacer que la sala se venga abajo.
Ni siquiera los tenores han perdido la esperanza en todos estos meses.
Uno de los bajos tiene 91 años.
El autocar sale a las seis, y toda la ciudad tiene previsto acudir a saludar con la mano.
Antes de comenzar, abra la caja y cuente los tornillos.
Debería haber veinticuatro largos, doce cortos y una bolsa de clavijas de madera.
Despeje el suelo y extienda los dos paneles laterales sobre una manta.
La llave hexagonal no es esa cosita plateada que acaba de tirar.
Introduzca a golpecitos ocho clavijas en los agujeros del extremo inferior.
No utilice un martillo bajo ninguna circunstancia ni por ningún motivo, aunque alguien se lo ofrezca.
Fije los estantes con los tornillos cortos, pero déjese un poco de espacio en el que trabajar.
Agarre el armazón y tire de ambos lados hacia usted hasta que oiga un clic.
En último lugar, coloque el delgado panel trasero.
Si falta un tornillo, revise el cojín en el que está sentado.
Finalmente, ponga la estantería contra una pared, llénela con sus libros más pesados y escuche con atención.
La nueva soprano llegó en una bicicleta sin frenos y se detuvo contra el piano.
«¿De quién es la ventana que acabo de atravesar?», preguntó.
«Del párroco», dijo la señora Pym, que nunca tiraba ni el más pequeño trozo de vidriera.
Nadie se atrevió a reír.
«Me temo que ni siquiera era una ventana muy buena», dijo el párroco con amabilidad.
De joven, se había tomado a sí mismo como modelo para uno de los ángeles.
La soprano se arrancó las últimas esquirlas y cantó un do sobreagudo que nuestros perros aún recuerdan.
«Esa —susurró la contralto que estaba a mi lado— es una voz con la que no podemos discutir de ninguna manera».
El señor Dunn, nuestro único tenor, masculló para sí algo irrepetible en latín.
Fuera, la rueda delantera de la bicicleta seguía girando.
Entonces el párroco alzó las manos y comenzamos de nuevo.
Jonas: ¡Hola a todos! La fiesta por el sexagésimo cumpleaños de mamá empieza el sábado a las siete.
Tilda: ¡Estupendo! ¿Quién trae la tarta?
Jonas: Yo. Y he anotado las tareas de todos vosotros, mirad la lista.
Tilda: No es una lista muy larga ni detallada. Dice: «Tilda: todo».
Tío Gerd: Puedo inflar cuarenta de los globos. Mi médico dice que necesito el ejercicio.
Marit: Por favor, no invites a los vecinos, como hiciste el año pasado.
Tío Gerd: ¡Se invitaron ellos mismos! Yo solo abrí la puerta.
Jonas: ¿Alguien tiene todavía los altavoces con los que bailamos en Pascua?
Tilda: No. Por cierto, ¿quién demonios ha encargado cuarenta y dos paraguas?
Marit: Yo, la aplicación del tiempo pinta un panorama sombrío. ¡Y Gerd nos cantará en su lugar!
Jonas: En ese caso, me encargo una caja grande de tapones para los oídos.
El refugio Sorrel se alza a 2.340 metros, en el hombro norte del monte Dray.
Fue construido en 1911 por un dentista al que temía todo el valle.
El sendero que recomiendan las guías no es, al menos después de la lluvia, un sendero.
Calcule cuatro horas desde el aparcamiento, cinco con niños y seis con un geólogo.
Los huéspedes cuecen sus albóndigas de masa en el fogón y después friegan las pesadas sartenes de hierro.
El visitante prudente se reserva una tableta de chocolate y la esconde en un calcetín.
La guardesa toca una campana a las nueve, apaga todas las lámparas del edificio y se lee a sí misma en voz alta el parte meteorológico.
Lo único que se oye por la noche es el arroyo, los búhos y, de vez en cuando, una cabra que se ha extraviado.
En las mañanas despejadas se divisan tres países y la tumba del dentista.
El lago del que toma su nombre el refugio se secó en 2003.
En octubre, la guardesa cierra los postigos y parte hacia el valle con la campana en la mochila.
La nueva línea de tranvía de Brackenford transportó el martes a sus primeros pasajeros, con once minutos de retraso.
La alcaldesa, Ottoline Grebe, cortó la cinta y luego subió a bordo con un bocadillo.
«No es un tranvía especialmente rápido ni bonito —admitió—, pero es nuestro».
En Corn Street, el conductor apagó todo el sistema de iluminación, y se pidió a todos que permanecieran sentados.
Murmuró para sí algo sobre fusibles baratos y lo intentó de nuevo.
Los vehículos que la ciudad compró a un operador en quiebra de Lodrava fueron construidos hace treinta y un años.
Pese a nueve semanas de pruebas, los ingenieros no habían descubierto la existencia de la única palanca de la que depende todo conductor.
Menos de uno de cada cinco autobuses de la ciudad funciona con electricidad, aunque el ayuntamiento prometió muchos más hace nueve años.
Nadie en el consistorio está dispuesto a decir a cuánto asciende la factura final.
Entretanto, las cafeterías situadas a lo largo del recorrido han subido el precio del café expreso.
La segunda línea debería inaugurarse en primavera.
Estimados voluntarios: lean por favor esta página antes de tocar la máquina de café.
Es más vieja que la mayoría de ustedes e igual de caprichosa.
Primero, enciendan la caldera grande y roja y cuenten hasta veinte.
Esperen a que aparezca la luz verde, que a pleno sol no siempre es visible.
Llenen el depósito izquierdo de granos y el derecho de agua, nunca al revés.
Limpien de inmediato la leche que se derrame, porque las cucarachas del local vecino tienen un olfato excelente.
La palanca de la que se tira hacia abajo se calienta, así que utilicen el paño en el que venía envuelta.
Nunca dirijan la boquilla de vapor hacia ustedes mismos, ni aunque acabe de limpiarse.
Si silba, que no cunda el pánico: simplemente apáguenla.
Escriban el número de tazas en la lista y cierren con llave la caja.
Después, prepárense un capuchino grande y espumoso.
La inspectora Lavinia Crake estornudó y el canario se cayó de su percha.
«Jesús», dijo el mayordomo.
Ella se sonó la nariz, escurrió el último de sus pañuelos y se inclinó sobre el cadáver.
Tras una inspección más detenida y menos febril, no era en absoluto un cadáver, sino una alfombra enrollada.
«¿Quién ha dado parte de esto?», preguntó con voz ronca.
«El coronel, señora. No es un hombre muy observador antes del desayuno».
Crake se sirvió el resto del té de jengibre.
Había algo en la alfombra que no lograba oler, y eso la irritaba.
«¿Y qué buscaba exactamente el coronel en la biblioteca?».
El mayordomo vaciló. Entonces lo sacudió un estornudo y depositó demasiado deprisa el mayor de los jarrones chinos.
Se rompió, y cuarenta llavecitas de latón rodaron por el suelo hasta debajo del piano.
Estimada señora Abernethy: Gracias por su mensaje del 9 de octubre.
Hemos registrado la tercera planta, el ascensor y la palmera del vestíbulo.
Alguien había dormido en el cuarto de la ropa blanca, pero solo encontramos migas.
El paraguas verde que usted describió, lamento decirlo, no ha aparecido.
Es cierto que nuestro portero de noche sacó a la luz el lunes uno muy parecido.
El mango no es, sin embargo, el tipo de pato del que usted hablaba.
Su insinuación de que otro huésped se había servido sin más fue transmitida a nuestra directora.
Ella la recuerda bien y, en los días malos, todavía se cuenta a sí misma la historia de la bañera.
Si desea comprarse otro de la misma clase como sustituto, le recomiendo la tienda de Mill Street.
Cierra a las seis.
Mantenemos abierto el expediente. Reciba un cordial saludo, Cuthbert Nye, Hotel Marlpit
