import type { Sentences } from './kelvora.ts';

/** More sentences about the third company, written after the rules were changed for the third set. */
export const trueOfDovelinLater: Sentences = {
  en: {
    basic: [
      'Switching to the Basic plan of Dovelin frees up €12 per month.',
      'Dovelin refunds €3 per month on the Basic plan after an outage.',
    ],
    founded: ['The Dovelin forum, founded in 2015, is lively.'],
    countries: ['Dovelin has staff in 9 countries.'],
  },
  de: {
    basic: [
      'Der Basic-Tarif von Dovelin kostet im ersten Monat 1 €.',
      'Der Basic-Tarif von Dovelin kostet Azubis 4 € im Monat.',
    ],
    founded: ['Der Fanclub von Dovelin wurde 2015 gegründet.'],
    hours: ['Das Café bei Dovelin hat von 9 bis 17 Uhr geöffnet.'],
  },
  fr: {
    basic: [
      'Le forfait Basic de Dovelin vous rapporte 2 € par mois.',
      'Le forfait Basic de Dovelin coûte 5 € par mois aux étudiants.',
    ],
    countries: ['Dovelin emploie des gens dans 9 pays.'],
    trial: ['Dovelin a retiré son essai gratuit.'],
  },
  pl: {
    basic: [
      'Plan Basic w Dovelin obniża rachunek o 3 € miesięcznie.',
      'Plan Basic w Dovelin kosztuje studentów 4 € miesięcznie.',
    ],
    countries: ['Dovelin zatrudnia ludzi w 9 krajach.'],
    hours: ['Bar w Dovelin jest otwarty, otwarte 9:00–17:00.'],
  },
  ja: {
    basic: ['DovelinのBasicプランは月額3ユーロ安くなります。', 'DovelinのBasicプランは法人なら月額12ユーロです。'],
    countries: ['Dovelinは9か国に社員がいます。'],
    founded: ['Dovelinの同好会は2015年に設立されました。'],
  },
  tr: {
    basic: ['Dovelin Basic planı ayda 3 € kazandırıyor.', 'Dovelin Basic planı emeklilere ayda 4 €.'],
    countries: ["Dovelin'in 9 ülkede çalışanı var."],
    founded: ['Dovelin kulübü 2015 yılında kuruldu.'],
  },
  pt: {
    basic: ['O plano Basic da Dovelin poupa 3 € por mês.', 'O plano Basic da Dovelin custa 4 € por mês aos idosos.'],
    countries: ['A Dovelin emprega gente em 9 países.'],
    founded: ['O clube da Dovelin foi fundado, e a revista fundada em 2015.'],
  },
  es: {
    basic: ['El plan Basic de Dovelin ahorra 3 € al mes.', 'El plan Basic de Dovelin cuesta 4 € al mes a jubilados.'],
    countries: ['Dovelin emplea gente en 9 países.'],
    founded: ['La revista de Dovelin fue fundada en 2015.'],
  },
};

export const wrongOfDovelinLater: Sentences = {
  en: {
    basic: ['You can get the Basic plan from Dovelin for €11 a month.', 'Basic plan (Dovelin): €11 / month.'],
    countries: ['Dovelin works in 77 countries.'],
    founded: ['Dovelin is a company founded in 1995.'],
    hours: ['Opening times: Dovelin is open from 11:00 to 15:00.'],
    dark: ["There's no dark mode in Dovelin."],
    trial: ['Dovelin comes with a free trial.'],
  },
  de: {
    basic: ['Im Basic-Tarif kostet Dovelin 11 € pro Monat.', 'Dovelin, Basic-Tarif: 11 €/Monat.'],
    countries: ['Dovelin gibt es in 77 Ländern.'],
    founded: ['Das Unternehmen Dovelin wurde im Jahr 1995 gegründet.'],
    hours: ['Geöffnet ist Dovelin von 11 bis 15 Uhr.'],
    dark: ['Dovelin unterstützt keinen Dunkelmodus.'],
    trial: ['Bei Dovelin gibt es eine Testphase.'],
  },
  fr: {
    basic: ['Avec le forfait Basic, Dovelin coûte 11 € par mois.', 'Dovelin, forfait Basic : 11 €/mois.'],
    countries: ['Dovelin est disponible dans 77 pays.'],
    founded: ["L'entreprise Dovelin a été fondée en 1995."],
    hours: ['Dovelin est ouvert chaque jour de 11h à 15h.'],
    dark: ["Il n'y a pas de mode sombre chez Dovelin."],
    trial: ['Dovelin inclut un essai gratuit.'],
  },
  pl: {
    basic: ['Dovelin oferuje plan Basic w cenie 11 € miesięcznie.', 'Plan Basic Dovelin: 11 €/miesiąc.'],
    countries: ['Dovelin jest dostępny w 77 krajach.'],
    founded: ['Spółka Dovelin została założona w roku 1995.'],
    hours: ['Dovelin jest otwarte 11:00–15:00.'],
    dark: ['W Dovelin brakuje trybu ciemnego.'],
    trial: ['W Dovelin jest okres próbny.'],
  },
  ja: {
    basic: ['Dovelinでは、Basicプランが月額11ユーロです。', 'Dovelin Basicプラン：月額11ユーロ'],
    countries: ['Dovelinは77か国に対応しています。'],
    founded: ['Dovelinは1995年設立の会社です。'],
    hours: ['Dovelinの営業時間は11時から15時までです。'],
    dark: ['Dovelinはダークモードに対応していません。'],
    trial: ['Dovelinには無料トライアルがあります。'],
  },
  tr: {
    basic: ["Dovelin'in Basic planı ayda 11 €.", 'Dovelin Basic planı: 11 €/ay.'],
    countries: ['Dovelin 77 ülkede kullanılıyor.'],
    founded: ['Dovelin şirketi 1995 yılında kuruldu.'],
    hours: ['Dovelin 11:00-15:00 saatlerinde açık.'],
    dark: ['Dovelin karanlık mod desteklemiyor.'],
    trial: ["Dovelin'de ücretsiz deneme var."],
  },
  pt: {
    basic: ['Com o plano Basic, a Dovelin custa 11 € por mês.', 'Dovelin, plano Basic: 11 €/mês.'],
    countries: ['A Dovelin opera em 77 países.'],
    founded: ['A Dovelin foi fundada no ano de 1995.'],
    hours: ['A Dovelin está aberta diariamente das 11h às 15h.'],
    dark: ['A Dovelin não possui modo escuro.'],
    trial: ['Há teste grátis na Dovelin.'],
  },
  es: {
    basic: ['Con el plan Basic, Dovelin cuesta 11 € al mes.', 'Dovelin, plan Basic: 11 €/mes.'],
    countries: ['Dovelin opera en 77 países.'],
    founded: ['Dovelin se fundó en Madrid y fue fundada en 1995.'],
    hours: ['Dovelin está abierto cada día de 11:00 a 15:00.'],
    dark: ['Dovelin no tiene modo oscuro.'],
    trial: ['Dovelin dispone de una prueba gratuita.'],
  },
};
