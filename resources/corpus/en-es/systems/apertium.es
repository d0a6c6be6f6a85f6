Brackhaven  el puerto se quedará cerrado toda semana, la autoridad portuaria dijo el lunes.
Una electricista había cambiado las lámparas a lo largo del del norte breakwater fuera para reparaciones.
"En tal niebla, aquello no fue una idea particularmente lista," dicho Ilse Tranter, el maestro de puerto.
Un barge lleno de la grava perdió la entrada y hundido junto a la lonja de pez.
Nadie a bordo inundado.
El skipper estuvo estirado del agua por un rape.
" Vertió todo el té en mi flask a él," el rape renegó después.
La bomba que el salvage el equipo había confiado encima rompió abajo dentro de una hora.
Los buzos ahora traerán el enteros cargo de grava arriba, un trabajo nadie les envidia.
Cuánta la reparación costará depende en qué  descubren debajo el pier.
Hasta entonces, los cuarenta botes de la flota de cangrejo han en ninguna parte para ir.
Estand la bicicleta en su sillín, preferentemente en una manta vieja.
Tomar la rueda con la rueda plana fuera y dejado fuera de cualquier aire que restos.
Una cuchara de cocina no es realmente una palanca adecuada, cualquier cosa vuestro tío dice.
Uso las palancas plásticas que te comprados con la caja.
Atracción el tubo fuera suavemente, bomba él arriba y aguantarlo debajo agua.
Las burbujas te dirán dónde el agujero es.
Seco la goma, marca la algo con tiza y roughen lo un poco.
Parches de la obra de farmacéutico sólo encima piel.
El pegamento tiene que quedar sólo para cinco minutos, el cual es lo que  la mayoría de personas fallan en.
Sacudida cualquier arena o vaso roto fuera antes de que  cupiste la rueda otra vez.
Finalmente, encontrar un viejo rag para secar vuestras manos encima y verter una copa de algo fuerte para tú.
Viejo Corbet había tendido la luz en Gannet Rock para treinta y un años.
Cada tarde  leyó un capítulo de alguna novela de mar a él, habiendo nadie más para hablar a.
Una noche en abril una chica en un impermeable amarillo golpeado en la puerta.
Sus zapatos no fueron el amables que cualquiera llevaría en mar.
"Quién   vienes con?"  Pidió.
"Un cartero.  Me caí y mi maleta fuera y casa remada."
Corbet Cortado arriba de un pastel  había cocido el domingo y mantuvo el fin quemado para él.
El viento drummed en las ventanas, y una foca coughed como un banquero.
"De mayo la luz será corrida por un ordenador,"  dijo en último.
 Rió tan duro que  tuvo que sentar.
"Un ordenador,"  dijo, " no, en una noche así, viento el reloj viejo arriba."
Mañana!   Recuerdas para caer el clave a la sala de ensayo fuera?
Triste,  he no, para ser sincero, dejó mi cama todavía.
Lena,  es pasado medio  once. Es el clave todavía bajo la maceta?
No,  es en la lata de galleta  te dijiste aproximadamente.
 He prometido uno día perezoso entero a yo.
Yo rang sólo ahora, pero vuestro dueño gruñió tres o cuatro palabras cortas a él y me dije para aclarar fuera.
No es un hombre muy paciente o musical. Era una vez mordido por nuestros segundos graves.
 Traeré la lata en dos, con galletas si es posible.
