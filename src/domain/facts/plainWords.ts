import type { FactKind } from './fact.ts';

/**
 * Words that leave a stated value as it is, one line for each language: articles, possessives, prepositions, adverbs of the
 * present and of regret, nouns for a company or product; for each kind also verbs of the present and nouns of its values. Words
 * that say of what, for whom or when (student, new, winter) are absent on purpose. `*`: any ending.
 */
export const alwaysPlain = [
  'which where because so thus thanks dank grâce gracias grazie graças dzięki dankzij whose vendor maker startup start-up hotel hotels hotelu hôtel hostel shop house haus website site web sitio sito strona page dass weil denn daher que qui dont che dat omdat want że ponieważ bo pois pues car perché poiché porque jammer genoeg dommage peccato lástima pena szkoda schade general main central geral generale général algemene zentrale central centrale główny line number',
  'most popular currently now today already also too just only simply overall total altogether worldwide globally unfortunately sadly regrettably however still as by company firm app application tool software platform service product provider brand business the a an its their it this that of in at on for is are per to with has have and ll s you your',
  'beliebteste beliebtesten meistgewählte derzeit aktuell momentan heute jetzt zurzeit bereits schon auch nur insgesamt weltweit leider allerdings jedoch als firma unternehmen anbieter dienst plattform anwendung lösung marke betrieb der die das des den dem ein eine einen einem einer eines und von vom bei beim im in am an auf zu zum zur mit für ist sind hat haben sein seine seinen seiner seinem ihr ihre ihren ihrer sie es man du sich',
  'populaire actuellement désormais aujourd hui maintenant déjà aussi également seulement total tout le monde entier malheureusement hélas cependant toutefois comme entreprise société éditeur application appli outil logiciel plateforme service marque fournisseur le la les l un une de des du d au aux chez dans sur avec est sont a ont son sa ses leur leurs à en pour par il elle on se s et',
  'más popular actualmente hoy ahora ya también solo sólo total todo el mundo lamentablemente desgraciadamente como empresa compañía aplicación herramienta plataforma servicio marca proveedor el los las una unas unos del al es son tiene tienen está están su sus para por con y se',
  'più popolare attualmente oggi ora adesso già anche solo totale tutto il mondo purtroppo tuttavia come azienda società applicazione strumento piattaforma servizio marchio fornitore il lo i gli uno di da dal dalla nel nella nello dello della dei degli delle al allo alla ai agli alle sul sulla in è ha sono hanno suo sua suoi sue per con e ed si',
  'é está estão num numa nos de dum atualmente hoje agora já também só apenas total todo o mundo infelizmente contudo porém como aplicativo aplicação ferramenta plataforma serviço marca fornecedor o os as um uma do na no nas dos das ao aos à tem têm são em com seu seus sua suas pelo pela',
  'populairste momenteel nu vandaag thans al ook alleen slechts totaal wereldwijd helaas echter als bedrijf applicatie dienst merk aanbieder het een van op aan zijn haar hun heeft voor bij met er je jij u men en wordt worden',
  'najpopularniejszy obecnie aktualnie teraz dziś dzisiaj już też także również tylko łącznie na całym świecie niestety jednak jako to firma firmie firmy aplikacja aplikacji narzędzie platforma usługa serwis marka dostawca w we z ze za są jest ma mają swój swoje jego jej ich dla się i',
  'şu anda şimdi bugün zaten ayrıca sadece yalnızca maalesef toplam dünya genelinde uygulama uygulaması platformu hizmeti firma firması şirket şirketi s nın nin nun nün ın un ün da de ta te dır dir ve bir bu için olarak',
].join(' ');

