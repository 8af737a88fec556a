import type { Link } from './answerLinks.ts';
import { linksWithin } from './answerLinks.ts';
import type { Node } from './answerOutline.ts';
import type { Candidate } from './candidate.ts';
import { isCitationLabel, withoutCitations } from './endsSentence.ts';
import type { Line } from './lines.ts';
import type { NameSpan } from './names.ts';
import { cleanName, isFunctionWord, nameLikeness } from './names.ts';
import { isOriginWord } from './phrases.ts';
import { isRejecting } from './rejections.ts';
import { type Cue, isExample, nearestCue, plainWords } from './sentenceCues.ts';
import { isFrequentWord, languageOf } from './textLanguage.ts';
import { titleKind } from './titles.ts';
import { hasCaselessLetters } from './titleWords.ts';

const maxSentences = 400;
/** Only the start of a longer sentence is read. */
const maxSentenceLength = 1500;

type Sentence = { start: number; end: number; paragraphEnd: number };

const sentenceEnd =
  /(?<=\p{L}{3}|\d|[)\]"”*])[.!?]{1,3}["”)*\]]{0,4}(?:\s?\[\[?\d{0,3}\]?\]\([^()\s]{0,1000}\)){0,8}\s{1,4}(?=["“*[]{0,4}(?:[\p{Lu}\d]|\p{Lo}))|[。！？]/gu;

/** Lists the sentences of the text's paragraphs, questions left out. */
function listSentences(text: string, lines: readonly Line[]): Sentence[] {
  const sentences: Sentence[] = [];
  const add = (start: number, to: number, paragraphEnd: number): void => {
    const end = Math.min(to, start + maxSentenceLength);
    if (!asks.test(text.slice(Math.max(start, end - 10), end).trimEnd())) sentences.push({ start, end, paragraphEnd });
  };
  for (const line of lines) {
    if (line.kind !== 'text') continue;
    let { start } = line;
    for (const match of text.slice(line.start, line.end).matchAll(sentenceEnd)) {
      const end = line.start + match.index + match[0].length;
      add(start, end, line.end);
      start = end;
      if (sentences.length > maxSentences) return sentences;
    }
    add(start, line.end, line.end);
    if (sentences.length > maxSentences) return sentences;
  }
  return sentences;
}

const asks = /[?？؟]["”)*\]_ ]{0,6}$/;

/** Judges a name by the words around it in its sentence. */
function cueOf(text: string, { start, end }: Sentence, span: NameSpan, language: string): Cue | null {
  const behind = withoutCitations(text.slice(span.end, Math.max(span.end, end)).trimEnd());
  return nearestCue(plainWords(text.slice(start, span.start)).trimEnd(), plainWords(behind), language);
}

/** Returns true for a name that is only a source, or a yardstick for another one. */
function isAside(cue: Cue | null): boolean {
  return cue?.role === 'source' || (cue?.role === 'compared' && !isOriginWord(cue.by));
}

const quoted = /[「『“《'‘]([^」』”》'’\n]{2,40})[」』”》'’]/g;

/**
 * Returns the bold runs and linked words of a sentence, which the writer set apart; in scripts without capitals also
 * names in quotes. Links that only cite are left out.
 */
function markedRuns(text: string, sentence: Sentence, links: readonly Link[], language: string): NameSpan[] {
  const runs: NameSpan[] = [];
  const piece = text.slice(sentence.start, sentence.end);
  for (const match of piece.matchAll(/\*\*([^*\n]{2,100})\*\*/g)) {
    const start = sentence.start + match.index + 2;
    const inside = linksWithin(links, start, start + (match[1]?.length ?? 0))[0];
    runs.push(cleanName(text, inside?.textStart ?? start, inside?.textEnd ?? start + (match[1]?.length ?? 0)));
  }
  for (const link of linksWithin(links, sentence.start, sentence.end)) {
    const shownText = text.slice(link.textStart, link.textEnd);
    const cites =
      text[link.start - 1] === '(' || isCitationLabel(shownText) || /^[\w-]+(?:\.[\w-]+)+$|^https?:/.test(shownText);
    const isKnown = runs.some((run) => run.start <= link.textEnd && run.end >= link.textStart);
    if (!cites && !isKnown) runs.push(cleanName(text, link.textStart, link.textEnd));
  }
  const caseless = hasCaselessLetters(piece);
  if (runs.length === 0 && caseless)
    for (const { 1: name = '', index } of piece.matchAll(quoted)) {
      const start = sentence.start + index + 1;
      runs.push(cleanName(text, start, start + name.length));
    }
  if (runs.length > 0 && isRejecting(piece, language)) return [];
  return runs
    .slice(0, 50)
    .filter(
      (run) =>
        (nameLikeness(run.name) >= 0.75 || (caseless && /^\p{Ll}[\w.+-]{2,20}$/u.test(run.name))) &&
        ['other', 'category'].includes(titleKind(run.name)),
    )
    .sort((nameSpan, right) => nameSpan.start - right.start);
}

const run =
  /(?<![\p{L}\p{N}.'’-])\p{Lu}[\p{L}\p{N}.+&'’®™-]*(?: (?:(?:of|the|de|&) )?(?:[\p{Lu}\d]|\p{Ll}{1,2}-?\p{Lu})[\p{L}\p{N}.+&'’®™-]*){0,6}/gu;

/** Returns the capitalised runs of a sentence that its words recommend, or list as examples of what is asked for. */
function recommendedRuns(text: string, sentence: Sentence, language: string): NameSpan[] {
  const piece = text.slice(sentence.start, sentence.end);
  const runs: NameSpan[] = [];
  for (const match of piece.matchAll(run)) {
    const whole = match[0].replace(/['’]s?$|[.,]{1,3}$/, '');
    const isFirst = !/[\p{L}\p{N}]/u.test(piece.slice(0, match.index));
    const opened = isFirst ? openingWord(whole, language) : 0;
    const output = whole.slice(opened);
    const at = match.index + opened;
    if (isCommonRun(output, isFirst, language) || determined.test(piece.slice(0, at))) continue;
    if (nameLikeness(output) < 0.75) continue;
    const span = cleanName(text, sentence.start + at, sentence.start + at + output.length);
    const cue = cueOf(text, sentence, span, language);
    // A word that only begins the sentence is a name if the recommending words follow immediately.
    const mayBeWord = isFirst && !/\s/.test(output);
    const isTold = cue?.role === 'recommended' && cue.strong && !(mayBeWord && cue.distance > 6);
    const isListed = cue === null && isExample(piece.slice(0, at), piece.slice(at + output.length), language);
    if (isTold || isListed) runs.push(span);
  }
  return runs;
}

/** Returns the length of a common word that begins the sentence before a name, as in "Neither Acme". */
function openingWord(text: string, language: string): number {
  const space = text.indexOf(' ');
  const first = space < 0 ? '' : text.slice(0, space);
  return first !== '' && (notAName.test(first) || isFrequentWord(first, language)) ? space + 1 : 0;
}

/** Returns true for a word that begins the sentence, or that is among the most frequent ones of the language. */
function isCommonRun(writtenText: string, isFirst: boolean, language: string): boolean {
  if (/\s/.test(writtenText)) return false;
  return (
    isFunctionWord(writtenText) ||
    notAName.test(writtenText) ||
    isFrequentWord(writtenText, language) ||
    isKind.test(writtenText) ||
    (isFirst && writtenText.length < 4)
  );
}

/** After an indefinite article or a possessive, a capitalised noun is a category. */
const determined =
  /(?:^|[\s(])(?:an?|another|any|your|my|eine?[mnrs]?|kein\p{L}{0,2}|dein\p{L}{0,2}|ihre?[mnrs]?|une?|votre|uno?|una|tu|su|um|uma|seu|sua|een|je|uw|en|ett|et|din|ditt)\s{1,3}(?:\p{Ll}{2,20}\s)?[*_“"„]{0,3}$/iu;
/** "CRM", "LMS": an abbreviation is a category, not a product. */
const isKind = /^\p{Lu}{2,5}s?$/u;
const notAName =
  /^(?:I|I'm|I'd|We|You|It|They|He|She|This|That|These|Those|There|Here|If|When|While|Both|Neither|Either|Unlike|Each|All|Some|Many|Most|Another|Other|One|Two|Three|First|Second|Third|Finally|Overall|However|Also|Its|Their|Your|My|Our|What|Which|Who|How|Why|Where|Yes|No|Sure|Based|Given|Since|Because|Although|Though|After|Before|With|Without|January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|English|AI|API|US|USA|UK|EU|USD|EUR)$/;

/**
 * Reads names in running text without lists, for answers that set nothing apart: bold or linked names first, otherwise
 * capitalised names that a sentence recommends. Much less certain than a list.
 */
export function readProse(text: string, lines: readonly Line[], links: readonly Link[]): Candidate[] {
  const language = languageOf(text);
  const sentences = listSentences(text, lines);
  const judge = (sentence: Sentence, runs: readonly NameSpan[]) =>
    runs.map((span) => ({ sentence, span, isAside: isAside(cueOf(text, sentence, span, language)) }));
  const marked = sentences.flatMap((sentence) => judge(sentence, markedRuns(text, sentence, links, language)));
  const names = marked.some((one) => !one.isAside)
    ? marked
    : sentences.flatMap((sentence) => judge(sentence, recommendedRuns(text, sentence, language)));
  return names.map(({ sentence, span, isAside }, index) => {
    const start = names[index - 1]?.sentence === sentence ? span.start : sentence.start;
    return proseCandidate(span, start, sentence, {
      context: isAside ? 'mention' : 'prose',
      link: linkAround(links, span),
    });
  });
}

function linkAround(links: readonly Link[], span: NameSpan): Link | null {
  return (
    linksWithin(links, span.start - 3, span.end + 4100).find(
      (link) => link.textStart <= span.start && link.textEnd >= span.end,
    ) ?? null
  );
}

/** Creates a candidate, with a node in the outline, for a name that has no line of its own. */
function proseCandidate(
  span: NameSpan,
  start: number,
  { paragraphEnd: end }: Sentence,
  own: Pick<Candidate, 'context'> & Partial<Candidate>,
): Candidate {
  const line: Line = { kind: 'text', start, end, depth: 0, number: null, blankBefore: true, cut: false };
  const plain = { form: 'plain' as const, colon: false, dash: false, number: null, bold: false, link: null };
  const head = { ...plain, start: span.start, end: span.end, rest: span.end };
  const outline = { rank: 100, number: null, parent: null, at: 0, children: [] };
  const node: Node = { ...outline, line, head, span, title: span.name };
  return { span, link: null, node, series: 0, number: null, colon: false, joined: false, rest: span.end, ...own };
}