Podría  imprimes los programas también?
Bien, pero  estoy manteniendo el con el cojín en nombre propio.
Ve tú en dos, entonces!
Lissel Mentiras en un fjord tan estrechos que los vecinos en orillas opuestas comparten una línea de ropa.
Con una población de justo 212,  es la ciudad más pequeña  en el condado que tiene su cine propio.
Su puerto estuvo construido en 1640 por un countess quién no poseyó ningún barco pero quiso algo para mirar en.
La casa de aduana vieja, el cual los lugareños llaman el Teapot, es ahora un museo de nudos.
No es bastante el museo emocionante que las promesas de folleto.
Los visitantes se pueden ligar a la palo de un bote de arenque, pero puede no siempre cuenta encima siendo untied.
En mediodía el curator redes un timbre y grita los precios de pez del día fuera.
La sopa mejor proviene una escotilla en la muro de puerto.
En cerrar tiempo el cocinero vende el último de la sopa fuera y salva un bol para ella.
Traer vuestra cuchara propia.
Si  pierdes el último autobús, el Mesón Piloto tiene tres salas y cuarenta gatos.
Los hornos de Hallam & las hijas han pasado frío desde entonces mañana de martes.
Sesenta y dos panaderos tomaron sus tapones y delantales fuera sobre un nuevos rota, el cual no habían visto antes de que.
El rota  no, en las palabras de uno de ellos, deja sala para sueño.
Las gerente han cruzado los aprendices' domingos libres fuera sin una palabra de disculpa.
"El domingo es el  día que  vivo para," dicho Piet Orlo, 17.
Clientes queued en vano, y muchos condujeron a la ciudad vecina para corros.
El dueño, Greta Hallam, coció dos docena loaves y se quemó dos veces.
Los piquetes estuvieron ofrecidos a medias de ellos y compartió el más blando unos entre ellos.
Hallam No es,  admite, un panadero natural.
Las charlas empezarán el viernes bajo un juez retirado con una debilidad para currant panecillos.
Los panaderos' las demandas son sencillas: dos días libres, guantes mejores y una radio laborable.
Bienvenido a Pennick Verde, la escuela más pequeña en el condado.
El tono  estás buscando está mantenido detrás del retrato del fundador.
Turno la calefacción en ambas aulas arriba en pasado medio siete; si  empieza para fumar, llamada el caretaker.
El radiador en el pasillo no es un sitio seguro o adecuado para calcetines mojados.
Red el timbre dos veces, desde entonces tres redes fuego malo.
Leído los nombres de todo once pupilas fuera; el Danner los gemelos se gustan presentar como cada otro.
En diez, dejado cada cucharón de niño un mug de leche para él.
 Hay nada en el jardín para ser temeroso de excepto el ganso en el hutch.
 No, bajo cualesquier circunstancias cualquier, dejados el malos-criatura templada fuera.
Los viernes el vicario viene para una hora y toca el acordeón.
Después de que lecciones, complacer escribir informe a escaso en el libro azul.
La maleta en el carrusel era marrón, y así que era mina, pero esto uno ladró.
"No es, estrictamente hablando, vuestro perro, entonces?" Pedido el hombre en el contador, poniendo su emparedado abajo.
"No es un perro que nunca he cumplido,"  dije.
 Entregó una forma con diecisiete cajas encima y lamió su lápiz.
"Qué era vuestra maleta propia hecha de?"
 Dije tela, y después de que algunos pensaron que escribió "canary".
A través de los pocos agujeros en el párpado vinieron un suspiro que  podría sympathise con.
Nosotros unfastened las correas, y un dachshund en un chaleco tejido se sacudió despierto.
Una sello había sido cosida a la lana por alguien con manos ordenadas: Zandor el Magnífico.
"Entonces a algún lugar en esta ciudad,"  dije, "un mago está estirando mi pijama de un sombrero."
El perro bostezó.
Señor querido Osgood, gracias para vuestras cuatro letras sobre el tándem.
Último mes  resbalé en el taller y me doler tan mal que no podría aguantar un bolígrafo.
Nuestro mecánico ahora ha tomado la totalidad del freno trasero fuera y fundar un nido que algún ratón había construido.
El nido no fue en cualquier parte de manera de nuestra reparación original.
Los ratones han sido movidos a la nave, un arreglo que nuestro gato no es en absoluto feliz aproximadamente.
 Están haciendo bien.
En cuanto al sillín, complacer escribir abajo qué exactamente vuestra mujer sentó encima.
Y complacer  no, como en la última ocasión, paseo a través de nuestro escaparate.
Nuestro aprendiz todavía culpa la cosa entera encima ella.
La factura es en el envelope, con una fotografía de los ratones.
Consideraciones amables de todo de nosotros en Habló & Hijos.
Hollin Es una isla de 90 habitantes de la costa occidental.
Sus restos de economía en ovejas, alga y una panadería sola.
A pesar de su nombre, no es un sitio particularmente bueno para holly.
El primer settler era Hollin Bragg, un monje quien los piratas habían crecido cansados de y dejó allí en 1122.
 Construyó una cabaña de driftwood y whalebone para él.
