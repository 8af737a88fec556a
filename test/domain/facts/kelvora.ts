import type { FactKind } from '../../../src/domain/facts/fact.ts';

/** Kind, value and the owner's search words, separated by commas, of each fact. */
export type OwnFacts = Readonly<Record<string, readonly [FactKind, string, string]>>;

/**
 * Sentences, written for these tests, about an invented company, by language and fact, written before the rules were tested on any of them.
 */
export type Sentences = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

export const factsOfKelvora: OwnFacts = {
  pro: [
    'price',
    '€12.50 per month',
    'Pro plan,Pro-Tarif,forfait Pro,plan Pro,plano Pro,Pro planı,Pro planının,Proプラン',
  ],
  enterprise: [
    'price',
    '€1,290 per year',
    'Enterprise plan,Enterprise-Tarif,forfait Enterprise,plan Enterprise,plano Enterprise,Enterprise planı,Enterpriseプラン',
  ],
  employees: [
    'number',
    '1,240 employees',
    'employees,Mitarbeiter,salariés,pracowników,従業員,çalışan,funcionários,empleados',
  ],
  founded: ['date', '2014-05-03', 'founded,gegründet,fondée,założona,設立,kuruldu,kurulan,fundada'],
  hours: ['hours', '08:30-17:00', 'open,geöffnet,ouvert,otwarte,営業時間,açık,aberta,abierto'],
  phone: ['phone', '+49 40 8877665', 'call,phone,Telefon,telefonisch,téléphone,telefone,teléfono,電話番号'],
  place: [
    'place',
    'Lindenweg 12, 20457 Hamburg, Germany',
    'based,Sitz,siège,adresse,siedziba,siedzibę,本社,merkezi,sede',
  ],
  twofactor: [
    'feature',
    'yes',
    'two-factor authentication,Zwei-Faktor-Authentifizierung,double authentification,uwierzytelnianie dwuskładnikowe,uwierzytelniania dwuskładnikowego,二要素認証,iki faktörlü doğrulama,autenticação de dois fatores,autenticación de dos factores',
  ],
  app: [
    'feature',
    'no',
    'mobile app,mobile App,application mobile,aplikacja mobilna,aplikacji mobilnej,aplikację mobilną,モバイルアプリ,mobil uygulama,aplicativo móvel,aplicación móvil',
  ],
  iso: ['certificate', 'yes', 'ISO 27001'],
};

/**
 * True sentences with distracting contents: other periods, bounds, ranges, discounts, old prices, rivals, nearby
 * numbers.
 */