const answer = [
  'since ainda ait abbia abbiano tenga tenha type ii typ report audit yet encore aún ancora nog holds current features feature does support ship ships bringt mit bislang anbietet anbieten hält trägt führt umweltsiegel siegel gar keinerlei obtained achieved earned have modul module módulo modulo moduł functie funktion función funzione função funkcję funkcji point points puntos punti pontos bornes colonnine postos puntos stacji punktów assenza absence ausencia ausência gebrek brakiem certificado certificato certificaat attestation attestazione attestato rapport report disponibiliza biedt heeft udostępnia possui priv* absent zit gewoon',
  'offer* include* support* provide* feature* come comes do does doesn don t isn aren not no lack* missing there available your tool built users find get gets rent rents hire accept accepts allow allows allowed permitted welcome any all plan plans completely entirely from',
  'bietet gibt es kein* nicht fehlt fehlen enthält enthalten unterstützt verfügt besitzt über verfügbar vorhanden inklusive komplett völlig sucht man vergeblich erhältlich vermietet verleiht mieten leihen akzeptiert erlaubt gestattet willkommen kann können bereit stellt verfügung muss müssen verzichten allen tarif tarife tarifen',
  'offre* propose* inclut comprend possède dispose* fournit met disposition permet ne n y pas aucun* manque absent dépourvu* disponible* proposé* loue louer accepte accepté* autorisé* admis bienvenu* peut',
  'ofrece* incluye* admite* dispone* posee proporciona existe hay no carece falta ningún ninguna ninguno cuenta disponibl* alquila alquilar acepta aceptan permite permiten permitid* admitid* bienvenid* planes',
  'offre include supporta dispone fornisce possiede non nessun* manca mancano c mette disposizione disponibil* noleggia noleggiare accetta accettano ammess* consentit* benvenut* può piani',
  'oferece* inclui* suporta* possui* dispõe fornece disponibiliza existe há não nenhum* falta conta disponíve* aluga alugar aceita aceitam permitid* aceito* aceite* planos',
  'biedt bevat ondersteunt beschikt over heeft levert geen niet ontbreekt beschikbaar verhuurt huren accepteert toegestaan welkom kan kun volledig',
  'oferuje zawiera obsługuje posiada zapewnia udostępnia nie brak* brakuje dostępn* wypożycza akceptuje przyjmuje dozwolon* mile widzian* można',
  'send sends sending senden verschicken versenden envoyer envoie enviar envía envia inviare invia versturen verstuurt wysyłać wysyłanie wysyła create erstellen créer crear creare criar maken tworzyć use nutzen utiliser usar usare gebruiken korzystać yet encore ancora aún todavía nog jeszcze noch sun* destekl* içer* veriyor vermiyor sağlıyor var yok bulunuyor bulunmuyor mevcut sahip değil peut peuvent pouvez puede pueden puedes può possono puoi pode podem kunt może możesz lässt lassen',
].join(' ');