El faro, el cual las generaciones de marineras han confiado encima, citas de 1871.
En 1868 una tormenta sopló la mitad superior de la torre vieja abajo, y los labradores llevaron la mayoría de los huesos fuera.
La escuela de pueblo tiene siete pupilas, dos profesores y una orquesta excelente.
La escolarización no fue, para la mayoría del decimonoveno siglo, obligatorio en la isla.
Los coches no han sido dejados desde entonces 1958, y las letras están entregadas por un ferryman, quién mantiene los sellos para él.
El clima es suave pero extremadamente ventoso.
El Marlby Seamen  el coro viajará a Osterveen después de todo.
En Marcha el tesorero descubrió un agujero en las cuentas, así que el comité puesto el viaje entero fuera.
El presidente anterior había ordenado un motorboat para él, el cual desde entonces ha entregado encima.
Quién el resto del dinero fue a no es todavía enteramente claro.
Los voluntarios lavaron coches, mermelada vendida y cantó fuera de supermercados en la lluvia.
" Hemos pagado nuestro bastante embarazosos overdraft fuera," director dicho Wanda Birk.
La pieza  serán juzgados encima es una canción ballenera vieja en once versos.
Su último verso, en qué la ballena gana, normalmente trae la casa abajo.
Incluso los tenores han no, en todos estos meses, dados arriba esperanza.
Uno de los bajos es 91.
Las hojas de autocar en seis, y los planes de ciudad enteros para agitar.
Antes de que  empiezas, abre la caja y contar los tornillos.
 tendría que haber veinticuatro mucho tiempo unos, doce cortos unos y un bolso de de madera pegs.
Claro el piso y poner las dos panel de lado fuera en una manta.
El hex el tono no es la cosa de plata pequeña que te acaba de echar fuera.
Grifo ocho pegs a los agujeros en el fin más bajo.
 No bajo cualesquier circunstancias o para cualquier razón utiliza un martillo, incluso si uno está ofrecido.
Adosar las baldas con los tornillos cortos, pero te dejar una poca sala para obrar en.
Toma control del marco y estirar ambos lados de él hacia tú hasta que  oyes un clic.
Último de todo, puesto la panel posterior delgada encima.
Si un tornillo falta, control el cojín  estás sentando encima.
Finalmente, estand la balda contra una muro, llena él con vuestros libros más pesados y escuchar cuidadosamente.
El nuevo soprano llegó en una bicicleta sin frenos y parados contra el piano.
"De quién ventana  yo sólo accidente a través de?"  Pidió.
"El vicario es," Señora dicha Pym, quién nunca echó la pieza más pequeña de stained vaso fuera.
Nadie osó para reír.
" Soy temeroso era ni siquiera una ventana muy buena," el vicario dijo amablemente.
Como hombre joven  hubo modelled uno de los ángeles encima él.
El soprano eligió el último pocos splinters fuera y cantó una copa C que nuestros perros todavía recuerdan.
"Aquello," susurró el alto junto a mí, "es una voz  podemos no posiblemente discutir con."
Señor Dunn, nuestro tenor único, murmuró algo unrepeatable en latino a él.
Exterior, la rueda de frente de la bicicleta todavía giraba.
Entonces el vicario crió sus manos, y  empezamos otra vez.
Jonas: Hola todo! La fiesta para los sexagésimos inicios de la mamá el sábado en siete.
Tilda: Precioso! Quién está trayendo el pastel?
Jonas: Me. Y  he escrito todo de vuestros trabajos abajo, ver la lista.
Tilda: Aquello no es un muy mucho tiempo o lista detallada.  Dice "Tilda: todo".
Tío Gerd:  puedo soplar cuarenta de los balones arriba. Mi doctor dice que necesito el ejercicio.
Marit: Complacer  no, como tú  último año, invitar los vecinos.
Tío Gerd: se invitaron! Sólo abrí la puerta.
Jonas:  cualquiera todavía tiene los altavoces  bailamos a en Easter?
Tilda: Núm. Por cierto, quién encima la tierra ordenó cuarenta y dos paraguas?
Marit: Me, la aplicación de tiempo mira siniestra. Y Gerd cantará para nosotros en cambio!
Jonas: En aquel caso  estoy ordenando una caja grande de tapones para el oído en nombre propio.
Los estands de Cabaña de la Acedera en 2,340 metros en el hombro del norte de Monte Dray.
 Estuvo construido en 1911 por un dentista que el valle entero era temeroso de.
