/**
 * What a heading, or the sentence before a list, announces. Only general wording of recommendation texts is known here:
 * no names, no brands, no product fields.
 */
export type TitleKind = 'advice' | 'summary' | 'picks' | 'category' | 'other';

const advice = [
  /^(?:buying|shopping|quick|pro|extra|additional|final|bonus|general|setup|care)?\s*(?:tips?|advice|guidance|notes?|hints?|reminders?)\b/,
  /\btips\b/,
  /^(?:what|which|how|why|where|when|who|is|are|do|does|should|can|would|want|need|looking|still)\b/,
  /\b(?:things?|factors?|points?|features?|criteria|ingredients?|questions?|aspects?|specs?|details) (?:to|you|that|worth|when|for|of)\b/,
  /^(?:key|main|important|essential|other|common|core|must-have)\s+(?:\w+\s+)?(?:factors?|features?|considerations?|criteria|ingredients?|questions?|differences?|benefits?|takeaways?|points?|terms?|specs?|things)\b/,
  /^(?:considerations?|consider|choosing|selecting|picking|deciding|before you|keep in mind|next steps?|benefits? of|advantages? of|pros and cons|understanding|about|faqs?|frequently asked|disclaimers?|sources?|references?|further reading|citations?|methodology|more information|useful links|where to (?:buy|find|shop|start)|shopping options|retailers?|deals?|introduction|overview|background|types? of|steps?)\b/,
  /\bto (?:avoid|look for|keep in mind|ask|remember|watch)\b/,
  /^(?:to avoid|avoid|skip)\b/,
  /\b(?:guide to choosing|buying guide|buyer's guide|help you (?:choose|decide))\b/,
  /\?$/,
];
const summary = [
  /\b(?:vs\.?|versus)\b/,
  /\b(?:summary|summaries|comparison|compared|recap|at a glance|snapshot|conclusion|takeaways?|verdict|bottom line|in short|overview table|explained|in summary|side[- ]by[- ]side|cheat sheet)\b/,
  /^(?:final|closing|my|our|overall)\s+(?:\w+\s+)?(?:thoughts?|recommendations?|picks?|words?|choices?|suggestions?|opinions?|pick)\b/,
  /^quick (?:picks?|guide|recommendations?|comparison|list|reference|take)\b/,
  /^(?:recommendations?|picks?|suggestions?|choices?) (?:based on|by|for|depending)\b/,
  /^(?:recommendations?|so,? which|which one)$/,
  /^if (?:you|i)\b/,
];
const picks = [
  /\b(?:top|best|recommended|leading|popular|great|notable|standout|favou?rite|highly rated|trusted|alternative)\b.*\b(?:picks?|options?|choices?|models?|brands?|products?|recommendations?|stores?|shops?|places?|services?|tools?|systems?|companies|providers?|platforms?|apps?|cards?|plans?|to consider|in 20\d\d|of 20\d\d|\(20\d\d\))\b/,
  /\b(?:honou?rable mentions?|also (?:consider|great|good|worth)|runners?[- ]up|other (?:\w+ )?(?:options?|picks?|choices?|brands?|models?)|more options|alternatives?|worth considering)\b/,
  /^(?:here are|top|our|my) (?:\w+ )*(?:picks?|options?|choices?|recommendations?)\b/,
  /^(?:the )?top \d+\b/,
  /^(?:brands?|options?|products?|models?|stores?|tools?|services?|names?|picks?|recommendations?) (?:to consider|worth|i)\b/,
];
const category =
  /^(?:(?:the )?(?:best|top|most|great|good|ideal|perfect|premium|luxury|budget|affordable|cheapest|cheap|value|runner[- ]up|editor'?s|staff|overall|upgrade|entry[- ]level|mid[- ]?range|high[- ]end|easiest|recommended|suggested|popular|leading|lightest|fastest|strongest|safest|also|for)\b)/;
const categoryEnd =
  /\b(?:pick|choice|option|options|value|overall|friendly|[\w-]+[- ]friendly|budget|winner|runner[- ]up|alternative|premium|performer|favorite|favourite|deal)$/;

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/[*_`#]|\p{Extended_Pictographic}|\uFE0F/gu, '')
    .replace(/^[\s\d.):–—-]+/, '')
    .replace(/[\s:.–—-]+$/, '')
    .replace(/\s+/g, ' ');
}

/** Reads a title of at most a few hundred characters; longer texts are never titles and come back as `other`. */
export function titleKind(title: string): TitleKind {
  if (title.length > 300) return 'other';
  const text = plain(title);
  if (text === '') return 'other';
  if (summary.some((pattern) => pattern.test(text))) return 'summary';
  if (picks.some((pattern) => pattern.test(text)) && !/\?$/.test(text)) return 'picks';
  if (advice.some((pattern) => pattern.test(text))) return 'advice';
  if (isCategory(text)) return 'category';
  return 'other';
}

/** "Best overall", "Budget pick", "Most durable": says which one, never names it. */
export function isCategory(title: string): boolean {
  const text = plain(title.slice(0, 200));
  if (text.length > 90 || /[.!?] /.test(text) || text.split(' ').length > 11) return false;
  return category.test(text) || categoryEnd.test(text);
}

const announcesAdvice =
  /\b(?:factors?|things|tips|criteria|questions?|ingredients?|considerations?|aspects?|steps?|following features?|products? that are|look for|keep in mind|tell me|let me know|do you|are you|could you|clarify|depends on)\b/;
const announcesPicks =
  /\b(?:picks?|options?|choices?|recommendations?|recommended?|best|top|models?|great ones|favou?rites|suggestions?|stand ?outs?|popular|solid|list)\b/;

/** What the sentence right before a list announces, or `other`. */
export function introKind(sentence: string): TitleKind {
  const text = plain(sentence.slice(-400));
  const last = text.slice(text.search(/[^.!?:]*.?$/));
  if (announcesPicks.test(last) && !/\b(?:factors?|criteria|questions?)\b/.test(last)) return 'picks';
  if (announcesAdvice.test(last)) return 'advice';
  return 'other';
}

const attributeWords = new Set(
  (
    'best for|ideal for|great for|good for|perfect for|suited for|suitable for|best if|best use|best uses|recommended for|' +
    'price|prices|pricing|cost|costs|fee|fees|annual fee|pros|cons|spec|specs|specifications|feature|features|key features|highlights|highlight|' +
    'advantages|disadvantages|strengths|weaknesses|drawbacks|benefits|perks|bonus|rewards|rating|ratings|reviews|review|tag|type|' +
    'size|weight|dimensions|capacity|power|speed|performance|design|display|screen|battery|battery life|storage|memory|ram|cpu|gpu|' +
    'processor|graphics|camera|cameras|connectivity|resolution|panel|ergonomics|material|materials|durability|comfort|fit|quality|sound|' +
    'coverage|compatibility|warranty|delivery|shipping|availability|location|website|official site|official website|link|url|address|phone|email|hours|founded|' +
    'headquarters|overview|description|summary|details|verdict|bottom line|note|notes|tip|tips|warning|caveat|caveats|downside|downsides|upside|' +
    'example|examples|source|sources|reason|use case|use cases|audience|target audience|style|styles|colors|sizes|color|budget|setup|ease of use|' +
    'ingredients|directions|instructions|security|privacy|support|customer support|integration|integrations|includes|including|includes|extras|trial|free trial|free plan|ideal|limitations|what|why|who|how'
  ).split('|'),
);
const attributeStart =
  /^(?:best (?:for|use|if|suited)|ideal (?:for|if|use)|great (?:for|if)|good (?:for|if)|perfect (?:for|if)|recommended (?:for|if)|suitable for|not ideal|less ideal|why|what|who|how|where to|when to|key |price|starting|cost|what's|who's|available|approx|estimated|user |customer |overall rating|standout|notable|main |unique|typical|learn more|read more|shop|buy|visit|more info|see |view )/;

/** Labels that are only ever properties, whatever stands behind them. */
export function isPlainAttribute(label: string): boolean {
  return attributeWords.has(plain(label));
}

/** Properties that are things as well: "Acme Doorbell Camera: …" ends in one and is a name. */
const things = new Set(
  'camera|cameras|display|screen|battery|storage|memory|phone|sound|power|fit|style|styles|setup|support|location|design|performance|security|budget|color|colors|speed|comfort|link|address|email|summary|overview|graphics|processor|source|example'.split(
    '|',
  ),
);

/** A label that may be cut from the end of a run of words, because it is a property and no thing. */
export function isTrailingLabel(label: string): boolean {
  return isAttributeLabel(label) && !things.has(plain(label));
}

/** A label that describes the name above it ("Specs", "Best for", "Where to buy") and is none itself. */
export function isAttributeLabel(label: string): boolean {
  const text = plain(label);
  return attributeWords.has(text) || attributeStart.test(text);
}
