import type { FactKind } from './fact.ts';
import { namesBothPeriods } from './money.ts';
import { weekdays } from './sentenceSigns.ts';

/**
 * Words that may surround a value in a sentence that states nothing else, in the languages of `sentenceSigns.ts`:
 * articles, possessives and prepositions, and by kind the verbs and nouns of stating it. `*`: any ending.
 */
const always =
  'currently now today company derzeit aktuell momentan heute bereits schon firma unternehmen actuellement désormais aujourd hui entreprise société spółka actualmente hoy ahora empresa attualmente oggi azienda società atualmente hoje já momenteel nu bedrijf obecnie aktualnie firma już şu anda şirketi the a an its their it this of in at for is are per to with has have and der die das des den dem ein eine einen einem einer von bei im in zu mit ist sind hat haben sein seine seinen seiner für le la les l un une de des du d chez dans avec est sont a ont son sa ses à au aux en pour el los las una del al es tiene está están su sus para por con il lo i gli uno di da in è ha suo sua per con o os as um uma do na no nos das dos tem é são em do com seu sua pelo pela het een van is zijn haar heeft voor bij met w we z ze są jest ma swój swoje dla za to s nın nin nun nün ın un ün da de ta te dır dir ve bir bu için olarak';
const answer =
  'you offer* include* support* provide* feature* come* does do doesn don t not no lack* there available your tool built users bietet gibt es kein* nicht fehlt fehlen lacks enthält unterstützt verfügt besitzt über verfügbar vorhanden offre* propose* inclut comprend possède dispose* fournit ne n y pas aucun* disponible* proposé* ofrece* incluye* admite* dispone* posee proporciona existe hay no carece ningún ninguna cuenta ofre include supporta dispone fornisce possiede non nessun* manca c disponibil* oferece* inclui* suporta* possui* dispõe fornece existe há não nenhum* conta disponíve* biedt bevat ondersteunt beschikt heeft levert geen niet er beschikbaar oferuje zawiera obsługuje posiada zapewnia udostępnia nie brak* dostępn* sun* destekl* içer* veriyor vermiyor sağlıyor var yok bulunuyor bulunmuyor mevcut sahip değil';
const words: Readonly<Record<FactKind, string>> = {
  price:
    'plan* tier edition package subscription license licence cost costs price prices priced pricing sell sells sold charge charges charged ask asks offer offers offered list lists listed come comes available be you can get pay pays runs month monthly year yearly annually tarif* paket abo lizenz kostet kosten preis beträgt liegt verlangt berechnet nimmt verkauft bietet an man zahlt zahlen wird monat monatlich pro jahr jährlich je erhältlich forfait abonnement offre formule coûte facture facturé vaut vend vendu propose proposé affiche prix s élève fixé affiché moyennant vous payez par mois mensuel mensuels an annuel annuels suscripción tarifa cuesta vale cobra ofrece vende vendido precio se paga pagas asciende mes mensual mensuales año anual anuales piano abbonamento costa prezzo vende offre mese mensili anno annui assinatura custa oferece vendido preço você mês mensal mensais ao ano anuais kost prijs verkoopt rekent vraagt bedraagt maand jaar cena cenie ceną kosztuje sprzedaje oferuje pobiera bierze wynosi zapłacisz płaci się dostępn* miesięcznie miesiąc rocznie rok ay ayda aylık yıl yılda yıllık fiyatı ücreti istiyor alıyor satıyor sunuyor tutuyor tutar',
  number:
    'plan* tier include* allow* offer* support* employ* count* cover* come* available present operates works serves ships you bis tätig vertreten präsent umfasst enthält bietet erlaubt unterstützt beschäftigt zählt verfügbar gibt es tarif forfait comprend compte emploie inclut offre permet disponible présent présente opère propose incluye presente opera ofrece permite emplea admite cuenta include offre permette impiega conta supporta disponibile inclui presente opera atua emprega permite suporta disponível bevat biedt ondersteunt telt beschikbaar zawiera oferuje pozwala zatrudnia obsługuje liczy dostępn* działa obecna istihdam ediyor içeriyor sunuyor destekliyor çalışıyor kullanılabiliyor kullanılıyor faaliyet gösteriyor hizmet veriyor var',
  date: 'was on established back born wurde gegründet jahr jahre am été le née né créée fue fundada año e foi ano em nata nel nell werd op opgericht été został została powstał* roku rok r w dnia yılında yılı tarihinde',
  place:
    'based headquartered located address office offices seat sitzt sitz adresse lautet siège situé située trouve se sede situada dirección encuentra indirizzo endereço fica gevestigd adres* siedziba mieści się znajduje merkezi adresi',
  phone:
    'you can call phone number tel on reach telefon* telefonnummer unter nummer lautet erreichen erreichst sie téléphone numéro joindre vous pouvez par teléfono número puedes llamar telefono numero chiamare telefone ligar pode telefoon nummer telefoonnummer bellen bel kunt numer numeru pod zadzwoń numarası',
  hours:
    'open* times hours from daily every day uhr täglich jeden tag öffnungszeiten geöffnet von bis ouvert* horaires tous les jours chaque jour abierto* horario atiende todos cada días día diariamente aperto orario orari dalle alle tutti giorni abert* horário às dias openingstijden dagelijks elke dag uur godziny godzinach otwarcia otwart* czynne codziennie od arası arasında açık saatleri saatlerinde her gün günü',
  feature: answer,
  certificate: `${answer} hold* earn* certifi* certyfik* certific* zertifi* certifié* certificado gecertificeerd nach selon según pela volgens według belge* sertifika*`,
};

