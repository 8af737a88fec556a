import { cues, isTitle } from './phrases.ts';
import { languageOf } from './textLanguage.ts';
import { foldTitle, isCaselessLabel, isForeignTitle } from './titleWords.ts';

/**
 * Announcement of a heading, or of the sentence before a list. Only general wording of recommendation texts is known
 * here: no names, no brands, no product fields.
 */
export type TitleKind = 'advice' | 'avoid' | 'summary' | 'picks' | 'category' | 'other';

const advice = [
  /^(?:buying|shopping|quick|pro|extra|additional|final|bonus|general|setup|care)?\s*(?:tips?|advice|guidance|notes?(?= (?:on|about|before|for)\b|$)|hints?|reminders?)\b/,
  /\b(?:tips|caveats?|considerations|limitations|trade-?offs|checklist|pointers|red flags)\b/,
  /^(?:what|which|how|why|where|when|who|is|are|do|does|should|can|would|want|need|looking|still)\b/,
  /\b(?:things?|factors?|points?|features?|criteria|ingredients?|questions?|aspects?|specs?|details) (?:to|you|that|worth|when|for|of)\b/,
  /^(?:key|main|important|essential|other|common|core|must-have)\s+(?:\w+\s+)?(?:factors?|features?|considerations?|criteria|ingredients?|questions?|differences?|benefits?|takeaways?|points?|terms?|specs?|things)\b/,
  /^(?:considerations?|consider|choosing|selecting|picking|deciding|before you|keep in mind|next steps?|benefits? of|advantages? of|pros and cons|understanding|about|faqs?|frequently asked|disclaimers?|sources?|references?|further reading|citations?|methodology|more information|useful links|where to (?:buy|find|shop|start)|shopping options|retailers?|deals?|introduction|overview|background|types? of|steps?)\b/,
  /\bto (?:avoid|look for|keep in mind|ask|remember|watch)\b/,
  /^(?:to avoid|avoid|skip)\b/,
  /\b(?:guide to choosing|buying guide|buyer's guide|help you (?:choose|decide))\b/,
  /[?？؟]$/,
];
const summary = [
  /\b(?:vs\.?|versus)\b(?! code\b)/,
  /\b(?:summary|summaries|comparison|compared|recap|at a glance|snapshot|conclusion|takeaways?|verdict|bottom line|in short|overview table|explained|in summary|side[- ]by[- ]side|cheat sheet)\b/,
  /^(?:final|closing|my|our|overall)\s+(?:\w+\s+)?(?:thoughts?|recommendations?|picks?|words?|choices?|suggestions?|opinions?|pick)\b/,
  /^quick (?:picks?|guide|recommendations?|comparison|list|reference|take)\b/,
  /^(?:recommendations?|picks?|suggestions?|choices?) (?:based on|by|for|depending)\b/,
  /^(?:recommendations?|so,? which|which one)$/,
  /^if (?:you|i)\b/,
];
const picks = [
  /\b(?:top|best|recommended|leading|popular|great|notable|standout|favou?rite|highly rated|trusted|alternative)\b.*\b(?:picks?|options?|choices?|models?|brands?|products?|recommendations?|stores?|shops?|places?|services?|tools?|systems?|companies|providers?|platforms?|apps?|cards?|plans?|to consider|in 20\d\d|of 20\d\d|\(20\d\d\))\b/,
  /\b(?:honou?rable mentions?|also (?:consider|great|good|worth)|runners?[- ]up|other (?:\w+ )?(?:options?|picks?|choices?|brands?|models?)|more options|alternatives?|worth (?:considering|crossing|knowing|visiting|mentioning|trying|checking|a (?:look|visit|trip|mention))|bonus)\b/,
  /^(?:here are|top|our|my) (?:\w+ )*(?:picks?|options?|choices?|recommendations?)\b/,
  /^(?:the )?top \d+\b/,
  /\bshort ?lists?\b/,
  /^(?:where to (?:eat|drink|stay|sleep|go|get|book|train|study|learn)|who(?:m)? to (?:call|hire|see|ask|contact|book)|what (?:i|we|i'd|we'd|i would|we would|locals|people|experts|most people) (?:recommend|use|choose|pick|buy|suggest|like|love|consider|try|go with))\b/,
  /^(?:brands?|options?|products?|models?|stores?|tools?|services?|names?|picks?|recommendations?) (?:to consider|worth|i)\b/,
];
const category =
  /^(?:(?:the )?(?:best|top|most|great|good|ideal|perfect|premium|luxury|budget|affordable|cheapest|cheap|value|runner[- ]up|editor'?s|staff|overall|upgrade|entry[- ]level|mid[- ]?range|high[- ]end|easiest|recommended|suggested|popular|leading|lightest|fastest|strongest|safest|longest|highest|quietest|smallest|biggest|largest|newest|simplest|quickest|smartest|toughest|sturdiest|healthiest|tastiest|closest|nicest|warmest|softest|cleanest|brightest|loudest|also|for)\b)/;
const categoryEnd =
  /\b(?:pick|choice|option|options|value|overall|friendly|budget|winner|runner[- ]up|alternative|premium|performer|favorite|favourite|deal)$/;

/** A title in the two spellings for searching word lists, with the findings so far. */
type Judged = { text: string; folded: string; kind?: TitleKind; category?: boolean; attribute?: boolean };

/** A reading judges the same titles many times; results are cached for a while, and never change. */
const judged = new Map<string, Judged>();
const maxJudgedTitles = 3000;
const maxTitleLength = 320;

function judge(title: string): Judged {
  const key = title.slice(0, maxTitleLength);
  const entry = judged.get(key);
  if (entry !== undefined) return entry;
  if (judged.size > maxJudgedTitles) judged.clear();
  const text = plain(key);
  const fresh: Judged = { text, folded: foldTitle(text) };
  judged.set(key, fresh);
  return fresh;
}

function plain(text: string): string {
  const lower = text.toLowerCase();
  const shownText = /^[\x20-\x7e]*$/.test(lower)
    ? lower.replace(/[*_`#]/g, '')
    : lower.replace(/[’‘]/g, "'").replace(/[*_`#]|\p{Extended_Pictographic}|\uFE0F/gu, '');
  return shownText
    .replace(/^[\s\d.):–—-]+/, '')
    .replace(/[\s:.–—-]{1,40}$/, '')
    .replace(/\s+/g, ' ');
}

/** Classifies a title of at most a few hundred characters; longer texts are never titles and return `other`. */
export function titleKind(title: string): TitleKind {
  if (title.length > 300) return 'other';
  const match = judge(title);
  match.kind ??= kindOf(match);
  return match.kind;
}

function kindOf({ text, folded }: Judged): TitleKind {
  if (text === '') return 'other';
  if (isTitle('avoidThese', folded)) return 'avoid';
  if (isTitle('avoid', folded) && !/^\p{L}+ \p{L}+ing\b/u.test(folded)) return 'avoid';
  if (/\b(?:best|top|compared|reviewed|review)\b.*\s-\s[^-]{2,40}$/.test(text)) return 'picks';
  if (isForeignTitle('summary', folded)) return 'summary';
  if (isForeignTitle('advice', folded)) return 'advice';
  if (summary.some((pattern) => pattern.test(text))) return 'summary';
  if (picks.some((pattern) => pattern.test(text)) && !/\?$/.test(text)) return 'picks';
  if (advice.some((pattern) => pattern.test(text))) return 'advice';
  if (isForeignTitle('picks', folded)) return 'picks';
  if (isCategory(text)) return 'category';
  return 'other';
}

/** Returns true for a title that says which one but not its name: "Best overall", "Budget pick", "Most durable". */
export function isCategory(title: string): boolean {
  const saved = judge(title.slice(0, 200));
  saved.category ??= readsAsCategory(saved);
  return saved.category;
}

function readsAsCategory({ text, folded }: Judged): boolean {
  if (text.length > 90 || /[.!?] /.test(text) || text.split(' ').length > 11) return false;
  return category.test(text) || categoryEnd.test(text) || isForeignTitle('category', folded);
}

const pluralKind = /(?:\p{Ll}{2}(?<![siu])s|\p{Lu}{2}s|ungen|uren|ionen|keiten|schaften)$/u;

/**
 * Returns true if the last word is a plural that ends titles of categories: "Quiet Station Wagons (Low Noise)",
 * "Werbeagenturen".
 */
export function isPluralKind(title: string): boolean {
  return pluralKind.test(title.slice(0, maxTitleLength).replace(/\s?\\?\([^()]{0,120}\)$/, ''));
}

const announcesAdvice =
  /\b(?:factors?|things|tips|criteria|questions?|ingredients?|considerations?|aspects?|steps?|following features?|products? that are|look for|keep in mind|what (?:you should|to) (?:consider|know|check)|should consider|tell me|let me know|do you|are you|could you|clarify|depends on)\b/;
/** Content of a list that names no brand: ways, steps, reasons. */
const announcesTopics =
  /\b(?:opportunities|ways|steps|reasons|strategies|trends|challenges|benefits|methods|techniques|types of|kinds of|causes|symptoms|best practices|use cases|practical uses|uses (?:of|for)|applications (?:of|for)|effects of|risks of|rules (?:for|of)|myths|facts about|advantages|disadvantages|differences|should have|should be|needs? to have|principles|habits|ideas for|instructions)\b/;
const announcesPicks =
  /\b(?:picks?|options?|choices?|recommendations?|recommended?|best|top|models?|great ones|favou?rites|suggestions?|stand ?outs?|popular|solid|list)\b/;

/** The nouns among them: the first noun of "top recommendations for both types of rooms" names the list's content. */
const picksNoun = /\b(?:picks?|options|choices|recommendations?|models|favou?rites|suggestions)\b/;

const announcesForeignPicks =
  /empfehl|(?<!\p{L})beste|optionen|kandidaten|alternativen|auswahl|anbieter|(?<!\p{L})tools|recommand|meilleur|opciones|mejores|recomend|opzioni|migliori|consigliat|opcoes|melhores|aanbevol|aanrader|opties|oneri|en iyi|secenek|uygulama|araclar|programlar|najlepsz|polecam|opcje|лучш|рекоменд|おすすめ|お勧め|推荐|推薦|最佳|选项|工具|软件|추천|أفضل|افضل|خيارات|מומלצ|הטוב|सर्वश्रेष्ठ|विकल्प|แนะนำ|ดีที่สุด/u;
const announcesForeignAdvice =
  /kriterien|(?<!\p{L})tipps|(?<!\p{L})fragen|criteres|conseils|(?<!\p{L})questions|criterios|consejos|preguntas|criteri(?!\p{L})|consigli(?!\p{L})|domande|(?<!\p{L})dicas|perguntas|(?<!\p{L})vragen|kriter|sorular|ipuc|kryteri|pytan|schritte|etapes|pasos|passi(?!\p{L})|passos|stappen|adimlar|kroki|選び方|手順|如何|注意|步骤|步驟|단계|기준|خطوات|שלבים|चरण|ขั้นตอน/u;

/** Returns the text after the last sentence end but one. */
function lastSentence(text: string): string {
  let at = text.length - 1;
  while (at > 0 && !'.!?:'.includes(text.charAt(at - 1))) at -= 1;
  return text.slice(at);
}

/** After words like "Your app is built on", the asker already has the things that follow. */
function saysOwned(sentence: string): boolean {
  const words = cues('owned', languageOf(sentence));
  words.lastIndex = 0;
  return words.test(foldTitle(sentence));
}

/** Classifies the announcement in the sentence right before a list; `other` if it is none. */
export function introKind(sentence: string): TitleKind {
  const text = plain(sentence.slice(-400));
  const last = lastSentence(text);
  if (saysOwned(last)) return 'advice';
  const topic = last.search(announcesTopics);
  if (topic >= 0) {
    const noun = last.search(picksNoun);
    return noun >= 0 && noun < topic ? 'picks' : 'advice';
  }
  if (announcesPicks.test(last) && !/\b(?:factors?|criteria|questions?)\b/.test(last)) return 'picks';
  if (announcesAdvice.test(last)) return 'advice';
  const folded = foldTitle(last);
  if (announcesForeignAdvice.test(folded)) return 'advice';
  return announcesForeignPicks.test(folded) ? 'picks' : 'other';
}

/**
 * Classifies the announcement of a paragraph that does not end in a colon: by its last sentence, or as picks if the
 * first one says so.
 */
export function paragraphKind(paragraph: string): TitleKind {
  const last = introKind(paragraph);
  if (last !== 'advice') return last;
  const end = paragraph.slice(0, 400).search(/[.!?]\s/);
  return end >= 0 && introKind(paragraph.slice(0, end + 1)) === 'picks' ? 'picks' : last;
}

const furtherPicks =
  /^(?:honou?rable mentions?|also (?:consider|great|good|worth (?:considering|a look|checking out|knowing|mentioning)|recommended|popular)|runners?[- ]up|other (?:good |great |solid |strong |popular |notable |worthy )?(?:options?|picks|choices|alternatives|contenders|mentions)(?: include| to consider)?|(?:good |strong |other )?alternatives?|worth considering|bonus(?: pick| mention)?|more options|lobende erwahnung(?:en)?|ausserdem(?: empfehlenswert)?|weitere (?:optionen|alternativen|empfehlungen)|mentions? honorables?|autres (?:options|alternatives|choix)|menci(?:on|ones) honorific?as?|menciones? honorables?|otras opciones|menzion[ei] d'onore|altre opzioni|menc(?:ao|oes) honrosas?|outras opcoes|eervolle vermelding(?:en)?|andere opties|mansiyon|diger secenekler|wyroznieni[ae]|inne opcje|次点|その他(?:の候補)?|其他选择|荣誉提名|备选|기타|그 외)$/;

/** "Honorable mentions", "Also consider": the names that follow are recommended too. */
export function isFurtherPicks(label: string): boolean {
  return label.length < 60 && furtherPicks.test(judge(label).folded);
}

const attributeWords = new Set(
  (
    'best for|ideal for|great for|good for|perfect for|suited for|suitable for|best if|best use|best uses|recommended for|' +
    'price|prices|pricing|cost|costs|fee|fees|annual fee|pros|cons|spec|specs|specifications|feature|features|key features|highlights|highlight|' +
    'advantages|disadvantages|strengths|weaknesses|drawbacks|benefits|perks|bonus|rewards|rating|ratings|reviews|review|tag|type|' +
    'size|weight|dimensions|capacity|power|speed|performance|design|display|screen|battery|battery life|storage|memory|ram|cpu|gpu|' +
    'processor|graphics|camera|cameras|connectivity|resolution|panel|ergonomics|material|materials|durability|comfort|fit|quality|sound|' +
    'coverage|compatibility|warranty|delivery|shipping|availability|location|website|official site|official website|link|url|address|phone|email|hours|founded|' +
    'neighborhood|neighbourhood|must-try|must try|why them|trade-off|trade-offs|signature|specialty|specialties|vibe|atmosphere|services|experience|known for|the catch|good to know|' +
    'headquarters|overview|description|summary|details|verdict|bottom line|note|notes|tip|tips|warning|caveat|caveats|downside|downsides|upside|' +
    'example|examples|source|sources|reason|use case|use cases|audience|target audience|style|styles|colors|sizes|color|budget|setup|ease of use|' +
    'ingredients|directions|instructions|security|privacy|support|customer support|integration|integrations|includes|including|includes|extras|trial|free trial|free plan|ideal|limitations|what|why|who|how'
  ).split('|'),
);
const attributeStart =
  /^(?:(?:best (?:for|use|if|suited)|ideal (?:for|if|use)|great (?:for|if)|good (?:for|if)|perfect (?:for|if)|recommended (?:for|if)|suitable for|not ideal|less ideal|why|what|who|how|where to|when to|key|price|starting|cost|what's|who's|available|approx(?:\.|imate(?:ly)?)?|estimated|user|customer|overall rating|standout|notable|main|unique|typical|learn more|read more|shop|buy|visit|more info|see|view)(?![\p{L}\p{N}]))/u;

/** Returns true for labels that can only be properties, whatever follows them. */
export function isPlainAttribute(label: string): boolean {
  const { text, folded } = judge(label);
  return attributeWords.has(text) || isCaselessLabel(folded);
}

/** Properties that are things as well: "Acme Doorbell Camera: …" ends in one and is a name. */
const things = new Set(
  'camera|cameras|display|screen|battery|storage|memory|phone|sound|power|fit|style|styles|setup|support|location|design|performance|security|budget|color|colors|speed|comfort|link|address|email|summary|overview|graphics|processor|source|example'.split(
    '|',
  ),
);

/**
 * Returns true for a label that may be cut from the end of a run of words, because it is a property and not a thing.
 */
export function isTrailingLabel(label: string): boolean {
  return isAttributeLabel(label) && !things.has(judge(label).text);
}

/**
 * Returns true for a label that describes the name above it ("Specs", "Best for", "Where to buy") and is not a name.
 */
export function isAttributeLabel(label: string): boolean {
  const knownValue = judge(label);
  knownValue.attribute ??= readsAsAttribute(knownValue);
  return knownValue.attribute;
}

/** "18 cm Price": the unit of a value that runs into the next label; the figure itself has been removed by then. */
const unit =
  /^(?:[cm]?m|km|k?g|m?l|k?w|v|k?hz|db|in|inch(?:es)?|ft|lbs?|oz|mph|[gt]b|mah|h|hours?|min(?:utes)?|days?) /;

function readsAsAttribute({ text, folded }: Judged): boolean {
  if (attributeWords.has(text) || attributeStart.test(text) || attributeWords.has(text.replace(unit, ''))) return true;
  return isCaselessLabel(folded) || (folded.split(' ').length < 5 && isForeignTitle('attribute', folded));
}
