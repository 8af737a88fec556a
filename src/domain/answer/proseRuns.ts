import type { NameSpan } from './names.ts';
import { cleanName, isFunctionWord, nameLikeness } from './names.ts';
import { isRejecting } from './rejections.ts';
import { nearestCue, plainWords } from './sentenceCues.ts';
import { isFrequentWord, languageOf } from './textLanguage.ts';

/** UTF-16 code units of the text. */
type Sentence = { start: number; end: number };

const recommends =
  /\b(?:recommend(?:ed|ation)?s?|best|most|top|great|excellent|ideal|perfect|popular|leading|favou?rites?|consider|try|go with|choose|opt for|suggest|picks?|choices?|options?|alternatives?|stands? out|worth|solid|strong|reputable|reliable|trusted|trustworthy|well[- ]regarded|(?:highly|well|top)[- ](?:rated|regarded|reviewed)|winner|wins|well suited|good fit|also|look at|start with)\b/i;
const rejects =
  /\b(?:avoid|not recommend|wouldn't|would not|skip|instead of|unlike|compared (?:to|with)|rather than|weaker|worse|discontinued)\b/i;
/** Words that may appear right before a recommended name inside a sentence. */
const leadsIn =
  /(?:\b(?:recommend|consider|try|choose|suggest|pick|like|such as|including|include|is|are|(?:go|start|stick) with|look at|opt for|alternatives?|options?)|\b(?:picks?|options?|choices?|recommendations?|favou?rites)(?: [\w-]+){0,4}:)\s{1,3}(?:the|an?)?\s{0,3}$/i;
/** Text between two names of one enumeration. */
const joins = /^,?\s{0,3}(?:and|or|&)?\s{0,3}(?:the\s)?$/;
/** Words that follow the subject of a recommending sentence. */
const acts =
  /^(?:['’]s)?,? (?:\([^)]*\) )?(?:is|are|offers?|has|have|provides?|stands?|remains?|delivers?|gives?|comes?|makes?|works?|wins?|excels?|shines?|and|or|also|would|can|keeps?|combines?|suits?|fits?|focuses|adds|brings|leads|covers|handles|includes?)\b/;
const enumerates = /^, (?:and )?\p{Lu}/u;

const run =
  /(?<![\p{L}\p{N}.'’-])\p{Lu}[\p{L}\p{N}.+&'’®™-]*(?: (?:(?:of|the|de|&) )?(?:[\p{Lu}\d]|\p{Ll}{1,2}-?\p{Lu})[\p{L}\p{N}.+&'’®™-]*){0,6}/gu;

/**
 * Returns names that a sentence recommends: its words judge each capitalised run, in any language that the readers
 * know.
 */
export function proseRuns(text: string, sentence: Sentence, language: string): NameSpan[] {
  const english = language === 'en' ? capitalisedRuns(text, sentence) : [];
  const cued = cuedRuns(text, sentence, language).filter(
    (one) => !english.some(({ start, end }) => start < one.end && one.start < end),
  );
  return [...english, ...cued].sort((nameSpan, right) => nameSpan.start - right.start);
}

function cuedRuns(text: string, sentence: Sentence, language: string): NameSpan[] {
  const piece = text.slice(sentence.start, sentence.end);
  if (asksBehind.test(piece.slice(-12).trimEnd())) return [];
  const runs: NameSpan[] = [];
  for (const match of piece.matchAll(run)) {
    const whole = match[0].replace(/['’]s?$|[.,]{1,3}$/, '');
    const isFirst = !/[\p{L}\p{N}]/u.test(piece.slice(0, match.index));
    const opened = isFirst ? openingWord(whole, language) : 0;
    const output = whole.slice(opened);
    const at = match.index + opened;
    const before = piece.slice(0, at);
    if (isCommonRun(output, isFirst, language) || determined.test(before)) continue;
    const after = plainWords(piece.slice(at + output.length));
    const cue = nearestCue(plainWords(before).trimEnd(), after, language);
    if (cue?.role !== 'recommended' || !cue.strong || nameLikeness(output) < 0.75) continue;
    // A word that only begins the sentence is a name if the recommending words follow immediately.
    if (isFirst && !/\s/.test(output) && cue.distance > 6) continue;
    runs.push(cleanName(text, sentence.start + at, sentence.start + at + output.length));
  }
  return runs;
}

/** Returns the length of a common word that begins the sentence before a name, as in "Neither Acme". */
function openingWord(text: string, language: string): number {
  const space = text.indexOf(' ');
  const first = space < 0 ? '' : text.slice(0, space);
  return first !== '' && (notAName.test(first) || isFrequentWord(first, language)) ? space + 1 : 0;
}

const asksBehind = /[?？؟]["”)*\]_ ]{0,6}$/;

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

/** Returns capitalised runs that are the subject of the sentence, or the object of a recommendation. */
function capitalisedRuns(text: string, sentence: Sentence): NameSpan[] {
  const piece = text.slice(sentence.start, sentence.end);
  if (
    !recommends.test(piece) ||
    rejects.test(piece) ||
    asksBehind.test(piece.slice(-12).trimEnd()) ||
    isRejecting(piece, languageOf(text))
  )
    return [];
  const runs: NameSpan[] = [];
  for (const match of piece.matchAll(run)) {
    const runText = match[0].replace(/['’]s?$|[.,]{1,3}$/, '');
    const before = piece.slice(0, match.index);
    const after = piece.slice(match.index + runText.length);
    const opens =
      before.trim() === '' ||
      /(?:^|[,;]\s)(?:and|but|while|however,|meanwhile,|finally,|next,|overall,)?\s*$/i.test(before);
    const isSubject = opens && (acts.test(after) || enumerates.test(after));
    const last = runs.at(-1);
    const isObject =
      before.trim() !== '' &&
      (leadsIn.test(before) || (last !== undefined && joins.test(text.slice(last.end, sentence.start + match.index))));
    const single = !/\s/.test(runText);
    if (single && (isFunctionWord(runText) || notAName.test(runText))) continue;
    if (isKind.test(runText) && indefinite.test(before)) continue;
    if ((isSubject || isObject) && nameLikeness(runText) >= 0.75) {
      // "The Acme Pad is …": an article, if the text writes it in lower case elsewhere or leaves it out.
      const bare = /^The (?=\p{Lu})/u.test(runText) ? runText.slice(4) : runText;
      const article = bare !== runText && standsWithoutArticle(text, bare) ? 4 : 0;
      const start = sentence.start + match.index + article;
      runs.push(cleanName(text, start, start + runText.length - article));
    }
  }
  return runs;
}

function standsWithoutArticle(text: string, name: string): boolean {
  const at = text.indexOf(name);
  const again = text.indexOf(name, at + name.length);
  return [at, again].some((place) => place >= 0 && !text.slice(0, place).endsWith('The '));
}

/** "A CRM", "an LMS": an abbreviation after an indefinite article is a category, not a product. */
const isKind = /^\p{Lu}{2,5}s?$/u;
const indefinite = /(?:^|[\s(])(?:an?|another|any)\s{1,3}$/i;
const notAName =
  /^(?:I|I'm|I'd|We|You|It|They|He|She|This|That|These|Those|There|Here|If|When|While|Both|Neither|Either|Unlike|Each|All|Some|Many|Most|Another|Other|One|Two|Three|First|Second|Third|Finally|Overall|However|Also|Its|Their|Your|My|Our|What|Which|Who|How|Why|Where|Yes|No|Sure|Based|Given|Since|Because|Although|Though|After|Before|With|Without|January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|English|AI|API|US|USA|UK|EU|USD|EUR)$/;
