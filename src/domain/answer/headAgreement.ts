import { foldName } from './foldName.ts';

/**
 * Second, much simpler reader for check K12. It shares no code with the first: it takes the heads of numbered items,
 * headings, bullets, bold lines and rated cards, and the first table cells, without judging words.
 */
function heads(text: string): string[][] {
  const groups = new Map<string, string[]>();
  const lines = text.split('\n');
  const pieces = lines.length > 3 ? lines : text.split(/(?=\s(?:\d{1,2}[.)]|#{1,6}|[*•])\s)/);
  for (const piece of pieces.slice(0, 5000)) {
    const line = piece.slice(0, 1000);
    const card = /^(\S.{1,160}?)\s[0-5][.,]\d\s?\(\d[\d.,]*[KkM]?\)\s*$/.exec(line)?.[1];
    if (card !== undefined) groups.set('card', [...(groups.get('card') ?? []), card]);
    const match = /^(\s*)(#{1,6}\s|\d{1,3}[.)]\s|[-*•+]\s|\*\*|\||)(.*)$/s.exec(line);
    if (match === null) continue;
    const [, indent = '', mark = '', rest = ''] = match;
    const body = rest.replace(/^[\s*_#|[]+|^\W*\d{1,2}[.)]\s*[*[]*/g, '');
    if (mark === '' && !/\s[–—-]\s|:(?:\s|$)|\*\*/.test(body.slice(0, 160))) continue;
    const head = /^(.{2,160}?)(?:\*\*|\]|\s[–—-]\s|:\s|:$|\||$)/s.exec(body)?.[1] ?? '';
    if (foldName(head) === '') continue;
    const kind = `${/\d/.test(mark) ? '1.' : mark.trim()}${indent.length > 1 ? '>' : ''}`;
    const group = groups.get(kind);
    if (group === undefined) groups.set(kind, [head]);
    else group.push(head);
  }
  return [...groups.values()];
}

/**
 * Returns the share of `names` that the second reader's best group contains too, from 0 to 1; a name inside a longer
 * head counts.
 */
export function agreement(text: string, names: readonly string[]): number {
  const targets = names.map(foldName).filter((name) => name !== '');
  if (targets.length === 0) return 1;
  const headGroups = heads(text).flatMap((group) => group.map(foldName).filter((head) => head !== ''));
  const joined = `\n${headGroups.join('\n')}\n`;
  const holds = targets.filter(
    (name) => joined.includes(name) || headGroups.some((head) => head.length > 3 && name.startsWith(head)),
  );
  return holds.length / targets.length;
}
