import type { OwnFacts, Sentences } from './kelvora.ts';

export const factsOfDovelin: OwnFacts = {
  basic: [
    'price',
    '€7.90 per month',
    'Basic plan,Basic-Tarif,forfait Basic,plan Basic,planu Basic,plano Basic,Basic planı,Basicプラン',
  ],
  countries: ['number', '31 countries', 'countries,Ländern,pays,krajach,か国,ülkede,países'],
  founded: ['date', '2011', 'founded,gegründet,fondée,założona,設立,kuruldu,fundada'],
  hours: ['hours', '07:00-20:00', 'open,geöffnet,ouvert,otwarte,営業時間,açık,aberta,abierto'],
  phone: ['phone', '+33 1 84 88 12 34', 'phone,Telefon,téléphone,telefone,teléfono,電話番号'],
  dark: [
    'feature',
    'yes',
    'dark mode,Dunkelmodus,mode sombre,tryb ciemny,trybu ciemnego,ダークモード,karanlık mod,modo escuro,modo oscuro',
  ],
  trial: [
    'feature',
    'no',
    'free trial,Testphase,essai gratuit,okres próbny,okresu próbnego,無料トライアル,ücretsiz deneme,teste grátis,prueba gratuita',
  ],
};

/** Third set, written after the rules were changed for the second. */
export const trueOfDovelin: Sentences = {
  en: {
    basic: [
      'Dovelin bills €94.80 yearly for the Basic plan.',
      'The Basic plan at Dovelin will cost €9.90 per month from January.',
      'Teachers get the Basic plan of Dovelin for €4 per month.',
    ],
    countries: ['Dovelin ships to 31 countries.', 'Dovelin opened warehouses in 4 countries.'],
    founded: ['Dovelin was founded in 2011.', 'Dovelin was refounded under a new owner in 2018.'],
    hours: ['The Dovelin chat is open 9:00-17:00.'],
    dark: ['Dovelin has dark mode, but not on the web.'],
    trial: ['Dovelin replaced its free trial with a refund.'],
  },
  de: {
    basic: [
      'Im Basic-Tarif von Dovelin sind 5 € pro Monat Guthaben enthalten.',
      'Der Basic-Tarif von Dovelin kostet mit Familienrabatt 5,90 € im Monat.',
      'Der Basic-Tarif von Dovelin kostet 7,90 € monatlich.',
    ],
    countries: ['Dovelin hat Lager in 4 Ländern.'],
    founded: ['Die Stiftung von Dovelin wurde 2019 gegründet.'],
    hours: ['Dovelin hat im Winter von 9 bis 17 Uhr geöffnet.'],
    dark: ['Dovelin hat einen Dunkelmodus ohne Aufpreis.'],
    trial: ['Eine Testphase gibt es bei Dovelin nicht.'],
  },
  fr: {
    basic: [
      'Le forfait Basic de Dovelin coûte 7,90 € par mois.',
      'Le forfait Basic de Dovelin coûte 9,48 € par mois taxes comprises.',
      'Le forfait Basic de Dovelin coûtera 9,90 € par mois.',
    ],
    countries: ['Dovelin a des entrepôts dans 4 pays.'],
    founded: ['La filiale belge de Dovelin a été fondée en 2016.'],
    hours: ['Le salon Dovelin est ouvert de 9h à 17h.'],
    dark: ["Dovelin n'impose pas le mode sombre."],
    trial: ["Dovelin n'a pas d'essai gratuit."],
  },
  pl: {
    basic: [
      'Plan Basic w Dovelin kosztuje 7,90 € miesięcznie.',
      'Plan Basic w Dovelin będzie kosztować 9,90 € miesięcznie.',
      'Plan Basic w Dovelin kosztuje seniorów 5 € miesięcznie.',
    ],
    countries: ['Dovelin ma magazyny w 4 krajach.'],
    founded: ['Fundacja Dovelin została założona w 2019 roku.'],
    hours: ['Zimą Dovelin jest otwarte 9:00–17:00.'],
    dark: ['Tryb ciemny w Dovelin nie działa na starych telefonach.'],
    trial: ['Dovelin nie ma okresu próbnego.'],
  },
  ja: {
    basic: [
      'DovelinのBasicプランは月額7.90ユーロです。',
      'DovelinのBasicプランは来年から月額9.90ユーロになります。',
      'DovelinのBasicプランは家族割で月額5ユーロです。',
    ],
    countries: ['Dovelinは4か国に倉庫があります。'],
    founded: ['Dovelin財団は2019年に設立されました。'],
    hours: ['冬季のDovelinの営業時間は9:00から17:00までです。'],
    dark: ['Dovelinのダークモードは古い端末では利用できません。'],
    trial: ['Dovelinには無料トライアルがありません。'],
  },
  tr: {
    basic: [
      'Dovelin Basic planı ayda 7,90 €.',
      'Dovelin Basic planı ocakta ayda 9,90 € olacak.',
      'Dovelin Basic planı aile indirimiyle ayda 5 €.',
    ],
    countries: ['Dovelin 4 ülkede depo işletiyor.'],
    founded: ['Dovelin Vakfı 2019 yılında kuruldu.'],
    hours: ['Dovelin kışın 09:00-17:00 arası açık.'],
    dark: ['Dovelin karanlık mod için ücret almıyor.'],
    trial: ['Dovelin ücretsiz deneme sunmuyor.'],
  },
  pt: {
    basic: [
      'O plano Basic da Dovelin custa 7,90 € por mês.',
      'O plano Basic da Dovelin custará 9,90 € por mês.',
      'O plano Basic da Dovelin custa 5 € por mês para famílias.',
    ],
    countries: ['A Dovelin tem armazéns em 4 países.'],
    founded: ['A fundação Dovelin foi fundada em 2019.'],
    hours: ['No inverno, a Dovelin está aberta das 9h às 17h.'],
    dark: ['O modo escuro da Dovelin não consome bateria.'],
    trial: ['A Dovelin não tem teste grátis.'],
  },
  es: {
    basic: [
      'El plan Basic de Dovelin cuesta 7,90 € al mes.',
      'El plan Basic de Dovelin costará 9,90 € al mes.',
      'El plan Basic de Dovelin cuesta 5 € al mes para familias.',
    ],
    countries: ['Dovelin tiene almacenes en 4 países.'],
    founded: ['La filial chilena de Dovelin fue fundada en 2018.'],
    hours: ['En invierno Dovelin está abierto de 9:00 a 17:00.'],
    dark: ['El modo oscuro de Dovelin no gasta batería.'],
    trial: ['Dovelin no tiene prueba gratuita.'],
  },
};