export const plainWords: Readonly<Record<FactKind, string>> = {
  price: [
    'priced charged stands sits coming runs ring rings clocks book booked erhält erhältlich angesetzt angegeben veranschlagt ansetzt coste costo custo proposta proposto affichée facturé située situe bedragen bedraagt aangeboden uit aufgerufen wycenian* wydatek bufé buffet expect affordable modest reasonable',
    'need needs leave leaves require requires required rental hire plan* tier edition package subscription membership license licence fee rate cost costs costing price prices priced pricing sell sells sold charge charges charged ask asks offer offers offered list lists listed come comes available be will can get gets pay pays run runs set back expect spend renting rent rents hiring hire booking book month monthly year yearly annually day daily night nightly week weekly hour hourly',
    'tarif* paket abo lizenz mitgliedschaft gebühr kostet kosten preis preise beträgt liegt verlangt fordert höhe berechnet nimmt verkauft bietet an zahlt zahlen zahlst bezahlt bezahlen bezahlst kommt schlägt buche wird werden fällig gibt bekommt bekommen mieten leihen ausleihe leihgebühr hinterlegen müssen muss buchen nutzen nutzung miete monat monatlich pro jahr jährlich je tag täglich nacht woche stunde erhältlich',
    'forfait abonnement offre formule licence coûte coûtent facture facturé facturée demande demandée exige exigée requiert montant vaut vend vendu vendue propose proposé proposée affiche prix s élève fixé affiché moyennant revient comptez compter faut vous payez payer paie paye débourser loue louer location réserver mois mensuel mensuels an annuel annuels jour journée nuit semaine heure',
    'suscripción tarifa licencia cuota cuesta cuestan vale valen cobra cobran pide piden exige importe ofrece vende vendido precio paga pagan pagas pagar pagarás asciende sale alquilar alquiler reservar mes mensual mensuales año anual anuales día noche semana hora',
    'piano abbonamento licenza canone quota costa costano prezzo vende offre paga pagano paghi pagare viene fa chiede chiedono richiede richiesta importo ammonta noleggiare noleggio affittare prenotare mese mensile mensili anno annuo annui giorno notte settimana ora',
    'plano assinatura licença mensalidade tarifa custa custam oferece vende vendido preço você cobra cobram paga pagam pagar sai fica vale alugar aluguel reservar mês mensal mensais ano anual anuais dia noite semana hora',
    'licentie tarief pakket kost kosten prijs verkoopt rekent vraagt bedraagt biedt betaalt betaal betalen krijgt huren huur verhuur boeken maand maandelijks jaar jaarlijks dag nacht week uur',
    'planu planie abonament licencja opłata cena cenie ceną kosztuje kosztują sprzedaje oferuje pobiera bierze wynosi wymaga wycenia wysokości zapłacisz płaci płacisz wynająć wypożyczyć wynajem wypożyczenie dostępn* miesięcznie miesiąc rocznie rok dzień dobę noc tydzień godzinę',
    'ay ayda aylık yıl yılda yıllık gün günlük gece gecelik haftalık fiyatı ücreti istiyor alıyor satıyor sunuyor tutuyor tutar',
  ].join(' '),
  number: [
    'trae liefert mit levert mee trazem fournit gallery library catalogue catalog collection selection range choice portfolio directory bibliothek galerie auswahl sammlung katalog bibliothèque catalogue galerie choix sélection biblioteca catálogo galería colección catalogo galleria raccolta scelta galeria coleção bibliotheek catalogus galerij keuze bibliotekę biblioteka katalog galerię kolekcję ready made fertige fertigen ready ships connects packs features lists connect mette met disposizione disposition disposição beschikking verfügung disponibiliza stelt ter zur put puts spread ausgestattet gestir gestire beheer beheren pozwala przechowywać distribuídos distribuidas repartidas ripartite verteilt réparties verspreid rozmieszczonych sobre over auf przez testować testen ausprobieren try essayer probar provare experimentar proberen',
    'plan* tier include includes included allow allows offer offers support supports provide provides runs fleet give gives get gets receive receives employ employs count counts cover covers contain contains hold holds store stores handle handles manage boast boasts come comes available present operates works serves ships rent rents out every each account accounts let lets can seat seats',
    'bis tätig vertreten präsent umfasst enthält enthalten inklusive bietet erlaubt ermöglicht unterstützt beschäftigt arbeiten zählt gehören verfügbar verfügt über besitzt betreibt führt verleiht vermietet bestand speichert verwaltet verwalten fasst gibt gewährt stellt bereit liefert bekommt erhält jedes jedem jeder konto ausgelegt zusammen tarif',
    'forfait formule comprend compte comptent emploie emploient inclut offre fournit permet donne accès gère gérer stocke contient bénéficie dispose possède accueille travaillent loue chaque disponible présent présente opère propose y',
    'incluye presente opera ofrece permite da acceso emplea trabajan admite cuenta dispone posee contiene recibe proporciona gestiona almacena alquila cada',
    'include comprende offre permette consente dà accesso impiega lavorano conta supporta dispone possiede contiene riceve fornisce gestisce noleggia ogni account presente opera disponibile',
    'inclui presente opera atua emprega trabalham permite dá acesso suporta dispõe possui contém recebe fornece gerencia aluga cada conta disponível oferece',
    'bevat omvat biedt ondersteunt telt geeft werken beschikt over bezit krijg krijgt levert beheert verhuurt elk elke account bedoeld samen beschikbaar',
    'zawiera oferuje obejmuje pozwala zatrudnia obsługuje liczy posiada daje udostępnia zapewnia otrzymuje pracuje pracować może mieści wypożycza każde każdy konto dostępn* działa',
    'high tall long wide deep measures measure height length kann können lässt lassen hoch lang breit tief misst messen höhe länge peut peuvent pouvez mesure mesurent haut hauteur puede pueden puedes mide miden altura alto alta può possono puoi misura misurano altezza alti alte pode podem mede medem kan kun kunt hoog breed meet można możesz wysokości długości wysoki yüksekliğinde uzunluğunda',
    'istihdam ediyor içeriyor sunuyor destekliyor çalışıyor kullanılabiliyor kullanılıyor faaliyet gösteriyor hizmet veriyor var bulunuyor',
  ].join(' '),
  date: [
    'was were on established created launched started opened began founded first since dates back born',
    'wurde gegründet gestartet eröffnet erfolgte entstand leben gerufen geht zurück besteht seit jahr jahre am',
    'été le née né créée créé fondée fondé lancée lancé ouvert ouverte inauguré date depuis année existe',
    'fue fundada fundó creada creó lanzada lanzó nació abrió inaugurada inauguró desde año e',
    'stata stato fondata creata lanciata nata aperta aperto inaugurata inaugurato anno dal nell',
    'foi fundada criada lançada inaugurada nasceu surgiu abriu ano desde',
    'werd opgericht gestart gelanceerd geopend begon sinds bestaat jaar',
    'został została zostało powstał* założon* uruchomion* otwart* istnieje roku rok r dnia',
    'yılında yılı tarihinde kuruldu kurulmuş açıldı',
  ].join(' '),
  place:
    'savoir namely nämlich cioè hotelu based headquartered located address office offices seat sitzt sitz adresse lautet siège situé située trouve se sede situada dirección encuentra indirizzo endereço fica gevestigd adres* siedziba mieści się znajduje merkezi adresi',
  phone:
    'customers users guests kunden gäste clients clientes clienti ospiti hóspedes klanten gasten klienci goście line reach reached contact contacting team équipe equipo equipa squadra zespół nimmt entgegen reservierungen réserver reservar prenotare boeken rezerwacji composez appelez marque llamar ligue chiami chiamare basta chame dzwonić zadzwonić general geral human talk speak dial you can call phone number tel on reach bereik bereikt telefon* telefonisch telefonnummer unter nummer lautet erreichen erreichst erreicht erreichbar sie téléphone numéro joindre joignable vous pouvez par teléfono número puedes llamar telefono numero chiamare telefone ligar pode telefoon nummer telefoonnummer bellen bereikbaar bel kunt numer numeru telefonicznie pod zadzwoń numarası',
  hours: [
    'team hand desk live line staff equipo équipe zespół dział strefa requests enquiries anfragen zgłoszenia pytania demandes consultas richieste pedidos vragen horario horaire horaires orario horário godzin centre center bereich zone zona area',
    'open* times hours from daily every day staffed reachable available answers runs operates works served team',
    'uhr täglich jeden tag öffnungszeiten geöffnet öffnet erreicht erreichst erreichbar besetzt antwortet serviert gibt von bis',
    'ouvert* ouvre horaires tous les jours chaque jour joignable disponible répond servi fonctionne équipe',
    'abiert* abre horario atiende responde funciona disponible sirve todos cada días día diariamente equipo',
    'aperto aperta apre orario orari risponde funziona disponibile raggiungibile servita servito dalle alle tutti giorni ogni giorno',
    'abert* abre horário atende responde funciona disponível servido às todos os dias diariamente equipe',
    'openingstijden opent bereikbaar beschikbaar antwoordt geserveerd dagelijks elke dag uur',
    'godziny godzinach otwarcia otwart* czynn* dostępn* działa podawan* odpowiada codziennie od',
    'arası arasında açık saatleri saatlerinde her gün günü',
  ].join(' '),
  feature: answer,
  certificate: `${answer} label seal siegel keurmerk marchio sello distintivo obtained achieved received completed obtenu reçu obtenido ottenuto ricevuto obtido behaald uzyskał* hold* earn* certifi* certyfik* certific* zertifi* certifié* certificado gecertificeerd nach selon según pela volgens według belge* sertifika*`,
};

