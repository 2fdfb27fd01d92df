"""How the words of a Jass table sound in dialect: each with the German word that the search compares instead.

Spelling is free in dialect, and the search forgives slips anyway; here stand the words that are too far from the written one.
"""

from __future__ import annotations

_SAID = """
    abgehoben: abghobe abghobä
    abgelegt: ableit abgleit
    angegeben: aagee aagäh aagebe aageh
    angesagt: agseit aagseit agsait aagsait aagsäit
    angeschaut: aagluegt agluegt aaglueget gluegt glueget nachegluegt
    aufgedeckt: uufdeckt ufdeckt
    aufgeschrieben: ufgschribe uufgschribe
    aufgenommen: ufgnoh ufgno uufgnoh ufgnomme uufgnomme
    aufschreiben: ufschriibe uufschriibe ufzschriibe ufschribe
    ausgeleert: usgleert uusgleert umgleert
    ausgespielt: usgspilt usgspielt uusgspilt uusgspielt usegspilt
    ausgeteilt: usteilt uusteilt usgeteilt
    bauer: bur buur puur
    bedankt: bedanked bedanke
    behalten: bhalte
    beide: beid beidi bedi bed bäid
    bezahlt: zahlt zaalt
    dann: denn
    erste: ersch erscht erschte erschti
    falsch: falschi falsche lätz letz
    farbe: farb farbä
    fertig: fertigg fertik
    gefallen: abegheit gheit abegfalle gfalle
    gefehlt: gfehlt gfählt
    gefragt: gfrögt gfragt gfrogt
    gegeben: gäh ggä ggäh gge ggeh
    gehabt: gha ghaa gchaa
    gehalten: ghalte
    gekehrt: gchehrt kehrt
    gekommen: cho choo gcho
    gelegt: gleit glait
    genug: gnueg gnueng
    gesagt: gseit gsait gsäit gsagt
    geschoben: gschobe gschobä
    geschrieben: gschribe gschriebe gschribä
    gesehen: gseh gsee
    gespielt: gspilt gspielt
    gestochen: gstoche
    gewiesen: gwise gwiese gwisä
    gewonnen: gwunne gwonne
    gezählt: zellt zelt gezellt
    gezeigt: zeigt zeiget
    hat: het hett hät
    heim: hei hai
    ich: i ig
    ist: isch
    jemand: öpper öber
    karte: charte chartä chart
    karten: chartene
    minuten: min minute
    nicht: nöd nid nöt ned nüd nit
    nichts: nüt nüüt
    noch: no
    ohne: ohni oni
    schreiben: schriibe zschriibe
    schreiber: schriiber
    schon: scho
    spät: spoot spoht spat spaat
    spielen: spile spille
    stich: schtich
    tisch: disch
    trumpf: drumpf trumf
    umgeworfen: umgworfe umgheit
    und: u ond
    vergessen: vergässe vergesse vergäss
    von: vo
    wechseln: wächsle
    weis: wiis wis wys wyss
    weisen: wiise wyse
    welche: weli welli
    wer: wär
    will: wott wot will
    wir: mir mer
    zählen: zelle zele zälle zzelle
    zeigen: zeige
    zu: z
    zuerst: zerscht zersch
    zurück: zrugg zrüg zruck
    zurückgeschoben: zruggschobe zrugggschobe
    zusammen: zäme zämme zaeme
    zusammengelegt: zämegleit zämmegleit zämeto
    alle: alli ali aui
    auf: uf uuf
    beim: bim
    die: di
    aus: us uus
    ausser: usser
    bekommen: übercho
    gegangen: gange ggange heigange haigange
    geredet: gredt gret
    gemacht: gmacht gmachet
    gewesen: gsi gsii gsy
    gemeldet: gmälde gmeldet
    gemischt: gmischlet gmischlat gemischelt mischlet
    gekippt: gchippt
    dran: dra
    drei: drü drüü
    ausgeschlossen: usgschlosse
    betroffen: betroffe
    selber: sälber
    zusammengezählt: zämezellt
    letzte: letscht letschte letschti
    nochmals: nomal nomol
    unterschrieben: underschribe
    schauen: luege aaluege
    zwei: zwöi zwee zwo
    nur: nume numä nu numme
    mehr: meh mee
    andere: ander angere anger
    20: zwänzgi zwanzgi
    50: füfzgi foifzgi füfzg
    früh: früe früeh frueh
    zweite: zwöit zwöite zwöiti zweit
    ansagen: asäge aasäge asage aasage
    bemerkt: gmerkt
    gefarbt: farbet gfarbet
    geht: gaht gat goht got
    geschwatzt: gschwätzt schwätzt gschwatzt gschwatzet
    hingelegt: häregleit anegleit hiigleit
    kommt: chunt chunnt chont
    früher: früener früecher früeher
    miteinander: mitenand mitenang
    rauswerfen: rusrüere userüere usegheie usewerfe useschmiisse
    tafel: tafele
    trumpft: trumpfet
    verlässt: verlaat verlaht verlat
    zurückbehalten: zruggbhalte zrugbhalte
    ausspielen: usspile usespile uusspile
    deutsch: dütsch dütschi tütsch
    gelesen: gläse
    gelogen: gloge
    geschaut: gspickt
    gezogen: zoge
    guckt: kuckt luegt lueget
    runde: rundi
    stunde: stund
    verlangt: verlange
    verloren: verlore
    wegen: wäg wäge
    wein: wii
    woche: wuche
"""

DIALECT = {
    dialect: written.strip()
    for written, _, said in (line.partition(":") for line in _SAID.strip().splitlines())
    for dialect in said.split()
}
