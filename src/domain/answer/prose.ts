import type { Link } from './answerLinks.ts';
import { linksWithin } from './answerLinks.ts';
import type { Node } from './answerOutline.ts';
import type { Candidate } from './candidate.ts';
import { isCitationLabel } from './endsSentence.ts';
import { foldName } from './foldName.ts';
import { splitJoinedName } from './joinedNames.ts';
import type { Line } from './lines.ts';
import type { NameSpan } from './names.ts';
import { cleanName, nameLikeness } from './names.ts';
import { proseRuns } from './proseRuns.ts';
import { isRejecting } from './rejections.ts';
import { markSources } from './reviewSources.ts';
import { languageOf } from './textLanguage.ts';
import { titleKind } from './titles.ts';
import { foldTitle, hasCaselessLetters } from './titleWords.ts';

const maxSentences = 400;
/** Only the start of a longer sentence is read. */
const maxSentenceLength = 1500;

type Sentence = { start: number; end: number; paragraphEnd: number };

function listSentences(text: string, lines: readonly Line[]): Sentence[] {
  const sentences: Sentence[] = [];
  for (const line of lines) {
    if (line.kind !== 'text') continue;
    let start = line.start;
    for (const match of text
      .slice(line.start, line.end)
      .matchAll(
        /(?<=\p{L}{3}|\d|[)\]"”*])[.!?]{1,3}["”)*\]]{0,4}(?:\s?\[\[?\d{0,3}\]?\]\([^()\s]{0,1000}\)){0,8}\s{1,4}(?=["“*[]{0,4}(?:[\p{Lu}\d]|\p{Lo}))|[。！？]/gu,
      )) {
      const end = line.start + match.index + match[0].length;
      sentences.push({ start, end: Math.min(end, start + maxSentenceLength), paragraphEnd: line.end });
      start = end;
      if (sentences.length > maxSentences) return sentences;
    }
    if (sentences.length > maxSentences) return sentences;
    sentences.push({ start, end: Math.min(line.end, start + maxSentenceLength), paragraphEnd: line.end });
  }
  return sentences;
}