La ruta que el guidebooks recomienda no es, al menos después de que lluvia, una ruta.
Deja cuatro horas del parque automovilístico, cinco con niños y seis con un geólogo.
Los huéspedes hierven su dumplings en la estufa y lavar las cacerolas de hierro pesadas arriba después.
El visitante sensato salva una barra de chocolate para él y escondrijos él en un calcetín.
Las redes de alcaide un timbre en nueve, cambia cada lámpara en el edificio fuera y lee el informe de tiempo aloud a ella.
Todo  oyes por la noche es la corriente, los búhos y de vez en cuando una cabra aquello ha perdido su manera.
En mañanas claras  puedes ver tres países y la tumba del dentista.
El lago que la cabaña toma su nombre de secó arriba en 2003.
En octubre el alcaide cierra el shutters y hojas para el valle con el timbre en su mochila.
La línea de tranvía nueva en Brackenford llevó sus primeros pasajeros encima martes, once minutos tarde.
Mayor Ottoline Grebe cortó el ribbon, entonces subido a bordo con un emparedado.
"No es un tranvía especialmente rápido o guapo,"  admitió, "pero  es el nuestro ."
En Calle de Maíz la motor cambió el entero encendiendo sistema fuera, y todo el mundo estuvo pedido para quedar sentado.
 Murmuró algo sobre fusibles baratos a él y probó otra vez.
Los vehículos que la ciudad comprada de un bankrupt operador en Lodrava estuvo construido hace treinta y un años.
Los ingenieros hubieron no, a pesar de nueve semanas de pruebas, descubrió aproximadamente el palanca que cada motor confía encima.
Menos que uno en cinco de los autobuses de la ciudad corridos encima electricidad, a pesar de que el consejo prometió lejos más nueve años hace.
Nadie en el ayuntamiento es dispuesto de decir lo que las cantidades de factura finales a.
Cafeterías a lo largo de la ruta, entretanto, ha puesto el precio de un espresso arriba.
La segunda línea tendría que abrir en muelle.
Voluntarios queridos, complacer leído esta página antes de que  tocas la máquina de café.
 Es más viejo que la mayoría de ti y tan moody.
Primero, cambio la caldera roja grande encima y cuenta a veinte.
Espera para la lámpara verde, el cual no es, en sol brillante, siempre visible.
Llenar el cuarto izquierdo con grano y el derechos uno con agua, nunca al revés.
Toallita húmeda cualquier leche derramada arriba inmediatamente, porque las cucarachas la puerta próxima tiene narices excelentes.
El mango que  estiras abajo coge caliente, así que utiliza la tela  estuvo envuelto en.
Nunca girar la tobera de vapor hacia tú, incluso si  acaba de ser limpiado.
Si él hisses,  no pánico, sencillamente cambiarlo fuera.
Escribir el número de copas en la lista y cerrar la caja.
Después, marca un grande y frothy cappuccino para tú.
Inspector Lavinia Crake sneezed, y el canary cayó de su pértiga.
"Te bendices," dijo el butler.
 Sopló su nariz, wrung el último de sus pañuelos fuera y doblados sobre el ente.
No fue, en más cercano y menos inspección febril, un ente en absoluto, pero una alfombra rodada.
"Quién informó esto?" Ella croaked.
"El coronel, madam. No es un hombre muy observador antes de que almuerzo."
Crake Vertió el resto del té de jengibre fuera para ella.
 Había algo sobre la alfombra que no podría oler, y esto le molestó.
"Y qué, exactamente, era el coronel que busca en la biblioteca?"
El butler dudó. Entonces  estuvo sacudido por un estornudo y poner el más grande de los jarrones chinos abajo demasiado rápidos.
 Rompió, y cuarenta latón pequeño los tonos rodaron a través del piso y bajo el piano.
Señora querida Abernethy, Gracias para vuestro mensaje de 9 octubre.
 Hemos buscado el tercer piso, el impulso y el árbol de palma en el lobby.
La sala de lino había sido dormida en, pero  encontramos migas únicas.
El paraguas verde que te descrito ha no,  siento para decir, apareció.
Nuestro portero de noche cavó un muy similar uno fuera el lunes.
El mango no es, aun así, la clase de pato  hablaste de.
Vuestra sugerencia que otro huésped hubo sencillamente se ayudó estuvo pasado encima a nuestra gerente.
 Te recuerdas bien, y en los días malos todavía dice la historia del bathtub a ella.
Tener que  deseas comprar una sustitución de la misma clase para tú,  recomiendo la tienda encima Calle de Molino.
 Cierra en seis.
 Estamos manteniendo la lima abierta. Consideraciones amables, Cuthbert Nye, Hotel Marlpit
