import type { Candidate } from './candidate.ts';
import { foldName } from './foldName.ts';
import type { NameSpan } from './names.ts';
import { cleanName, nameLikeness } from './names.ts';
import { cues, isTitle } from './phrases.ts';
import { languageOf } from './textLanguage.ts';
import { foldTitle } from './titleWords.ts';

/** Verdict of an answer that compares things. */
export type Comparison = { kind: 'none' } | { kind: 'verdict'; winner: Candidate } | { kind: 'open' };

const versus =
  /(?:^|\n)[#*\s]{0,8}([^\n.:?!]{2,60}?)\s(?:vs\.?|versus|gegen|contre|contra|contro)\s(?!code\b)([^\n.:?!]{2,60}?)(?=[\s*]{0,8}(?:[:\n.?!,]|[–—-]\s|$))/iu;
const verdictLead =
  /(?:verdict|winner|bottom line|my (?:pick|choice|recommendation|advice)|overall|recommendation|conclusion|in short|fazit|sieger|empfehlung|gewinner|verdict|gagnant|recommandation|en resume|veredicto|ganador|recomendacion|conclusion|verdetto|vincitore|consiglio|in sintesi|vencedor|recomendacao|conclusao|conclusie|winnaar|advies|sonuc|kazanan|oneri|podsumowanie|zwyciezca|rekomendacja|結論|まとめ|结论|总结|결론|الخلاصة|לסיכום|निष्कर्ष|สรุป)/u;
const chooses =
  /(?<!\p{L})(?:go with|choose|pick|get|buy|recommend|winner|wins|better (?:choice|option|pick|overall)|take|opt for|nimm|empfehle|gewinnt|bessere wahl|choisissez|recommande|gagne|meilleur choix|elige|recomiendo|gana|mejor opcion|scegli|consiglio|vince|scelta migliore|escolha|recomendo|vence|melhor opcao|kies|aanrad|wint|beste keuze|sec|oneririm|kazanir|wybierz|polecam|wygrywa)|(?:おすすめ|勝ち|推荐|胜出|更好|추천|승자)/u;

/** Words with which a text without "vs" says that it compares two things, and that the choice depends on the reader. */
const compares =
  /(?:compar|vergl|unterscheid|confront|vergelek|karsilastir|porown|сравн|(?<!\p{L})(?:faster|cheaper|stronger|better|sneller|mooier|schneller|gunstiger|sicherer|plus rapide|moins cher|mas rapido|mas barato|piu veloce|mais rapido)(?!\p{L})|比べ|比較|对比|比较|更|비교|보다|مقارنة|أسرع|השווא|תुलना|तुलना|เปรียบ|กว่า)/u;
const depends =
  /(?:depends (?:on|up)|hangt (?:\S+ ){0,4}(?:von|af)|hangt ab|kommt (?:ganz )?darauf an|depend(?:e|ra)? d|dipende d|bagli|degisir|zalezy (?:od|to)|зависит|取决于|取決於|看您|看你|次第|によります|따라 (?:다|달)|يعتمد|תלוי|निर्भर|ขึ้นอยู่)/u;

/**
 * Reads a text that compares two things: if these are the only chosen names, only the names in the verdict count.
 * `open` means that the text decides for neither, so it only mentions them. A verdict that assigns each to a
 * different need recommends both.
 */
export function readComparison(text: string, candidates: readonly Candidate[]): Comparison {
  const keys = new Set(candidates.map((one) => foldName(one.span.name)));
  if (candidates.length === 0 || keys.size > 2) return { kind: 'none' };
  const announced = announcesComparison(text, candidates);
  const match = versus.exec(text.slice(0, 1500));
  const folded = foldTitle(text.slice(0, 4000));
  if (match !== null) {
    const sides = [match[1], match[2]].map((side) => foldName((side ?? '').replace(/^.*\*\*/, '')));
    const sideOf = (name: string): boolean =>
      sides.some((side) => side !== '' && (side.endsWith(name) || side.startsWith(name) || name.startsWith(side)));
    if (![...keys].every(sideOf)) return { kind: 'none' };
  } else if (!announced && !areColumns(text, keys)) {
    const [first] = candidates;
    const isTable = candidates.every((one) => one.context === 'table' && one.node.line.start === one.span.start - 1);
    const isProse = candidates.every((one) => one.context === 'prose') || isTable || opensSentences(candidates);
    const weighs = compares.test(folded) || isTable;
    if (keys.size !== 2 || first === undefined || (!(isProse && weighs) && !areProfiled(candidates)))
      return { kind: 'none' };
  }
  const winners = listWinners(text, candidates);
  if (winners.length === 1 && winners[0] !== undefined) return { kind: 'verdict', winner: winners[0] };
  if (winners.length > 1) return { kind: 'none' };
  return announced || match !== null || areColumns(text, keys) || depends.test(folded)
    ? { kind: 'open' }
    : { kind: 'none' };
}

/** Returns true if the first line says that it compares, and its two names are neither ranked nor picked. */
function announcesComparison(text: string, candidates: readonly Candidate[]): boolean {
  const [opening = ''] = text.trim().split('\n', 1);
  const isRanked = candidates.some(({ context, number }) => number !== null || context === 'picks');
  const advises = cues('recommendBefore', languageOf(text)).test(foldTitle(opening));
  return !isRanked && !advises && candidates.length > 1 && isTitle('comparison', opening);
}

const headerRow = /(?:^|\n)[ \t]*\|([^\n]{3,300})\n[ \t]*\|[ \t:|-]{3,300}(?:\n|$)/g;

/** A table sets the names side by side, one column each: its rows compare them. */
function areColumns(text: string, keys: ReadonlySet<string>): boolean {
  if (keys.size === 0) return false;
  return [...text.matchAll(headerRow)].some(([, row = '']) => {
    const heads = row
      .split('|')
      .slice(1)
      .map(foldName)
      .filter((head) => head !== '');
    if (heads.length < 2 || heads.length > 4) return false;
    return [...keys].every((key) => heads.some((head) => head.startsWith(key) || key.startsWith(head)));
  });
}

/** Returns true for two profiles with the same labels, such as "Pros" and "Cons", below each name. */
function areProfiled(selection: readonly Candidate[]): boolean {
  const isPlain = selection.every(({ node }) => node.number === null);
  const weighs = selection.every(({ node }) => node.children.some(({ title }) => isTitle('drawback', title)));
  if (!isPlain || !weighs) return false;
  const [labels, others] = selection.map(
    ({ node }) => new Set(node.children.map(({ span }) => foldName(span.name)).filter((name) => name !== '')),
  );
  return labels !== undefined && others !== undefined && [...labels].filter((label) => others.has(label)).length > 1;
}

function opensSentences(selection: readonly Candidate[]): boolean {
  return selection.every(({ node, colon }) => node.line.kind === 'text' && node.head.bold && !colon && !node.head.dash);
}

/** Returns true if a sentence names it at the start of a word; a short name must be the whole word. */
function isNamedIn(sentence: string, name: string): boolean {
  const inWord = /[\p{Ll}\d]/u;
  for (let at = sentence.indexOf(name); at >= 0; at = sentence.indexOf(name, at + 1)) {
    if (/^[a-z]/.test(name) && inWord.test(sentence.charAt(at - 1))) continue;
    if (name.length > 3 || !inWord.test(sentence.charAt(at + name.length))) return true;
  }
  return false;
}

/** Returns the names in the sentences that choose, those of the verdict first. */
function listWinners(text: string, choices: readonly Candidate[]): Candidate[] {
  const pieces = text.slice(-6000).split(/(?<=[.!;])\s|(?<=[。！])|\n/);
  const advises = cues('recommendBefore', languageOf(text));
  const named = pieces.flatMap((piece, index) => {
    const folded = foldTitle(piece);
    advises.lastIndex = 0;
    if (!chooses.test(folded) && !advises.test(folded)) return [];
    const near = foldTitle(pieces.slice(Math.max(0, index - 2), index + 1).join(' '));
    const names = choices.filter((one) => isNamedIn(folded, foldTitle(one.span.name)));
    return [{ names, verdict: verdictLead.test(near) }];
  });
  const verdicts = named.filter((one) => one.verdict && one.names.length > 0);
  const counted = (verdicts.length > 0 ? verdicts : named).flatMap((one) => one.names);
  const seenByKey = new Map(counted.map((one) => [foldName(one.span.name), one]));
  return [...seenByKey.values()];
}

const eitherOr =
  /^[#*\s]{0,8}([^\n.:?!,]{2,50}?)\s(?:vs\.?|versus|or|oder|ou|o|of|veya|mi|czy|gegen|contre|contra|contro)\s(?!code\b)([^\n.:?!,]{2,50}?)\s?(?:[?:*]|$)/iu;

/** Returns the two names of a title that compares them, or nothing. Reads the first lines only. */
export function setAgainst(text: string): NameSpan[] {
  let start = 0;
  for (const line of text.slice(0, 1500).split('\n').slice(0, 6)) {
    const match = eitherOr.exec(line);
    if (match?.[1] !== undefined && match[2] !== undefined) {
      const first = start + line.indexOf(match[1]);
      const second = start + line.indexOf(match[2], line.indexOf(match[1]) + match[1].length);
      const spans = [
        cleanName(text, first, first + match[1].length),
        cleanName(text, second, second + match[2].length),
      ];
      if (spans.every((span) => nameLikeness(span.name) >= 0.75 && span.name.split(' ').length < 5)) return spans;
    }
    start += line.length + 1;
  }
  return [];
}
