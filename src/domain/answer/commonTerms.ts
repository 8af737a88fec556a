import { foldTitle } from './titleWords.ts';

/** Months, folded, in the languages of the readers' word lists; short forms included. */
const month =
  '(?:jan(?:uary|uar|vier)?|enero|gennaio|janeiro|januari|ocak|styczen|stycznia|feb(?:ruary|ruar|ruari)?|fevrier|febrero|febbraio|fevereiro|subat|luty|lutego|mar(?:ch|s|zo|co|t)?|marz|maart|marzec|marca|apr(?:il|ile)?|avril|abril|nisan|kwiecien|kwietnia|may|mai|mayo|maggio|maio|mei|mayis|maj|maja|june?|juni|juin|junio|giugno|junho|haziran|czerwiec|czerwca|july?|juli|juillet|julio|luglio|julho|temmuz|lipiec|lipca|aug(?:ust|ustus)?|aout|agosto|agustos|sierpien|sierpnia|sept?(?:ember|embre|iembre|tembre)?|settembre|setembro|eylul|wrzesien|wrzesnia|o[ck]t(?:ober|obre|ubre)?|ottobre|outubro|ekim|pazdziernik|pazdziernika|nov(?:ember|embre|iembre)?|novembro|kasim|listopad|listopada|de[cz](?:ember|embre|iembre)?|dicembre|dezembro|diciembre|aralik|grudzien|grudnia)';
