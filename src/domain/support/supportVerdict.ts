import { sentencesOf } from './sentences.ts';
import { contentOf, numbersOf, wordsOf } from './supportWords.ts';

/** Raised with every change of a rule: what an older rule said is judged again, without fetching the page again. */
export const supportRule = 'wording/3';

/**
 * Verdicts on the words that a page shares with a sentence. They are about wording only, never about whether the
 * sentence is true.
 */
export const supportVerdicts = ['quoted', 'close_wording', 'partly', 'little', 'not_found', 'not_judged'] as const;
export type SupportVerdict = (typeof supportVerdicts)[number];

/** Reasons why nothing is judged. `page`: the page was not read. */
export const notJudgedReasons = ['page', 'no_place', 'language', 'too_short', 'no_text'] as const;
export type NotJudgedReason = (typeof notJudgedReasons)[number];

export type Support = {
  verdict: SupportVerdict;
  reason: NotJudgedReason | null;
  /** Longest common run of words. */
  run: number;
  /** Largest share of the sentence's content words in three consecutive sentences of the page, 0 to 1. */
  share: number;
  /** True if all numbers of the sentence appear on the page. */
  numbers: boolean;
  /** Passage of the page with most of these words; null if nothing was compared. */
  passage: string | null;
};

const runOfQuote = 8;
const shares = { close: 0.8, partly: 0.5, little: 0.3 } as const;
const window = 3;
const minContentWords = 3;

export function notJudged(reason: NotJudgedReason): Support {
  return { verdict: 'not_judged', reason, run: 0, share: 0, numbers: false, passage: null };
}

/** A page prepared once for all sentences that cite it. */
export type ComparedPage = {
  words: readonly string[];
  places: ReadonlyMap<string, readonly number[]>;
  sentences: readonly { text: string; content: ReadonlySet<string> }[];
  numbers: ReadonlySet<string>;
};

export function comparedPage(text: string): ComparedPage {
  const words = wordsOf(text);
  const places = new Map<string, number[]>();
  for (const [at, one] of words.entries()) {
    const ofWord = places.get(one);
    if (ofWord === undefined) places.set(one, [at]);
    else ofWord.push(at);
  }
  const sentences = sentencesOf(text).map((sentence) => ({
    text: sentence,
    content: new Set(contentOf(wordsOf(sentence))),
  }));
  return { words, places, sentences, numbers: new Set(numbersOf(words)) };
}

/**
 * Compares the words of a sentence with those of a page (the rules and their measured error rates: docs/sources.md).
 * @param languages of the answer and of the page; only English is measured, so only English is judged
 */
export function compareWording(
  sentence: string,
  page: ComparedPage,
  languages: { answer: string; page: string | null },
): Support {
  if (languages.answer !== 'en' || (languages.page !== null && languages.page !== 'en')) return notJudged('language');
  if (page.words.length === 0) return notJudged('no_text');
  const words = wordsOf(sentence);
  const content = [...new Set(contentOf(words))];
  if (content.length < minContentWords) return notJudged('too_short');
  const run = runLength(words, page);
  const best = bestWindow(content, page.sentences);
  const numbers = numbersOf(words).every((one) => page.numbers.has(one));
  const verdict = decideVerdict({ run, share: best.share, numbers }, words.length);
  return { verdict, reason: null, run, share: best.share, numbers, passage: best.passage };
}

function decideVerdict(
  { run, share, numbers }: Pick<Support, 'run' | 'share' | 'numbers'>,
  words: number,
): SupportVerdict {
  if (run >= runOfQuote && run * 2 >= words && numbers) return 'quoted';
  if (share >= shares.close && numbers) return 'close_wording';
  if (share >= shares.partly) return 'partly';
  return share >= shares.little ? 'little' : 'not_found';
}

/** A page that repeats one word thousands of times must not make the comparison slow. */
const maxPlaces = 2_000;

function runLength(words: readonly string[], { words: onPage, places }: ComparedPage): number {
  let longest = 0;
  for (let from = 0; from + longest < words.length; from += 1) {
    for (const start of (places.get(words[from] ?? '') ?? []).slice(0, maxPlaces)) {
      let length = 1;
      while (from + length < words.length && words[from + length] === onPage[start + length]) length += 1;
      if (length > longest) longest = length;
    }
  }
  return longest;
}

function bestWindow(
  content: readonly string[],
  sentences: ComparedPage['sentences'],
): { share: number; passage: string | null } {
  let most = 0;
  let at = -1;
  for (let from = 0; from < Math.max(1, sentences.length - window + 1); from += 1) {
    const three = sentences.slice(from, from + window);
    const share = content.filter((one) => three.some(({ content: has }) => has.has(one))).length;
    if (share > most) {
      most = share;
      at = from;
    }
  }
  if (at < 0) return { share: 0, passage: null };
  const near = sentences.slice(at, at + window).filter(({ content: has }) => content.some((one) => has.has(one)));
  return { share: most / content.length, passage: near.map(({ text }) => text).join(' ') };
}
