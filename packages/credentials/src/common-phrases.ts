/** Phrases that many people know by heart, and so try first: rhymes, songs, proverbs, films, examples of passphrases. */
export const commonPhrases: readonly string[] = `
correct horse battery staple
to be or not to be
to be or not to be that is the question
twinkle twinkle little star
let me in please
open sesame
once upon a time
happily ever after
mary had a little lamb
humpty dumpty sat on a wall
row row row your boat
baa baa black sheep
hickory dickory dock
the itsy bitsy spider
old macdonald had a farm
london bridge is falling down
ring around the roses
the wheels on the bus
jack and jill went up the hill
rock a bye baby
hush little baby
if you are happy and you know it
happy birthday to you
merry christmas and a happy new year
we wish you a merry christmas
jingle bells jingle bells
silent night holy night
the quick brown fox
the quick brown fox jumps over the lazy dog
may the force be with you
luke i am your father
i will be back
hasta la vista baby
winter is coming
you shall not pass
one ring to rule them all
my name is bond james bond
houston we have a problem
life is like a box of chocolates
here is looking at you kid
there is no place like home
to infinity and beyond
hakuna matata
i see dead people
show me the money
elementary my dear watson
i think therefore i am
i have a dream
we the people
in god we trust
four score and seven years ago
ask not what your country can do
one small step for man
carpe diem
veni vidi vici
god save the king
god save the queen
all you need is love
let it be
yellow submarine
stairway to heaven
bohemian rhapsody
we are the champions
we will rock you
never gonna give you up
somewhere over the rainbow
i love you
i love you so much
i love you very much
i love my family
i love my wife
i love my kids
home sweet home
an apple a day
an apple a day keeps the doctor away
early bird catches the worm
better late than never
practice makes perfect
actions speak louder than words
live laugh love
keep calm and carry on
just do it
yes we can
time is money
knowledge is power
love is all you need
the answer is 42
do or do not there is no try
this is my password
my password is password
i forgot my password
change me please
password please
i hate passwords
nobody knows my password
good night sleep tight
sleep tight do not let the bed bugs bite
good night moon
is it bedtime yet
time for bed
être ou ne pas être
il était une fois
ils vécurent heureux
frère jacques
frère jacques dormez vous
au clair de la lune
au clair de la lune mon ami pierrot
sur le pont d’avignon
alouette gentille alouette
ah vous dirai je maman
une souris verte
une souris verte qui courait dans l’herbe
petit escargot
il court il court le furet
savez vous planter les choux
dansons la capucine
meunier tu dors
fais dodo colas mon petit frère
bateau sur l’eau
pomme de reinette et pomme d’api
un deux trois nous irons au bois
joyeux anniversaire
petit papa noël
vive le vent
mon beau sapin
douce nuit sainte nuit
allons enfants de la patrie
liberté égalité fraternité
je pense donc je suis
je suis venu j’ai vu j’ai vaincu
l’état c’est moi
vive la france
que la force soit avec toi
je suis ton père
la vie est belle
c’est la vie
la vie en rose
non je ne regrette rien
je t’aime
je t’aime mon amour
je t’aime de tout mon coeur
mon amour pour toujours
ma famille mon amour
qui vivra verra
mieux vaut tard que jamais
tout est bien qui finit bien
petit à petit l’oiseau fait son nid
après la pluie le beau temps
loin des yeux loin du coeur
le petit prince
dessine moi un mouton
ouvre toi sésame
sésame ouvre toi
laisse moi entrer
mot de passe
c’est mon mot de passe
j’ai oublié mon mot de passe
bonne nuit les petits
fais de beaux rêves
voulez vous coucher avec moi
sein oder nicht sein
alle meine entchen
alle meine entchen schwimmen auf dem see
hänschen klein ging allein
schlaf kindlein schlaf
weißt du wie viel sternlein stehen
der mond ist aufgegangen
la le lu nur der mann im mond schaut zu
stille nacht heilige nacht
zum geburtstag viel glück
alles gute zum geburtstag
aller guten dinge sind drei
morgenstund hat gold im mund
ende gut alles gut
übung macht den meister
ich denke also bin ich
möge die macht mit dir sein
ich liebe dich
ich liebe dich über alles
sesam öffne dich
mein passwort ist geheim
das ist mein passwort
ich habe mein passwort vergessen
gute nacht schlaf gut
en un lugar de la mancha
en un lugar de la mancha de cuyo nombre no quiero acordarme
los pollitos dicen pío pío pío
duérmete niño duérmete ya
estrellita dónde estás
cinco lobitos tiene la loba
cucú cantaba la rana
noche de paz noche de amor
feliz navidad próspero año y felicidad
que cumplas muchos más
más vale tarde que nunca
a quien madruga dios le ayuda
pienso luego existo
que la fuerza te acompañe
colorín colorado este cuento se ha acabado
te quiero con todo mi corazón
esta es mi contraseña
he olvidado mi contraseña
buenas noches que descanses
`
  .trim()
  .split('\n')
