/** A link as the answer's text writes it. All offsets are UTF-16 code units of the text. */
export type Link = {
  start: number;
  end: number;
  /** The visible words; equal to the whole link for a bare address. */
  textStart: number;
  textEnd: number;
  /** As written in the text; null for an empty or unknown target. */
  url: string | null;
  title: string | null;
};

const maxTargetLength = 4096;
const definition = /\[([^\]\n[]{1,80})\]:[ \t]+<?(https?:[^\s>]{1,4096})>?(?:[ \t]+"([^"\n]{0,500}))?/gi;
const bareAddress = /https?:\/\/[^\s<>"'`)\]|]{1,2000}/giy;

type Definition = { url: string; title: string | null };

/**
 * Returns the closing position of every bracket and parenthesis that is closed on its own line, in one pass over any
 * text.
 */
function closings(text: string): Map<number, number> {
  const closeOf = new Map<number, number>();
  let squares: number[] = [];
  let rounds: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) at += 1;
    else if (code === 0x0a) {
      squares = [];
      rounds = [];
    } else if (code === 0x5b) squares.push(at);
    else if (code === 0x28) rounds.push(at);
    else if (code === 0x5d || code === 0x29) {
      const open = (code === 0x5d ? squares : rounds).pop();
      if (open !== undefined) closeOf.set(open, at);
    }
  }
  return closeOf;
}

/**
 * Reads link targets given at the end of an answer: `[1]: https://… "title"`. The first definition of a label counts.
 */
export function readDefinitions(text: string): Map<string, Definition> {
  const definitions = new Map<string, Definition>();
  if (!text.includes(']:')) return definitions;
  for (const match of text.matchAll(definition)) {
    const label = match[1]?.toLowerCase();
    if (label === undefined || match[2] === undefined || definitions.has(label)) continue;
    definitions.set(label, { url: match[2], title: match[3] ?? null });
  }
  return definitions;
}

/**
 * Returns the target of the bracket that closes at `close`: the end of the link, and its address; null if it is not a
 * link.
 */
function targetAfter(
  text: string,
  open: number,
  close: number,
  closeOf: ReadonlyMap<number, number>,
  definitions: ReadonlyMap<string, Definition>,
): { end: number; url: string | null; title: string | null } | null {
  const next = text.charCodeAt(close + 1);
  const end = closeOf.get(close + 1);
  if (next === 0x28 && end !== undefined && end - close <= maxTargetLength) {
    const inside = text.slice(close + 2, end).trim();
    const space = inside.search(/\s/);
    const url = (space < 0 ? inside : inside.slice(0, space)).replace(/^<|>$/g, '');
    const title =
      space < 0
        ? null
        : inside
            .slice(space)
            .trim()
            .replace(/^["']|["']$/g, '') || null;
    return { end: end + 1, url: url === '' ? null : url, title };
  }
  if (next === 0x5b && end !== undefined && end - close <= 100) {
    const label = end === close + 2 ? text.slice(open + 1, Math.min(close, open + 81)) : text.slice(close + 2, end);
    const definition = definitions.get(label.toLowerCase());
    return { end: end + 1, url: definition?.url ?? null, title: definition?.title ?? null };
  }
  return null;
}

/** Returns every inline, reference and bare link of the text in order, never one inside another. */
export function readLinks(text: string, definitions: ReadonlyMap<string, Definition>): Link[] {
  const closeOf = closings(text);
  const links: Link[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x5b) {
      const close = closeOf.get(at);
      if (close === undefined || text.charCodeAt(close + 1) === 0x3a) continue;
      const target = targetAfter(text, at, close, closeOf, definitions);
      if (target === null) continue;
      links.push({ start: at, textStart: at + 1, textEnd: close, ...target });
      at = target.end - 1;
    } else if ((code === 0x68 || code === 0x48) && (at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1)))) {
      if (/\]:\s*<?$/.test(text.slice(Math.max(0, at - 6), at))) continue;
      bareAddress.lastIndex = at;
      const output = bareAddress.exec(text)?.[0].replace(/(?<![.,;:!?*_])[.,;:!?*_]{1,40}$/, '');
      if (output === undefined) continue;
      const end = at + output.length;
      links.push({ start: at, end, textStart: at, textEnd: end, url: output, title: null });
      at = end - 1;
    }
  }
  return links;
}

/** Returns the links that lie completely between two offsets; `links` must be in order. */
export function linksWithin(links: readonly Link[], start: number, end: number): Link[] {
  let low = 0;
  let high = links.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((links[middle]?.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  const inside: Link[] = [];
  for (let index = low; index < links.length; index += 1) {
    const link = links[index];
    if (link === undefined || link.start >= end) break;
    if (link.end <= end) inside.push(link);
  }
  return inside;
}
