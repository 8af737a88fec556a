import type { Candidate } from './candidates.ts';
import type { Line } from './lines.ts';
import type { Link } from './links.ts';
import { linksWithin } from './links.ts';
import type { NameSpan } from './names.ts';
import { cleanName, isFunctionWord, nameLikeness } from './names.ts';
import type { Node } from './outline.ts';

const recommends =
  /\b(?:recommend(?:ed|ation)?s?|best|top|great|excellent|ideal|perfect|popular|leading|favou?rites?|consider|try|go with|choose|opt for|suggest|picks?|choices?|options?|alternatives?|stands? out|worth|solid|strong|winner|wins|well suited|good fit|also|look at|start with)\b/i;
const rejects =
  /\b(?:avoid|not recommend|wouldn't|would not|skip|instead of|unlike|compared (?:to|with)|rather than|weaker|worse|discontinued)\b/i;
/** What may stand right before a recommended name inside a sentence. */
const leadsIn =
  /(?:\b(?:recommend|consider|try|choose|suggest|pick|like|such as|including|include|is|are|(?:go|start|stick) with|look at|opt for|alternatives?|options?)|\b(?:picks?|options?|choices?|recommendations?|favou?rites)(?: [\w-]+){0,4}:)\s+(?:the|an?)?\s*$/i;
/** Between two names of one enumeration. */
const joins = /^,?\s*(?:and|or|&)?\s*(?:the\s)?$/;
/** What follows the subject of a recommending sentence. */
const acts =
  /^(?:['’]s)?,? (?:\([^)]*\) )?(?:is|are|offers?|has|have|provides?|stands?|remains?|delivers?|gives?|comes?|makes?|works?|wins?|excels?|shines?|and|or|also|would|can|keeps?|combines?|suits?|fits?|focuses|adds|brings|leads|covers|handles|includes?)\b/;
const enumerates = /^, (?:and )?\p{Lu}/u;
const mostSentences = 400;
/** Only the start of a longer sentence is read. */
const longestSentence = 1500;

type Sentence = { start: number; end: number; paragraphEnd: number };

function sentencesOf(text: string, lines: readonly Line[]): Sentence[] {
  const found: Sentence[] = [];
  for (const line of lines) {
    if (line.kind !== 'text') continue;
    let start = line.start;
    for (const match of text
      .slice(line.start, line.end)
      .matchAll(/(?<=\p{L}{3}|\d|[)\]"”*])[.!?]+["”)*\]]*\s+(?=["“*[]*[\p{Lu}\d])/gu)) {
      const end = line.start + match.index + match[0].length;
      found.push({ start, end: Math.min(end, start + longestSentence), paragraphEnd: line.end });
      start = end;
      if (found.length > mostSentences) return found;
    }
    if (found.length > mostSentences) return found;
    found.push({ start, end: Math.min(line.end, start + longestSentence), paragraphEnd: line.end });
  }
  return found;
}

/** Runs in bold and linked words of a sentence: what the writer set apart. Links that only cite are left out. */
function markedRuns(text: string, sentence: Sentence, links: readonly Link[]): NameSpan[] {
  const runs: NameSpan[] = [];
  const piece = text.slice(sentence.start, sentence.end);
  if (rejects.test(piece) || /\?\W*$/.test(piece)) return [];
  for (const match of piece.matchAll(/\*\*([^*\n]{2,100})\*\*/g)) {
    const start = sentence.start + match.index + 2;
    const inside = linksWithin(links, start, start + (match[1]?.length ?? 0))[0];
    runs.push(cleanName(text, inside?.textStart ?? start, inside?.textEnd ?? start + (match[1]?.length ?? 0)));
  }
  for (const link of linksWithin(links, sentence.start, sentence.end)) {
    const cites =
      text[link.start - 1] === '(' || /^[\w-]+(?:\.[\w-]+)+$|^https?:/.test(text.slice(link.textStart, link.textEnd));
    const known = runs.some((run) => run.start <= link.textEnd && run.end >= link.textStart);
    if (!cites && !known) runs.push(cleanName(text, link.textStart, link.textEnd));
  }
  return runs
    .slice(0, 50)
    .filter((run) => nameLikeness(run.name) >= 0.75)
    .sort((left, right) => left.start - right.start);
}

/** Capitalised runs that stand as the subject of the sentence, or where a recommendation names its object. */
function capitalisedRuns(text: string, sentence: Sentence): NameSpan[] {
  const piece = text.slice(sentence.start, sentence.end);
  if (!recommends.test(piece) || rejects.test(piece) || /\?\W*$/.test(piece)) return [];
  const runs: NameSpan[] = [];
  const run =
    /(?<![\p{L}\p{N}.'’-])\p{Lu}[\p{L}\p{N}.+&'’®™-]*(?: (?:(?:of|the|de|&) )?[\p{Lu}\d][\p{L}\p{N}.+&'’®™-]*){0,6}/gu;
  for (const match of piece.matchAll(run)) {
    const written = match[0].replace(/['’]s?$|[.,]+$/, '');
    const before = piece.slice(0, match.index);
    const after = piece.slice(match.index + written.length);
    const opens =
      before.trim() === '' ||
      /(?:^|[,;]\s)(?:and|but|while|however,|meanwhile,|finally,|next,|overall,)?\s*$/i.test(before);
    const isSubject = opens && (acts.test(after) || enumerates.test(after));
    const last = runs.at(-1);
    const isObject =
      before.trim() !== '' &&
      (leadsIn.test(before) || (last !== undefined && joins.test(text.slice(last.end, sentence.start + match.index))));
    const single = !/\s/.test(written);
    if (single && (isFunctionWord(written) || notAName.test(written))) continue;
    if ((isSubject || isObject) && nameLikeness(written) >= 0.75) {
      const start = sentence.start + match.index;
      runs.push(cleanName(text, start, start + written.length));
    }
  }
  return runs;
}

const notAName =
  /^(?:I|I'm|I'd|We|You|It|They|He|She|This|That|These|Those|There|Here|If|When|While|Both|Each|All|Some|Many|Most|Another|Other|One|Two|Three|First|Second|Third|Finally|Overall|However|Also|Its|Their|Your|My|Our|What|Which|Who|How|Why|Where|Yes|No|Sure|Based|Given|Since|Because|Although|Though|After|Before|With|Without|January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|English|AI|API|US|USA|UK|EU|USD|EUR)$/;

/**
 * Names in running text without lists, for answers that set nothing apart: bold or linked names first, else capitalised
 * names that a recommending sentence has as its subject or object. Much less certain than a list.
 */
export function readProse(text: string, lines: readonly Line[], links: readonly Link[]): Candidate[] {
  const sentences = sentencesOf(text, lines);
  const marked = sentences.map((sentence) => ({ sentence, runs: markedRuns(text, sentence, links) }));
  const useMarked = marked.some(({ runs }) => runs.length > 0);
  const source = useMarked
    ? marked
    : sentences.map((sentence) => ({ sentence, runs: capitalisedRuns(text, sentence) }));
  return source.flatMap(({ sentence, runs }) =>
    runs.map((span, index): Candidate => {
      const start = index === 0 ? sentence.start : span.start;
      return {
        span,
        link: linkAround(links, span),
        node: proseNode(span, start, sentence),
        series: 0,
        context: 'prose',
        number: null,
        colon: false,
      };
    }),
  );
}

function linkAround(links: readonly Link[], span: NameSpan): Link | null {
  return (
    linksWithin(links, span.start - 3, span.end + 4100).find(
      (link) => link.textStart <= span.start && link.textEnd >= span.end,
    ) ?? null
  );
}

/** A place in the outline for a name that has no line of its own. */
function proseNode(span: NameSpan, start: number, sentence: Sentence): Node {
  const line: Line = {
    kind: 'text',
    start,
    end: sentence.paragraphEnd,
    depth: 0,
    number: null,
    blankBefore: true,
    cut: false,
  };
  const head = {
    start: span.start,
    end: span.end,
    form: 'plain' as const,
    colon: false,
    dash: false,
    rest: span.end,
    number: null,
    bold: false,
    link: null,
  };
  return { line, head, span, title: span.name, rank: 100, number: null, parent: null, children: [] };
}