/** Words right before a name that is only a yardstick for another one. */
const insteadOf =
  /(?:instead of|rather than|unlike|compared (?:to|with)|than|statt|anstelle von|anders als|im gegensatz zu|au lieu de|contrairement à|en lugar de|en vez de|a diferencia de|invece di|a differenza di|em vez de|ao contrário de|in plaats van|anders dan|zamiast|w przeciwieństwie do|вместо)\s{1,3}(?:the |der |die |das |den |le |la |el |o |a |de |het )?[*_[“"„]{0,4}$/iu;

/** Returns true for a sentence that ends as a question. */
function asks(piece: string): boolean {
  return /[?？؟]["”)*\]_ ]{0,6}$/.test(piece.slice(-10).trimEnd());
}

/** Returns names in quotes in a recommending sentence of a script without capitals. */
function quotedRuns(text: string, sentence: Sentence): NameSpan[] {
  const piece = text.slice(sentence.start, sentence.end);
  if (
    !hasCaselessLetters(piece) ||
    !recommendsCaseless.test(piece) ||
    isRejecting(piece, languageOf(text)) ||
    asks(piece)
  )
    return [];
  return [...piece.matchAll(/[「『“《]([^」』”》\n]{2,40})[」』”》]/g)].map((match) => {
    const start = sentence.start + match.index + 1;
    return cleanName(text, start, start + (match[1]?.length ?? 0));
  });
}
const recommendsCaseless =
  /おすすめ|お勧め|選択|良い|人気|便利|推荐|推薦|选择|選擇|首选|不错|适合|可以选|추천|좋|أوصي|أنصح|أفضل|מומלץ|ממליץ|अच्छ|सुझाव|सिफ़ारिश|แนะนำ|ดี/u;

/** Returns bold runs and linked words of a sentence, which the writer set apart. Links that only cite are left out. */
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
    const shownText = text.slice(link.textStart, link.textEnd);
    const cites =
      text[link.start - 1] === '(' || isCitationLabel(shownText) || /^[\w-]+(?:\.[\w-]+)+$|^https?:/.test(shownText);
    const isKnown = runs.some((run) => run.start <= link.textEnd && run.end >= link.textStart);
    if (!cites && !isKnown) runs.push(cleanName(text, link.textStart, link.textEnd));
  }
  const caseless = hasCaselessLetters(piece);
  if (runs.length > 0 && isRejecting(piece, languageOf(text))) return [];
  if (runs.length === 0) runs.push(...quotedRuns(text, sentence));
  return runs
    .slice(0, 50)
    .filter(
      (run) =>
        (nameLikeness(run.name) >= 0.75 || (caseless && /^\p{Ll}[\w.+-]{2,20}$/u.test(run.name))) &&
        ['other', 'category'].includes(titleKind(run.name)),
    )
    .sort((nameSpan, right) => nameSpan.start - right.start);
}

/**
 * Reads names in running text without lists, for answers that set nothing apart: bold or linked names first, otherwise
 * capitalised names that a recommending sentence has as its subject or object. Much less certain than a list.
 */
export function readProse(text: string, lines: readonly Line[], links: readonly Link[]): Candidate[] {
  const sentences = listSentences(text, lines);
  const language = languageOf(text);
  const marked = sentences.map((sentence) => ({ sentence, runs: markedRuns(text, sentence, links) }));
  const useMarked = marked.some(({ sentence, runs }) =>
    markSources(text, sentence.start, runs).some(({ isSource }) => !isSource),
  );
  const source = useMarked
    ? marked
    : sentences.map((sentence) => ({ sentence, runs: proseRuns(text, sentence, language) }));
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

/** Words right before a name that a sentence next to a list recommends too. */
const tellsToTake =
  /(?:^|[\s,(])(?:use|try|consider|choose|pick|go with|opt for|check out|look at|recommend|suggest|start with|add|nimm|nehmen sie|empfehle(?: ich)?|probiere?|nutze|utilisez|essayez|prenez|choisissez|(?:je )?recommande|usa|prueba|elige|recomiendo|prova|scegli|consiglio|use|experimente|recomendo|gebruik|probeer|kies|deneyin|kullanin|oneririm|sprobuj|wybierz|polecam)\s{1,3}(?:the |den |die |das |le |la |el |il |o |a |de |het )?\*\*$/u;
/** Opening words that refer to the name after them, as in "The best CRM for two people is". */
const namesTheBest =
  /(?<!\p{L})(?:best|top|strongest|safest|favou?rite|recommendation|recommend|pick|choice|beste[rsn]?|empfehlung|favorit|meilleure?|choix|mejor|eleccion|miglior\p{L}*|scelta|melhor|escolha|keuze|najleps\p{L}*)(?!\p{L})[^.!?:]{0,90}\s(?:is|are|would be|ist|ware|bleibt|est|serait|reste|es|seria|e|sarebbe|to|jest)\s{1,3}(?:the |der |die |das |le |la |el |il |o |a |de |het )?\*\*$/u;
/** Opening words that refer to the name before them, as in "**Acme** is widely considered the best choice". */
const isTheBest =
  /^(?:\*\*|__)?(?:\s?\([^()]{0,60}\))?,?\s(?:is|are|remains?|ranks?|ist|gilt|bleibt|est|reste|es|sigue siendo|e|resta|rimane|is|blijft|to|jest)\s(?:[\p{L}-]{1,20}\s){0,6}?(?:best|top|leading|strongest|safest|favou?rite|recommended|ideal|go-to|winner|number one|beste[rsn]?|empfehlung|testsieger|meilleure?|mejor|miglior\p{L}*|melhor|najleps\p{L}*)(?!\p{L})/u;
const answersYes =
  /^\s*(?:\*\*)?(?:yes|ja|oui|si|sim|sì|sí|evet|tak|да|はい|是的?|有的?|네|예|نعم|כן|हाँ|हां|ใช่|มี)(?:\*\*)?\s?(?:[—–,!.:-]|，|、)\s?\*\*$/iu;

/**
 * Reads names in bold that the sentences next to a list recommend too: the subject after a leading "Yes —", and the
 * object of a recommendation. `listed` are the names that the outline sets apart; repeats of them are left out.
 */
export function readAsides(
  text: string,
  lines: readonly Line[],
  links: readonly Link[],
  listed: readonly Candidate[],
): Candidate[] {
  if (listed.length === 0 || !text.includes('**')) return [];
  const knownItems = listed.slice(0, 100).map((one) => ` ${foldName(one.span.name)} `);
  const candidates: Candidate[] = [];
  for (const sentence of listSentences(text, lines)) {
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
      if (insideLink || !(isAnswer || isBest || tellsToTake.test(lead)) || isRejecting(piece, languageOf(text)))
        continue;
      for (const span of splitJoinedName(text, cleanName(text, start, start + (match[1]?.length ?? 0)))) {
        const name = ` ${foldName(span.name)} `;
        const repeats = knownItems.some((other) => other.includes(name) || name.includes(other));
        if (repeats || nameLikeness(span.name) < 0.75 || span.name.split(' ').length > 5) continue;
        knownItems.push(name);
        const node = proseNode(span, span.start, sentence);
        const context = isAnswer ? 'picks' : 'aside';
        candidates.push({
          span,
          link: null,
          node,
          series: -1 - candidates.length,
          context,
          number: null,
          colon: false,
          joined: false,
          rest: span.end,
        });
      }
    }
  }
  return candidates;
}

function linkAround(links: readonly Link[], span: NameSpan): Link | null {
  return (
    linksWithin(links, span.start - 3, span.end + 4100).find(
      (link) => link.textStart <= span.start && link.textEnd >= span.end,
    ) ?? null
  );
}

/** Creates a node in the outline for a name that has no line of its own. */
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