/** Pieces around a value in Japanese, which writes no spaces. */
const japanese: Readonly<Record<'always' | FactKind, string>> = {
  always: 'です であり では には 、 。 の は が を に で と',
  price:
    '月額 年額 毎月 毎年 料金 価格 費用 プラン 月 年 提供しています 販売しています 提供されています 販売されています 利用できます かかります',
  number:
    '従業員数 従業員 人数 ユーザー数 ユーザー まで 対応しています 利用できます 展開しています 在籍しています います 名 人 数',
  date: '設立年 設立 創業 されました されています しました',
  place: '本社 所在地 住所 にあります',
  phone: '電話番号 電話 番号',
  hours: '営業時間 受付時間 毎日 営業しています',
  feature:
    '対応していません 対応しています 提供していません 提供しています 搭載していません 搭載しています 備えています ありません あります 利用できます 利用できません 使えます 使えません 機能 も',
  certificate: '取得していません 取得しています 受けていません 受けています 認証 認定 ありません あります 証明書',
};

type Plain = { words: ReadonlySet<string>; stems: readonly string[]; pieces: readonly string[] };
const plain = new Map<string, Plain>(
  Object.entries(words).map(([kind, own]) => {
    const all = `${always} ${own}`.split(' ');
    const stems = all.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1));
    const pieces = `${japanese.always} ${japanese[kind as FactKind]}`.split(' ');
    return [kind, { words: new Set(all), stems, pieces: pieces.toSorted((a, b) => b.length - a.length) }] as const;
  }),
);

/** Names whose preposition only adds a place or platform: "founded in Hamburg", "for iOS and Android". */
const name = '\\p{Ll}?\\p{Lu}\\p{L}{1,30}';
const proper = `${name}(?:(?:\\s|\\s(?:and|und|et|y|e|i|en|ve)\\s)${name})?`;
const company = new RegExp(`(?<!\\p{L})(?:in|à|en|w|em|a)\\s${proper}|(?<!\\p{L})${name}['’][dt][ae](?!\\p{L})`, 'gu');
/** A street with its number, up to the postcode: "5 rue Blanche, ", "Lindenweg 12, ". */
const street =
  /(?<![\p{L}\d])(?:\d{1,4}\p{L}?(?:\s\p{L}{1,30}){1,4}|\p{Lu}\p{L}{1,30}(?:\s\p{L}{1,30}){0,2}\s\d{1,4}\p{L}?),?\s$/u;
const platforms = new RegExp(`(?<!\\p{L})(?:for|für|pour|para|per|voor|dla)\\s${proper}`, 'gu');
const founding = /found|establish|gründ|fond|fund|né|créé|powsta|założ|opgericht|kurul|設立|創業/iu;

/**
 * Returns true if the clause with the value says nothing else: "costs €49 per month", but not "costs €49 per month with
 * VAT". Any word that is not known to be harmless may change the meaning of the value.
 * @param value position of the value
 * @param named names of the website and words of the fact
 */
export function isPlain(
  sentence: string,
  kind: FactKind,
  value: { start: number; end: number },
  named: readonly string[],
): boolean {
  if (kind === 'price' && namesBothPeriods(sentence)) return false;
  if (kind === 'hours' && weekdays.test(sentence)) return false;
  const behind = withoutNames(sentence.slice(value.end), named);
  const lead = sentence.slice(0, value.start);
  const before = withoutNames(kind === 'place' ? lead.replace(street, ' ') : lead, named);
  const clause = behind.split(/[,;:–—]\s|、|[.!?。]\s*$/u)[0] ?? '';
  const text = `${before} ${withoutProper(clause, kind, sentence)}`;
  const rest = kind === 'date' && founding.test(sentence) ? text.replace(company, ' ') : text;
  return saysNothing(rest, kind);
}

function withoutProper(clause: string, kind: FactKind, sentence: string): string {
  if (kind === 'place') return clause.replace(/^\s\p{Lu}\p{L}+(?:\s\p{Lu}\p{L}+)?/u, '');
  return kind === 'feature' && sentence !== '' ? clause.replace(platforms, ' ') : clause;
}

/** French for "supports": its separate words have other meanings. */
const support = /(?<!\p{L})prend(?:nent)?(?: pas)? en charge(?!\p{L})/giu;

function saysNothing(text: string, kind: FactKind): boolean {
  const lexicon = plain.get(kind);
  if (lexicon === undefined) return false;
  const spaced = lexicon.pieces.reduce((rest, piece) => rest.replaceAll(piece, ' '), text.replace(support, ' '));
  return [...spaced.toLowerCase().matchAll(/\p{L}+|\d+/gu)].every(
    ([word]) => lexicon.words.has(word) || lexicon.stems.some((stem) => word.startsWith(stem)),
  );
}

/** Removes names, with a preposition that connects one to its sentence: "the plan from Acme". */
export function withoutNames(text: string, named: readonly string[]): string {
  return named
    .toSorted((a, b) => b.length - a.length)
    .reduce(
      (rest, name) =>
        rest.replace(
          new RegExp(
            `(?:(?<!\\p{L})(?:from|by|ab|od|desde|vanaf)\\s)?(?<![\\p{Lu}\\p{Ll}])${name.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')}s?(?![\\p{Lu}\\p{Ll}])`,
            'giu',
          ),
          ' ',
        ),
      text,
    );
}