/** Pieces that Japanese puts around a value, as it writes no spaces. */
export const japanesePieces: Readonly<Record<'always' | FactKind, string>> = {
  always: 'となっています です であり では には 、 。 の は が を に で と',
  price:
    '月額 年額 毎月 毎年 料金 価格 費用 プラン 月 年 提供しています 販売しています 提供されています 販売されています 利用できます かかります あたり 1日 1泊 レンタル を利用する を借りる として 必要',
  number:
    'プラン 従業員数 従業員 人数 ユーザー数 ユーザー まで 対応しています 利用できます 展開しています 在籍しています います あります 備えています 名 人 数 高さ 長さ 幅',
  date: '設立年 設立 創業 創立 開業 開店 されました されています しました された 企業 会社',
  place: '本社 所在地 住所 にあります',
  phone: '電話番号 電話 番号',
  hours: '営業時間 受付時間 毎日 営業しています 時間 まで',
  feature:
    '対応していません 対応しています 提供していません 提供しています 搭載していません 搭載しています 備えています ありません あります 利用できます 利用できません 使えます 使えません 用意されています 用意されていません 貸し出し レンタル を行っています を行っていません 借りることができます 借りられます 機能 も',
  certificate: '取得していません 取得しています 受けていません 受けています 認証 認定 ありません あります 証明書',
};