export const trueOfKelvora: Sentences = {
  en: {
    pro: [
      'Kelvora Pro plan: ~~€15~~ €12.50 per month.',
      'The Pro plan of Kelvora is €150 when billed yearly.',
      'Unlike Quillby at €19 per month, the Kelvora Pro plan costs €12.50 per month.',
      'Kelvora not only lowered its Pro plan to €12.50 per month, it also dropped the €30 setup fee.',
      'Plans at Kelvora range from €5 to €40 per month, with the Pro plan in between.',
      'Students get the Kelvora Pro plan at half price, €6.25 per month.',
      'Per day, the Pro plan from Kelvora works out at about €0.42.',
    ],
    enterprise: [
      'The Enterprise plan from Kelvora is €1,290.00 a year.',
      'Kelvora Enterprise plan: roughly €108 per month, paid annually.',
    ],
    employees: ['Kelvora has 1,240 employees.', 'Kelvora, with 300 employees in Hamburg alone, keeps growing.'],
    founded: [
      'Kelvora was founded on 3 May 2014.',
      'Kelvora was founded on 05/03/2014.',
      'Kelvora, founded in 2014, won a prize in 2022.',
    ],
    hours: ['Kelvora is open from 8.30 am to 5 pm.', 'On Saturdays Kelvora is open 9:00-12:00.'],
    phone: [
      'You can call Kelvora at +49 (0)40 88 77 665.',
      'Fax and phone of Kelvora differ: the fax is +49 40 8877666.',
    ],
    place: [
      'Kelvora is based at Lindenweg 12 in Hamburg.',
      'Kelvora is based in northern Germany, with a warehouse in 28195 Bremen.',
    ],
    twofactor: [
      'Kelvora supports two-factor authentication at no extra cost.',
      'You need no add-on for two-factor authentication at Kelvora.',
    ],
    app: ['Kelvora does not have a mobile app yet.'],
    iso: ['Kelvora is ISO 27001 certified.', 'Kelvora received its ISO 27001 certificate without a single objection.'],
  },
  de: {
    pro: [
      'Der Pro-Tarif von Kelvora kostet 12,50 € pro Monat.',
      'Der Pro-Tarif von Kelvora kostet statt 15 € nur noch 12,50 € im Monat.',
      'Bei jährlicher Abrechnung zahlt man für den Pro-Tarif von Kelvora 10,40 € im Monat.',
      'Kelvora verlangt für den Pro-Tarif monatlich 14,88 € inklusive Mehrwertsteuer.',
      'Während Quillby 19 € im Monat kostet, liegt der Pro-Tarif von Kelvora bei 12,50 €.',
      'Die Preise von Kelvora liegen zwischen 5 und 40 € im Monat, auch für den Pro-Tarif.',
      'Auf den Pro-Tarif gewährt Kelvora Vereinen 3 € Nachlass pro Monat.',
    ],
    enterprise: [
      'Kelvora bietet den Enterprise-Tarif für 1.290 € im Jahr an.',
      'Der Enterprise-Tarif von Kelvora kostet umgerechnet 107,50 € im Monat.',
    ],
    employees: ['Kelvora beschäftigt 1.240 Mitarbeiter.', 'Kelvora stellte zuletzt 80 Mitarbeiter ein.'],
    founded: [
      'Kelvora wurde am 03.05.2014 gegründet.',
      'Kelvora wurde im Mai 2014 gegründet.',
      'Kelvora, von zwei Informatikern gegründet, zog 2019 nach Hamburg.',
    ],
    hours: ['Kelvora hat von 8:30 bis 17 Uhr geöffnet.', 'Samstags hat Kelvora von 9:00 bis 12:00 Uhr geöffnet.'],
    phone: [
      'Kelvora ist telefonisch unter 040 8877665 zu erreichen, Telefon auch am Samstag.',
      'Telefon von Kelvora: 040/887 76-65.',
    ],
    place: [
      'Kelvora hat seinen Sitz in 20457 Hamburg.',
      'Kelvora mit Sitz in Hamburg betreibt ein Lager in 28195 Bremen.',
    ],
    twofactor: [
      'Kelvora bietet Zwei-Faktor-Authentifizierung.',
      'Ohne Zwei-Faktor-Authentifizierung kommt bei Kelvora keiner hinein.',
    ],
    app: ['Kelvora hat keine mobile App.'],
    iso: ['Kelvora ist nach ISO 27001 zertifiziert.'],
  },
  fr: {
    pro: [
      'Le forfait Pro de Kelvora coûte 12,50 € par mois.',
      'Kelvora a baissé le forfait Pro de 15 € à 12,50 € par mois.',
      'Le forfait Pro de Kelvora revient à 150 € par an.',
      'Le forfait Pro de Kelvora est facturé 15 € TTC chaque mois.',
      'Le forfait Pro de Kelvora reste moins cher que celui de Quillby, à 19 € par mois.',
      'Avec 20 % de remise, le forfait Pro de Kelvora passe à 10 € par mois.',
    ],
    enterprise: [
      'Le forfait Enterprise de Kelvora coûte 1 290 € par an.',
      'Comptez 107,50 € par mois pour le forfait Enterprise de Kelvora.',
    ],
    employees: ['Kelvora compte 1 240 salariés.', 'Le bureau lyonnais de Kelvora réunit 60 salariés.'],
    founded: [
      'Kelvora a été fondée le 3 mai 2014.',
      'Kelvora, fondée à Hambourg, a ouvert Lyon en 2020.',
      'Fondée en 2014, Kelvora édite un agenda.',
    ],
    hours: [
      'Kelvora est ouvert de 8 h 30 à 17 h.',
      'Le samedi, Kelvora est ouvert de 9h à 12h.',
      'Kelvora est ouvert en continu, sauf de 12h à 13h le vendredi.',
    ],
    phone: ['Téléphone de Kelvora : +49 40 887 76 65.', 'Le fax de Kelvora, +49 40 8877666, double le téléphone.'],
    place: ["L'adresse de Kelvora : Lindenweg 12, 20457 Hambourg.", 'Le siège de Kelvora est en Allemagne.'],
    twofactor: [
      'Kelvora propose la double authentification sans supplément.',
      "La double authentification n'est pas réservée aux grands clients de Kelvora.",
    ],
    app: ["Kelvora n'a pas d'application mobile."],
    iso: ['Kelvora est certifiée ISO 27001.', "Kelvora n'a jamais perdu son certificat ISO 27001."],
  },
  pl: {
    pro: [
      'Plan Pro w Kelvora kosztuje 12,50 € miesięcznie.',
      'Plan Pro w Kelvora kosztuje od 12 do 15 € miesięcznie.',
      'Przy płatności z góry plan Pro w Kelvora kosztuje 150 € rocznie.',
      'Wcześniej plan Pro w Kelvora kosztował 15 € miesięcznie.',
      'Plan Pro w Kelvora kosztuje z podatkiem 15,38 € miesięcznie.',
      'W Quillby zapłacisz 19 € miesięcznie, a plan Pro w Kelvora jest tańszy.',
    ],
    enterprise: [
      'Plan Enterprise w Kelvora kosztuje 1 290 € rocznie.',
      'Plan Enterprise w Kelvora to około 108 € miesięcznie.',
    ],
    employees: ['Kelvora zatrudnia 1240 pracowników.', 'Kelvora ma w Gdańsku 45 pracowników.'],
    founded: [
      'Kelvora została założona 3 maja 2014 r.',
      'Założona w 2014 roku Kelvora tworzy kalendarze.',
      'Kelvora, założona w Hamburgu, weszła do Polski w 2021 roku.',
    ],
    hours: ['Kelvora jest otwarte od 8:30 do 17:00.', 'W soboty Kelvora jest otwarte 9:00–12:00.'],
    phone: ['Telefon do Kelvora: +49 40 887 76 65.', 'Polski telefon Kelvora to 22 123 45 67.'],
    place: ['Siedziba Kelvora mieści się w Hamburgu.', 'Kelvora ma siedzibę w Niemczech i magazyn pod kodem 80-001.'],
    twofactor: [
      'Kelvora oferuje uwierzytelnianie dwuskładnikowe.',
      'Uwierzytelnianie dwuskładnikowe w Kelvora nie kosztuje nic.',
    ],
    app: ['Kelvora nie ma aplikacji mobilnej.', 'Aplikacja mobilna Kelvora jest dopiero planowana.'],
    iso: ['Kelvora ma certyfikat ISO 27001.'],
  },
  ja: {
    pro: [
      'KelvoraのProプランは月額12.50ユーロです。',
      'KelvoraのProプランは年払いで150ユーロです。',
      'KelvoraのProプランは以前は月額15ユーロでした。',
      'KelvoraのProプランは学生なら月額6.25ユーロです。',
      'KelvoraのProプランは月額12ユーロ程度です。',
      'Quillbyは月額19ユーロですが、KelvoraのProプランはもっと安いです。',
    ],
    enterprise: [
      'KelvoraのEnterpriseプランは年額1,290ユーロです。',
      'KelvoraのEnterpriseプランは月あたり約108ユーロです。',
    ],
    employees: ['Kelvoraの従業員は1,240人です。', 'Kelvoraは東京で20人の従業員を採用しました。'],
    founded: [
      'Kelvoraは2014年5月3日に設立されました。',
      'Kelvoraは2014年に設立されました。',
      '設立後の2021年、Kelvoraは日本に進出しました。',
    ],
    hours: ['Kelvoraの営業時間は8:30から17:00までです。', '土曜日のKelvoraの営業時間は9:00から12:00までです。'],
    phone: ['Kelvoraの電話番号は+49 40 8877665です。', 'Kelvoraの電話番号とは別に、FAX番号は+49 40 8877666です。'],
    place: ['Kelvoraの本社はハンブルクにあります。', 'Kelvoraの本社はドイツの20457 Hamburgです。'],
    twofactor: ['Kelvoraは二要素認証に対応しています。', 'Kelvoraでは二要素認証に追加料金はかかりません。'],
    app: ['Kelvoraにはモバイルアプリがありません。'],
    iso: ['KelvoraはISO 27001認証を取得しています。'],
  },
  tr: {
    pro: [
      'Kelvora Pro planı ayda 12,50 €.',
      'Kelvora Pro planı yıllık ödemede ayda 10,40 € tutuyor.',
      'Kelvora Pro planı eskiden ayda 15 € idi.',
      'Kelvora Pro planının fiyatı KDV dahil aylık 15 €.',
      'Kelvora Pro planı en az 12 €, en fazla 15 € ayda.',
      'Quillby ayda 19 € isterken Kelvora Pro planı daha ucuz.',
    ],
    enterprise: [
      'Kelvora Enterprise planı yılda 1.290 avro.',
      'Kelvora Enterprise planı ayda yaklaşık 108 avroya geliyor.',
    ],
    employees: ['Kelvora 1.240 çalışan istihdam ediyor.', "Kelvora'nın İzmir ofisinde 25 çalışan var."],
    founded: [
      'Kelvora 3 Mayıs 2014 tarihinde kuruldu.',
      "Kelvora 2014'te kuruldu.",
      "Hamburg'da kurulan Kelvora 2021'de Türkiye'ye geldi.",
    ],
    hours: ['Kelvora 08:30-17:00 arası açık.', 'Kelvora cumartesi günleri 09:00-12:00 arası açık.'],
    phone: ['Kelvora telefon: +49 40 8877665.', 'Kelvora faks numarası +49 40 8877666, telefon farklıdır.'],
    place: ["Kelvora'nın merkezi Hamburg'dadır.", "Merkezi Almanya'da olan Kelvora 35210 İzmir'de ofis açtı."],
    twofactor: ['Kelvora iki faktörlü doğrulama sunuyor.', 'Kelvora iki faktörlü doğrulama için ek ücret almıyor.'],
    app: ['Kelvora mobil uygulama sunmuyor.'],
    iso: ['Kelvora ISO 27001 belgesine sahip.'],
  },
  pt: {
    pro: [
      'O plano Pro da Kelvora custa 12,50 € por mês.',
      'No plano anual, o plano Pro da Kelvora sai por 10,40 € ao mês.',
      'O plano Pro da Kelvora passou de 15 € para 12,50 € por mês.',
      'O plano Pro da Kelvora custa 15,38 € por mês com IVA.',
      'O plano Pro da Kelvora sai mais barato do que o da Quillby, de 19 € por mês.',
      'Não é só o plano Pro da Kelvora que custa menos de 15 € por mês.',
    ],
    enterprise: [
      'O plano Enterprise da Kelvora custa 1.290 € por ano.',
      'O plano Enterprise da Kelvora equivale a 107,50 € mensais.',
    ],
    employees: ['A Kelvora tem 1.240 funcionários.', 'A Kelvora contratou 70 funcionários no Porto.'],
    founded: [
      'A Kelvora foi fundada em 3 de maio de 2014.',
      'A Kelvora foi fundada em 03/05/2014.',
      'A Kelvora, fundada por dois irmãos, chegou ao Porto em 2020.',
    ],
    hours: ['A Kelvora está aberta das 8h30 às 17h.', 'Aos sábados, a Kelvora está aberta das 9h às 12h.'],
    phone: ['O telefone da Kelvora é +49 40 8877665.', 'Em Portugal, o telefone da Kelvora é 222 333 444.'],
    place: ['A sede da Kelvora fica em Hamburgo.', 'A Kelvora tem sede na Alemanha e loja em 4000-123 Porto.'],
    twofactor: [
      'A Kelvora oferece autenticação de dois fatores.',
      'A autenticação de dois fatores não tem custo na Kelvora.',
    ],
    app: ['A Kelvora não tem aplicativo móvel.'],
    iso: ['A Kelvora tem o certificado ISO 27001.'],
  },
  es: {
    pro: [
      'El plan Pro de Kelvora cuesta 12,50 € al mes.',
      'El plan Pro de Kelvora cuesta 12,50 € al mes, no 15 €.',
      'El plan Pro de Kelvora, antes a 15 € al mes, ha bajado.',
      'Con IVA, el plan Pro de Kelvora cuesta 15,13 € al mes.',
      'Pagando por año, el plan Pro de Kelvora se queda en 10,40 € al mes.',
      'El plan Pro de Kelvora cuesta 6,50 € menos al mes que Quillby.',
    ],
    enterprise: [
      'El plan Enterprise de Kelvora cuesta 1290 € al año.',
      'El plan Enterprise de Kelvora equivale a unos 108 € al mes.',
    ],
    employees: ['Kelvora tiene 1.240 empleados.', 'Kelvora despidió a 30 empleados en marzo.'],
    founded: [
      'Kelvora fue fundada el 3 de mayo de 2014.',
      'Kelvora, fundada en Hamburgo, abrió Madrid en 2019.',
      'Kelvora, fundada en mayo de 2014, es alemana.',
    ],
    hours: ['Kelvora está abierto de 8:30 a 17:00.', 'Los sábados Kelvora está abierto de 9:00 a 12:00.'],
    phone: ['El teléfono de Kelvora es +49 40 887 7665.', 'El teléfono de Kelvora en Madrid es 910 000 111.'],
    place: ['La sede de Kelvora está en Hamburgo.', 'Kelvora tiene la sede en Alemania y una tienda en 28013 Madrid.'],
    twofactor: [
      'Kelvora ofrece autenticación de dos factores sin coste.',
      'Kelvora no cobra la autenticación de dos factores.',
    ],
    app: ['Kelvora no tiene aplicación móvil.'],
    iso: ['Kelvora cuenta con el certificado ISO 27001.'],
  },
};