export const wrongOfDovelin: Sentences = {
  en: {
    basic: [
      'The Basic plan of Dovelin will set you back €12 per month.',
      'Dovelin has a Basic plan for €12 per month.',
      'Dovelin’s Basic plan currently costs €12 per month.',
    ],
    countries: ['Dovelin operates in 60 countries.'],
    founded: ['Dovelin was founded back in 2003.'],
    hours: ['Dovelin is open 9am to 5pm every day.'],
    phone: ['The phone number for Dovelin is +33 1 99 99 99 99.'],
    dark: ['Dovelin does not have a dark mode.'],
    trial: ['Dovelin offers a free trial.'],
  },
  de: {
    basic: [
      'Der Basic-Tarif von Dovelin kostet derzeit 12 € im Monat.',
      'Dovelin bietet den Basic-Tarif für 12 € pro Monat an.',
    ],
    countries: ['Dovelin ist in 60 Ländern verfügbar.'],
    founded: ['Dovelin wurde bereits 2003 gegründet.'],
    hours: ['Dovelin ist täglich von 9 bis 17 Uhr geöffnet.'],
    phone: ['Das Telefon von Dovelin hat die Nummer +33 1 99 99 99 99.'],
    dark: ['Dovelin hat keinen Dunkelmodus.'],
    trial: ['Dovelin bietet eine Testphase.'],
  },
  fr: {
    basic: [
      'Le forfait Basic de Dovelin est facturé 12 € par mois.',
      'Dovelin affiche son forfait Basic à 12 € par mois.',
    ],
    countries: ['Dovelin est présent dans 60 pays.'],
    founded: ['Dovelin a été fondée en 2003 à Nantes.'],
    hours: ['Dovelin est ouvert de 9h à 17h.'],
    phone: ['Le téléphone de Dovelin est le +33 1 99 99 99 99.'],
    dark: ["Dovelin n'offre pas de mode sombre."],
    trial: ['Dovelin propose un essai gratuit.'],
  },
  pl: {
    basic: [
      'Plan Basic w Dovelin jest dostępny za 12 € miesięcznie.',
      'Za plan Basic w Dovelin zapłacisz 12 € miesięcznie.',
    ],
    countries: ['Dovelin działa w 60 krajach.'],
    founded: ['Firma Dovelin została założona w 2003 roku.'],
    hours: ['Dovelin jest otwarte w godzinach 9:00–17:00.'],
    phone: ['Telefon do Dovelin: +33 1 99 99 99 99.'],
    dark: ['Dovelin nie ma trybu ciemnego.'],
    trial: ['Dovelin oferuje okres próbny.'],
  },
  ja: {
    basic: ['DovelinのBasicプランの価格は月額12ユーロです。', 'DovelinのBasicプランは月額12ユーロで利用できます。'],
    countries: ['Dovelinは60か国で利用できます。'],
    founded: ['Dovelinは2003年に設立されました。'],
    hours: ['Dovelinの営業時間は毎日9:00から17:00までです。'],
    phone: ['Dovelinの電話番号は+33 1 99 99 99 99です。'],
    dark: ['Dovelinにはダークモードがありません。'],
    trial: ['Dovelinは無料トライアルを提供しています。'],
  },
  tr: {
    basic: ['Dovelin Basic planının ücreti aylık 12 €.', 'Dovelin Basic planını ayda 12 € karşılığında satıyor.'],
    countries: ['Dovelin 60 ülkede hizmet veriyor.'],
    founded: ['Dovelin 2003 yılında kuruldu.'],
    hours: ['Dovelin her gün 09:00-17:00 saatleri arasında açık.'],
    phone: ['Dovelin telefon: +33 1 99 99 99 99.'],
    dark: ["Dovelin'de karanlık mod yok."],
    trial: ['Dovelin ücretsiz deneme sunuyor.'],
  },
  pt: {
    basic: ['O plano Basic da Dovelin é vendido por 12 € por mês.', 'A Dovelin cobra 12 € por mês no plano Basic.'],
    countries: ['A Dovelin está presente em 60 países.'],
    founded: ['A empresa Dovelin foi fundada em 2003.'],
    hours: ['A Dovelin está aberta das 9h às 17h.'],
    phone: ['O telefone da Dovelin: +33 1 99 99 99 99.'],
    dark: ['A Dovelin não oferece modo escuro.'],
    trial: ['A Dovelin oferece um teste grátis.'],
  },
  es: {
    basic: ['El plan Basic de Dovelin tiene un precio de 12 € al mes.', 'Dovelin vende su plan Basic a 12 € al mes.'],
    countries: ['Dovelin está presente en 60 países.'],
    founded: ['La empresa Dovelin fue fundada en 2003.'],
    hours: ['Dovelin está abierto de 9:00 a 17:00.'],
    phone: ['El teléfono de Dovelin: +33 1 99 99 99 99.'],
    dark: ['Dovelin no dispone de modo oscuro.'],
    trial: ['Dovelin ofrece una prueba gratuita.'],
  },
};
