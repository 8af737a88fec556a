/** Cut of a list in a result: its path, the number of entries kept, and the length of the longest such list before. */
export type Cut = { path: string; shown: number; of: number };

/** Maximum size of a result in characters of JSON: less than 25,000 tokens with our many ids. */
export const maxResultCharacters = 44_000;

/** Length below which lists are not cut while a longer one can be. */
const minShown = 3;

type Group = { lists: unknown[][]; size: number; longest: number; depth: number };

/**
 * Makes a result fit what a client shows its model, by shortening lists inside it: the innermost first, such as the
 * runs of each number, then the rows. Nothing else changes, and cuts are reported. `kept`: paged lists, which are not
 * cut because their cursor needs all entries.
 */
export function fitResult<Body>(
  body: Body,
  keptItems: readonly string[] = [],
  max = maxResultCharacters,
): { body: Body; cuts: Cut[] } {
  let size = sizeOf(body);
  if (size <= max) return { body, cuts: [] };
  const fitted = structuredClone(body);
  const cuts = new Map<string, Cut>();
  while (size > max) {
    const next = nextToCut(groupsIn(fitted, keptItems), size);
    if (next === null) break;
    const [path, { lists, longest }] = next;
    const shownCount = Math.max(longest > 2 * minShown ? minShown : 1, Math.floor(longest / 2));
    for (const list of lists) list.splice(shownCount);
    cuts.set(path, { path, shown: shownCount, of: cuts.get(path)?.of ?? longest });
    size = sizeOf(fitted);
  }
  return { body: fitted, cuts: [...cuts.values()] };
}

/** Describes the cuts in a sentence, for readers of the text only; null if nothing was cut. */
export function describeCuts(cuts: readonly Cut[]): string | null {
  if (cuts.length === 0) return null;
  const message = cuts.map(({ path, shown, of }) => `${path} shows at most ${shown} of up to ${of}`).join(', ');
  return `Shortened to fit: ${message}. Ask for less (dates, a tag, a limit, one question) to see the rest.`;
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value).length;
}

/** Returns the deepest lists that make up a large part of the result, otherwise the largest that can be cut. */
function nextToCut(groups: ReadonlyMap<string, Group>, size: number): [string, Group] | null {
  const ordered = [...groups].sort(([, a], [, b]) => b.depth - a.depth || b.size - a.size);
  const heavy = ordered.find(([, group]) => group.longest > minShown && group.size > size / 5);
  if (heavy !== undefined) return heavy;
  const cuttable = ordered.filter(([, { longest }]) => longest > 1).sort(([, a], [, b]) => b.size - a.size);
  return cuttable[0] ?? null;
}

/** Groups lists by path; all entries of a list share one path. */
function groupsIn(body: unknown, rest: readonly string[]): Map<string, Group> {
  const groups = new Map<string, Group>();
  const visit = (value: unknown, path: string, depth: number): void => {
    if (typeof value !== 'object' || value === null) return;
    if (!Array.isArray(value)) {
      for (const [name, member] of Object.entries(value)) visit(member, path === '' ? name : `${path}.${name}`, depth);
      return;
    }
    if (!rest.includes(path)) {
      const group = groups.get(path) ?? { lists: [], size: 0, longest: 0, depth };
      group.lists.push(value);
      group.size += sizeOf(value);
      group.longest = Math.max(group.longest, value.length);
      groups.set(path, group);
    }
    for (const entry of value) visit(entry, `${path}[]`, depth + 1);
  };
  visit(body, '', 0);
  return groups;
}
