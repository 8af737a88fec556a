import type { Link } from './answerLinks.ts';
import { linksWithin } from './answerLinks.ts';
import type { Node } from './answerOutline.ts';
import type { Candidate } from './candidates.ts';
import { isCitationLabel } from './endsSentence.ts';
import { foldName } from './foldName.ts';
import { splitJoinedName } from './joinedNames.ts';
import type { Line } from './lines.ts';
import type { NameSpan } from './names.ts';
import { cleanName, isFunctionWord, nameLikeness } from './names.ts';
import { isRejecting } from './rejections.ts';
import { markSources } from './reviewSources.ts';
import { titleKind } from './titles.ts';
import { foldTitle, hasCaselessLetters } from './titleWords.ts';

const recommends =
  /\b(?:recommend(?:ed|ation)?s?|best|most|top|great|excellent|ideal|perfect|popular|leading|favou?rites?|consider|try|go with|choose|opt for|suggest|picks?|choices?|options?|alternatives?|stands? out|worth|solid|strong|reputable|reliable|trusted|trustworthy|well[- ]regarded|(?:highly|well|top)[- ](?:rated|regarded|reviewed)|winner|wins|well suited|good fit|also|look at|start with)\b/i;
const rejects =
  /\b(?:avoid|not recommend|wouldn't|would not|skip|instead of|unlike|compared (?:to|with)|rather than|weaker|worse|discontinued)\b/i;
/** What may appear right before a recommended name inside a sentence. */
const leadsIn =
  /(?:\b(?:recommend|consider|try|choose|suggest|pick|like|such as|including|include|is|are|(?:go|start|stick) with|look at|opt for|alternatives?|options?)|\b(?:picks?|options?|choices?|recommendations?|favou?rites)(?: [\w-]+){0,4}:)\s{1,3}(?:the|an?)?\s{0,3}$/i;
/** Between two names of one enumeration. */
const joins = /^,?\s{0,3}(?:and|or|&)?\s{0,3}(?:the\s)?$/;
/** What follows the subject of a recommending sentence. */
const acts =
  /^(?:['’]s)?,? (?:\([^)]*\) )?(?:is|are|offers?|has|have|provides?|stands?|remains?|delivers?|gives?|comes?|makes?|works?|wins?|excels?|shines?|and|or|also|would|can|keeps?|combines?|suits?|fits?|focuses|adds|brings|leads|covers|handles|includes?)\b/;
const enumerates = /^, (?:and )?\p{Lu}/u;
const maxSentences = 400;
/** Only the start of a longer sentence is read. */
const maxSentenceLength = 1500;

type Sentence = { start: number; end: number; paragraphEnd: number };

function sentencesOf(text: string, lines: readonly Line[]): Sentence[] {
  const found: Sentence[] = [];
  for (const line of lines) {
    if (line.kind !== 'text') continue;
    let start = line.start;
    for (const match of text
      .slice(line.start, line.end)
      .matchAll(
        /(?<=\p{L}{3}|\d|[)\]"”*])[.!?]{1,3}["”)*\]]{0,4}(?:\s?\[\[?\d{0,3}\]?\]\([^()\s]{0,1000}\)){0,8}\s{1,4}(?=["“*[]{0,4}(?:[\p{Lu}\d]|\p{Lo}))|[。！？]/gu,
      )) {
      const end = line.start + match.index + match[0].length;
      found.push({ start, end: Math.min(end, start + maxSentenceLength), paragraphEnd: line.end });
      start = end;
      if (found.length > maxSentences) return found;
    }
    if (found.length > maxSentences) return found;
    found.push({ start, end: Math.min(line.end, start + maxSentenceLength), paragraphEnd: line.end });
  }
  return found;
}

/** Words right before a name that only measure another one by it. */
const insteadOf =
  /(?:instead of|rather than|unlike|compared (?:to|with)|than|statt|anstelle von|anders als|im gegensatz zu|au lieu de|contrairement à|en lugar de|en vez de|a diferencia de|invece di|a differenza di|em vez de|ao contrário de|in plaats van|anders dan|zamiast|w przeciwieństwie do|вместо)\s{1,3}(?:the |der |die |das |den |le |la |el |o |a |de |het )?[*_[“"„]{0,4}$/iu;

/** True for a sentence that ends as a question. */
function asks(piece: string): boolean {
  return /[?？؟]["”)*\]_ ]{0,6}$/.test(piece.slice(-10).trimEnd());
}

/** Names in quotes in a recommending sentence of a script without capitals. */
function quotedRuns(text: string, sentence: Sentence): NameSpan[] {
  const piece = text.slice(sentence.start, sentence.end);
  if (!hasCaselessLetters(piece) || !recommendsCaseless.test(piece) || isRejecting(piece) || asks(piece)) return [];
  return [...piece.matchAll(/[「『“《]([^」』”》\n]{2,40})[」』”》]/g)].map((match) => {
    const start = sentence.start + match.index + 1;
    return cleanName(text, start, start + (match[1]?.length ?? 0));
  });
}
const recommendsCaseless =
  /おすすめ|お勧め|選択|良い|人気|便利|推荐|推薦|选择|選擇|首选|不错|适合|可以选|추천|좋|أوصي|أنصح|أفضل|מומלץ|ממליץ|अच्छ|सुझाव|सिफ़ारिश|แนะนำ|ดี/u;

/** Runs in bold and linked words of a sentence: what the writer set apart. Links that only cite are left out. */
function markedRuns(text: string, sentence: Sentence, links: readonly Link[]): NameSpan[] {
  const runs: NameSpan[] = [];
  const piece = text.slice(sentence.start, sentence.end);
  if (asks(piece)) return [];
  for (const match of piece.matchAll(/\*\*([^*\n]{2,100})\*\*/g)) {
    const start = sentence.start + match.index + 2;
    const inside = linksWithin(links, start, start + (match[1]?.length ?? 0))[0];
    runs.push(cleanName(text, inside?.textStart ?? start, inside?.textEnd ?? start + (match[1]?.length ?? 0)));
  }
  for (const link of linksWithin(links, sentence.start, sentence.end)) {
    const shown = text.slice(link.textStart, link.textEnd);
    const cites =
      text[link.start - 1] === '(' || isCitationLabel(shown) || /^[\w-]+(?:\.[\w-]+)+$|^https?:/.test(shown);
    const known = runs.some((run) => run.start <= link.textEnd && run.end >= link.textStart);
    if (!cites && !known) runs.push(cleanName(text, link.textStart, link.textEnd));
  }
  const caseless = hasCaselessLetters(piece);
  if (runs.length > 0 && isRejecting(piece)) return [];
  if (runs.length === 0) runs.push(...quotedRuns(text, sentence));
  return runs
    .slice(0, 50)
    .filter(
      (run) =>
        (nameLikeness(run.name) >= 0.75 || (caseless && /^\p{Ll}[\w.+-]{2,20}$/u.test(run.name))) &&
        ['other', 'category'].includes(titleKind(run.name)),
    )
    .sort((left, right) => left.start - right.start);
}

/** Capitalised runs that appear as the subject of the sentence, or where a recommendation names its object. */
function capitalisedRuns(text: string, sentence: Sentence): NameSpan[] {
  const piece = text.slice(sentence.start, sentence.end);
  if (!recommends.test(piece) || rejects.test(piece) || asks(piece) || isRejecting(piece)) return [];
  const runs: NameSpan[] = [];
  const run =
    /(?<![\p{L}\p{N}.'’-])\p{Lu}[\p{L}\p{N}.+&'’®™-]*(?: (?:(?:of|the|de|&) )?(?:[\p{Lu}\d]|\p{Ll}{1,2}-?\p{Lu})[\p{L}\p{N}.+&'’®™-]*){0,6}/gu;
  for (const match of piece.matchAll(run)) {
    const written = match[0].replace(/['’]s?$|[.,]{1,3}$/, '');
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
    if (isKind.test(written) && indefinite.test(before)) continue;
    if ((isSubject || isObject) && nameLikeness(written) >= 0.75) {
      // "The Acme Pad is …": its article, where the text writes it small elsewhere or leaves it out.
      const bare = /^The (?=\p{Lu})/u.test(written) ? written.slice(4) : written;
      const article = bare !== written && standsWithoutArticle(text, bare) ? 4 : 0;
      const start = sentence.start + match.index + article;
      runs.push(cleanName(text, start, start + written.length - article));
    }
  }
  return runs;
}

function standsWithoutArticle(text: string, name: string): boolean {
  const at = text.indexOf(name);
  const again = text.indexOf(name, at + name.length);
  return [at, again].some((place) => place >= 0 && !text.slice(0, place).endsWith('The '));
}

/** "A CRM", "an LMS": an abbreviation behind an indefinite article is a kind of thing and no product. */
const isKind = /^\p{Lu}{2,5}s?$/u;
const indefinite = /(?:^|[\s(])(?:an?|another|any)\s{1,3}$/i;
const notAName =
  /^(?:I|I'm|I'd|We|You|It|They|He|She|This|That|These|Those|There|Here|If|When|While|Both|Each|All|Some|Many|Most|Another|Other|One|Two|Three|First|Second|Third|Finally|Overall|However|Also|Its|Their|Your|My|Our|What|Which|Who|How|Why|Where|Yes|No|Sure|Based|Given|Since|Because|Although|Though|After|Before|With|Without|January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|English|AI|API|US|USA|UK|EU|USD|EUR)$/;

/**
 * Names in running text without lists, for answers that set nothing apart: bold or linked names first, else capitalised
 * names that a recommending sentence has as its subject or object. Much less certain than a list.
 */
export function readProse(text: string, lines: readonly Line[], links: readonly Link[]): Candidate[] {
  const sentences = sentencesOf(text, lines);
  const marked = sentences.map((sentence) => ({ sentence, runs: markedRuns(text, sentence, links) }));
  const useMarked = marked.some(({ sentence, runs }) =>
    markSources(text, sentence.start, runs).some(({ isSource }) => !isSource),
  );
  const source = useMarked
    ? marked
    : sentences.map((sentence) => ({ sentence, runs: capitalisedRuns(text, sentence) }));
  return source.flatMap(({ sentence, runs }) =>
    markSources(text, sentence.start, runs).map(({ span, isSource }, index): Candidate => {
      const measures = isSource || insteadOf.test(text.slice(Math.max(sentence.start, span.start - 40), span.start));
      const start = index === 0 ? sentence.start : span.start;
      return {
        span,
        link: linkAround(links, span),
        node: proseNode(span, start, sentence),
        series: 0,
        context: measures ? 'mention' : 'prose',
        number: null,
        colon: false,
        joined: false,
        rest: span.end,
      };
    }),
  );
}

/** Right before a name that a sentence next to a list tells to take as well. */
const tellsToTake =
  /(?:^|[\s,(])(?:use|try|consider|choose|pick|go with|opt for|check out|look at|recommend|suggest|start with|add|nimm|nehmen sie|empfehle(?: ich)?|probiere?|nutze|utilisez|essayez|prenez|choisissez|(?:je )?recommande|usa|prueba|elige|recomiendo|prova|scegli|consiglio|use|experimente|recomendo|gebruik|probeer|kies|deneyin|kullanin|oneririm|sprobuj|wybierz|polecam)\s{1,3}(?:the |den |die |das |le |la |el |il |o |a |de |het )?\*\*$/u;
/** "The best CRM for two people is": what a sentence at the start says of the name behind it. */
const namesTheBest =
  /(?<!\p{L})(?:best|top|strongest|safest|favou?rite|recommendation|recommend|pick|choice|beste[rsn]?|empfehlung|favorit|meilleure?|choix|mejor|eleccion|miglior\p{L}*|scelta|melhor|escolha|keuze|najleps\p{L}*)(?!\p{L})[^.!?:]{0,90}\s(?:is|are|would be|ist|ware|bleibt|est|serait|reste|es|seria|e|sarebbe|to|jest)\s{1,3}(?:the |der |die |das |le |la |el |il |o |a |de |het )?\*\*$/u;
/** "**Acme** is widely considered the best choice": what a sentence at the start says of the name before it. */
const isTheBest =
  /^(?:\*\*|__)?(?:\s?\([^()]{0,60}\))?,?\s(?:is|are|remains?|ranks?|ist|gilt|bleibt|est|reste|es|sigue siendo|e|resta|rimane|is|blijft|to|jest)\s(?:[\p{L}-]{1,20}\s){0,6}?(?:best|top|leading|strongest|safest|favou?rite|recommended|ideal|go-to|winner|number one|beste[rsn]?|empfehlung|testsieger|meilleure?|mejor|miglior\p{L}*|melhor|najleps\p{L}*)(?!\p{L})/u;
const answersYes =
  /^\s*(?:\*\*)?(?:yes|ja|oui|si|sim|sì|sí|evet|tak|да|はい|是的?|有的?|네|예|نعم|כן|हाँ|हां|ใช่|มี)(?:\*\*)?\s?(?:[—–,!.:-]|，|、)\s?\*\*$/iu;

/**
 * Names in bold that the sentences next to a list recommend too: the subject behind a leading "Yes —", and what a sentence
 * tells to take. `listed` are the names that the outline sets apart; what they hold already is left out.
 */
export function readAsides(
  text: string,
  lines: readonly Line[],
  links: readonly Link[],
  listed: readonly Candidate[],
): Candidate[] {
  if (listed.length === 0 || !text.includes('**')) return [];
  const known = listed.slice(0, 100).map((one) => ` ${foldName(one.span.name)} `);
  const found: Candidate[] = [];
  for (const sentence of sentencesOf(text, lines)) {
    const piece = text.slice(sentence.start, sentence.end);
    if (!piece.includes('**') || asks(piece)) continue;
    for (const match of piece.matchAll(/\*\*([^*\n]{2,60})\*\*/g)) {
      const start = sentence.start + match.index + 2;
      const lead = foldTitle(text.slice(Math.max(sentence.start, start - 40), start));
      const isBest =
        sentence.start < 400 &&
        (namesTheBest.test(foldTitle(text.slice(Math.max(sentence.start, start - 130), start))) ||
          isTheBest.test(foldTitle(piece.slice(match.index + match[0].length, match.index + match[0].length + 160))));
      const isAnswer =
        sentence.start < 80 && answersYes.test(lead) && /^\s\p{Ll}/u.test(piece.slice(match.index + match[0].length));
      const insideLink = linksWithin(links, sentence.start, sentence.end).some(
        (link) => link.start <= start && link.end >= start,
      );
      if (insideLink || !(isAnswer || isBest || tellsToTake.test(lead)) || isRejecting(piece)) continue;
      for (const span of splitJoinedName(text, cleanName(text, start, start + (match[1]?.length ?? 0)))) {
        const name = ` ${foldName(span.name)} `;
        const repeats = known.some((other) => other.includes(name) || name.includes(other));
        if (repeats || nameLikeness(span.name) < 0.75 || span.name.split(' ').length > 5) continue;
        known.push(name);
        const node = proseNode(span, span.start, sentence);
        const context = isAnswer ? 'picks' : 'aside';
        found.push({
          span,
          link: null,
          node,
          series: -1 - found.length,
          context,
          number: null,
          colon: false,
          joined: false,
          rest: span.end,
        });
      }
    }
  }
  return found;
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
  return { line, head, span, title: span.name, rank: 100, number: null, parent: null, at: 0, children: [] };
}