const date = new RegExp(
  String.raw`^(?:(?:on|by|since|from|until|as of|seit|bis|ab|depuis|le|desde|hasta|dal|vanaf|od|do) )?(?:(?:\d{1,2}(?:st|nd|rd|th)?\.? )?(?:of |de |di )?${month}\.?(?: \d{1,2}(?:st|nd|rd|th)?,?)?(?: (?:de )?\d{4})?|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}-\d{2}-\d{2}|q[1-4] \d{4}|\d{4}年(?:\d{1,2}月)?(?:\d{1,2}日)?|\d{1,2}月\d{1,2}日|\d{4}년(?: ?\d{1,2}월)?(?: ?\d{1,2}일)?)$`,
  'u',
);
const figure =
  /^(?:up to |at least |over |about |around |bis zu |jusqu'a |hasta |fino a |ate )?(?:[a-z]{0,3}[$€£¥₹] ?)?\d[\d.,\s–-]*(?:%|[$€£¥₹]|k|m|million|billion|years?|months?|weeks?|days?|hours?|minutes?|jahre?n?|monate?n?|wochen?|tagen?|stunden?|minuten?|ans?|annees?|mois|semaines?|jours?|heures?|anos?|mes(?:es)?|semanas?|dias?|horas?|ann[oi]|mes[ei]|settimane?|giorn[oi]|or[ea]|jaar|maanden|weken|dagen|uur|yil|ay|hafta|gun|saat|lat|miesiecy|tygodni|dni|godzin|eur|usd|gbp|chf|euros?|dollars?|tl|zl|km|miles?|people|reviews?|年|个月|ヶ月|円|元|원)(?: (?:fines?|free|trial|imprisonment|guarantee|warranty))?$/u;
const law =
  /\S (?:act|ordinance|regulations?|directive)(?: (?:of )?\d{4})?$|\S (?:bill|law|code) (?:of )?\d{4}$|^(?:section|article|art\.|§+|chapter|paragraph) ?\d|(?:gesetz|verordnung|richtlinie)$|^(?:loi|decret|ley|legge|lei|ustawa) /;

/**
 * Returns true for a date, a time limit, an amount or a law: a sentence may set these in bold without naming a brand.
 */
export function isDateOrAmount(name: string): boolean {
  if (name.length > 60) return false;
  const folded = foldTitle(name);
  if (/\d/.test(folded) && (date.test(folded) || figure.test(folded))) return true;
  return folded.includes(' ') ? law.test(folded) : /\p{L}{3}(?:gesetz|verordnung)$/u.test(folded);
}

/** Words for a buyer's criteria, folded: a title of nothing else names a criterion. */
const criteria = new Set(
  (
    'size sizes area space spaces room capacity capacities volume weight dimension dimensions height width length depth feature features function functions functionality efficiency energy consumption temperature operating humidity moisture level levels budget price prices pricing cost costs fee fees value quality build durability material materials warranty noise comfort fit style design ease use usability setup installation maintenance cleaning portability mobility compatibility connectivity integration integrations support service customer security privacy compliance scalability flexibility performance speed accuracy reliability battery life power storage drainage options coverage range filter type types number usage location accessibility insurance experience expertise specialization specialisation qualifications credentials certification certifications licensing reputation references reviews ratings availability timeline schedule hours communication transparency language languages needs requirements goals preferences safety standards ' +
    'grosse flache kapazitat volumen gewicht masse leistung ausstattung funktionen funktionsumfang energieeffizienz energieverbrauch stromverbrauch effizienz temperatur feuchtigkeit lautstarke preis preise kosten qualitat verarbeitung haltbarkeit garantie komfort bedienung bedienbarkeit benutzerfreundlichkeit datenschutz sicherheit kompatibilitat integrationen kundenservice erfahrung lage standort erreichbarkeit sprachen verfugbarkeit zuverlassigkeit ' +
    'taille surface capacite poids dimensions fonctionnalites efficacite energetique consommation temperature humidite bruit prix tarifs cout qualite durabilite garantie confort utilisation facilite securite confidentialite compatibilite integrations accompagnement fiabilite emplacement localisation disponibilite langues avis ' +
    'tamano superficie capacidad peso dimensiones funciones funcionalidades eficiencia energetica consumo temperatura humedad ruido precio precios coste costo presupuesto calidad durabilidad garantia comodidad facilidad uso seguridad privacidad compatibilidad integraciones soporte atencion fiabilidad ubicacion disponibilidad idiomas experiencia ' +
    'dimensione superficie capacita peso funzioni funzionalita efficienza consumo umidita rumore prezzo prezzi costi qualita durata garanzia comodita facilita sicurezza compatibilita integrazioni assistenza affidabilita posizione disponibilita lingue esperienza ' +
    'tamanho capacidade dimensoes funcoes funcionalidades eficiencia umidade ruido preco precos custo custos orcamento qualidade durabilidade conforto facilidade seguranca privacidade compatibilidade integracoes suporte atendimento confiabilidade localizacao disponibilidade idiomas ' +
    'grootte oppervlakte capaciteit gewicht afmetingen functies energieverbruik efficientie temperatuur geluid prijs kosten budget kwaliteit duurzaamheid garantie comfort gebruiksgemak veiligheid privacy compatibiliteit integraties ondersteuning betrouwbaarheid locatie beschikbaarheid talen ervaring ' +
    'boyut alan kapasite agirlik ozellikler verimlilik enerji sicaklik nem gurultu fiyat fiyatlar maliyet butce kalite dayaniklilik garanti konfor kullanim kolayligi guvenlik gizlilik uyumluluk entegrasyon entegrasyonlar destek guvenilirlik konum deneyim ' +
    'rozmiar powierzchnia pojemnosc waga wymiary funkcje wydajnosc zuzycie energii temperatura wilgotnosc halas cena ceny koszt koszty budzet jakosc trwalosc gwarancja komfort latwosc obslugi bezpieczenstwo prywatnosc kompatybilnosc integracje wsparcie niezawodnosc lokalizacja dostepnosc jezyki doswiadczenie ' +
    '価格 料金 予算 サイズ 大きさ 容量 重さ 重量 機能 機能性 性能 品質 耐久性 静音性 消費電力 省エネ 使いやすさ 操作性 安全性 保証 サポート セキュリティ 互換性 連携 立地 実績 口コミ デザイン ' +
    '价格 價格 预算 預算 尺寸 大小 面积 容量 重量 功能 性能 质量 品質 耐用性 噪音 能耗 能效 温度 湿度 易用性 安全 安全性 隐私 兼容性 集成 售后 售后服务 服务 位置 经验 设计 ' +
    '가격 예산 크기 면적 용량 무게 기능 성능 품질 내구성 소음 에너지 효율 온도 습도 편의성 사용성 보안 호환성 통합 지원 위치 경험 디자인'
  ).split(/\s+/),
);
const joints = new Set(
  'and or of the in for to per & / und oder der die das et ou de du la le des y o del e di della do da en van ve i lub と や 和 与 및'.split(
    ' ',
  ),
);

/** Returns true for a title that consists of criteria only: "Capacity", "Ease of use", "Größe & Gewicht". */
export function isCriterion(name: string): boolean {
  if (name.length > 50) return false;
  const words = foldTitle(name.replace(/\s?\([^()]{0,40}\)/g, ''))
    .split(/[\s/,·・、-]+/)
    .map((word) => word.replace(/[:：]$/, ''))
    .filter((word) => word !== '' && !joints.has(word));
  return words.length > 0 && words.length < 7 && words.every((word) => criteria.has(word));
}
