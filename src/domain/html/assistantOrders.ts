import { type InstructionWords, instructionWords } from './instructionWords.ts';

/** Names of assistants, which are the same in all languages. */
const assistants = 'chat-?gpt|gpt-?\\d|claude|gemini|copilot|perplexity|grok|deepseek|mistral';
/** `\\w` matches only ASCII. */
const letters = '[\\p{L}\\p{M}]';
const unspaced = new Set(['ja', 'zh', 'ko']);

/** Joins words into one alternative that matches whole words, in scripts that separate words by spaces. */
function joinAlternatives(language: string, words: string): string {
  const source = words.replaceAll('\\w', letters);
  return unspaced.has(language) ? `(?:${source})` : `(?<!${letters})(?:${source})(?!${letters})`;
}

type LanguageMatcher = { id: string; parts: readonly RegExp[]; mayAsk: boolean; isNegated: boolean };

/**
 * Builds a language's patterns. All parts must occur in one sentence, in any order, because languages order words
 * differently. A question does not count as an order to recommend or to say something.
 */
function listMatchers(language: string, words: InstructionWords): LanguageMatcher[] {
  const part = (...sources: string[]) =>
    new RegExp(sources.map((source) => joinAlternatives(language, source)).join('|'), 'iu');
  const { ignore, prior, orders, model, duty, promote, tell, praise, task, page, remember, source } = words;
  const assistant = `${model}|${assistants}`;
  const all = (name: string, ...parts: RegExp[]) => ({
    id: `${name}_${language}`,
    parts,
    mayAsk: false,
    isNegated: false,
  });
  const sequence = (...sources: string[]) =>
    new RegExp(sources.map((each) => joinAlternatives(language, each)).join('.{0,80}?'), 'iu');
  // The model comes first, addressed or named; a page that describes its own use of a model does not begin like this.
  const commanded = (verb: string) =>
    verbLast.has(language) ? sequence(assistant, verb, duty) : sequence(assistant, duty, verb);
  return [
    {
      id: `ignore_instructions_${language}`,
      parts: [part(ignore), part(prior), part(orders)],
      mayAsk: true,
      isNegated: false,
    },
    all('order_on_summary', part(task), part(page), sequence(`${task}|${page}`, promote)),
    all('praise_on_summary', part(task), part(page), part(tell, remember), part(praise)),
    all('trusted_source', part(remember), part(source)),
    all('model_to_recommend', commanded(promote)),
    all('model_to_praise', commanded(tell), part(praise)),
    { ...all('silence_on_rivals', part(task), part(page), summary, rivals, negated), isNegated: true },
  ];
}

const verbLast = new Set(['ja', 'ko', 'tr']);
const sentenceEnd = /(?<=[.!?؟])\s+|(?<=[。！？])/u;
const maxSentenceLength = 400;
/**
 * Most prohibitions are honest. Orders to forget other orders, and to hide competitors in a summary of the page, are
 * found without this.
 */
const negated =
  /\b(?:never|not|nicht|nie|niemals|kein\p{L}*|jamais|nunca|mai|nooit|geen|nigdy|inte|aldrig|asla)\b|\bne \S+ pas\b|\bnon? (?:cit|menzion|mencion|consigli|raccomand|recom|sugg|sugi)|(?<!\p{L})(?:não|не|لا|никогда)(?!\p{L})|ません|しない|ないで|不|지 [마말]|않|değil/iu;
/** Stems of "to summarise", and of the rivals that a page wants left out, in all languages. */
const summary =
  /summar|zusammenfa|résum|resum|riass|samenvat|podsum|streszcz|резюм|суммир|обобщ|пересказ|излож|sammanfat|özet|要約|まとめ|总结|總結|概括|摘要|归纳|歸納|요약|تلخ/iu;
const rivals =
  /competitor|\brivals?\b|mitbewerb|konkuren|konkurren|wettbewerber|concurren|competencia|competidor|concorren|конкурент|rakip|rakib|競合|竞争|競爭|同行|경쟁|منافس/iu;

let languageMatchers: readonly LanguageMatcher[] | null = null;

/** Built when the first text needs them: most captures have no such text. */
function allMatchers(): readonly LanguageMatcher[] {
  languageMatchers ??= Object.entries(instructionWords).flatMap(([language, words]) => listMatchers(language, words));
  return languageMatchers;
}

/** Word stems, one of which each pattern requires: for orders, assistants, summaries, answers and sources. */
const telling =
  /instru|prompt|direct|direkt|anweis|vorgab|consign|indica|órdenes|orden|istruz|opdracht|aanwijz|polece|wytyczn|инструкц|указан|команд|промпт|anvisning|talimat|yönerge|komut|istem|指示|命令|プロンプト|指令|提示|지시|명령|프롬프트|지침|عليمات|أوامر|توجيه|إرشاد|assist|asist|asyst|model|chatbot|chattbot|llm|agent|gpt|claude|gemini|copilot|perplexity|grok|deepseek|mistral|асси|помощ|модел|агент|нейро|бот|zek|人工|言語|语言|語言|聊天|チャット|ai|언어|챗봇|인공|مساعد|نماذج|نموذج|روبوت|source|quelle|fuente|font|bron|źród|источник|käll|kayna|情報源|ソース|出典|来源|來源|信源|출처|정보원|소스|مصدر|summar|zusammenf|résum|resum|riass|samenvat|podsum|streszcz|резюм|суммир|обобщ|пересказ|излож|sammanfat|özet|要約|まとめ|总结|總結|概括|摘要|归纳|歸納|요약|정리|تلخ|answer|ask|antwort|gefragt|répon|demande|respond|pregunt|rispond|chie|pergunt|beantwo|gevraagd|odpowia|zapyta|отве|спр|svara|tillfr|cevap|yanıt|sorul|回答|紹介|説明|質問|介绍|介紹|问|問|답|질문|소개|설명|إجابة|جيب|سئل|سأل/iu;

/** Returns true if a text contains any of the words that the patterns require. */
export function mayOrderAssistants(text: string): boolean {
  return telling.test(text);
}

/**
 * Returns id and language of the first pattern that a sentence of the text matches, as `trusted_source_de`; null if
 * none does.
 */
export function matchAssistantOrder(text: string): string | null {
  for (const whole of text.split(sentenceEnd)) {
    const sentence = whole.slice(0, maxSentenceLength);
    const asks = /[?？؟]$/.test(whole);
    const isNegative = negated.test(sentence);
    for (const { id, parts, mayAsk, isNegated } of allMatchers()) {
      if ((asks && !mayAsk) || !parts.every((each) => each.test(sentence))) continue;
      if (mayAsk || isNegated === isNegative) return id;
    }
  }
  return null;
}

/** ISO 639-1 codes of the supported languages. */
export const instructionLanguages = Object.keys(instructionWords);
