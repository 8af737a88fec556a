import type { ListedAnswer } from '../../../../src/contract/wireTypes.ts';

export type Fate = 'stayed' | 'came' | 'went';

/** A name in two answers, with its position in each. Names that resolve to one domain are one name. */
export type NameChange = {
  key: string;
  name: string;
  own: boolean;
  before: number | null;
  after: number | null;
  fate: Fate;
};

export function compareNames(before: ListedAnswer, after: ListedAnswer): NameChange[] {
  const keyOf = (mention: ListedAnswer['mentions'][number]) => mention.domain ?? mention.name.toLowerCase();
  const places = (answer: ListedAnswer) => {
    const first = new Map<string, { place: number; mention: ListedAnswer['mentions'][number] }>();
    answer.mentions.forEach((mention, index) => {
      if (!first.has(keyOf(mention))) first.set(keyOf(mention), { place: index + 1, mention });
    });
    return first;
  };
  const [then, now] = [places(before), places(after)];
  return [...new Set([...now.keys(), ...then.keys()])].map((key) => {
    const [old, fresh] = [then.get(key) ?? null, now.get(key) ?? null];
    const mention = (fresh ?? old)?.mention;
    return {
      key,
      name: mention?.name ?? key,
      own: mention?.own ?? false,
      before: old?.place ?? null,
      after: fresh?.place ?? null,
      fate: old !== null && fresh !== null ? 'stayed' : fresh !== null ? 'came' : 'went',
    };
  });
}

export type SourceChange = { url: string; owned: boolean; fate: Fate };

export function compareSources(before: ListedAnswer, after: ListedAnswer): SourceChange[] {
  const [then, now] = [new Set(before.cited.map((page) => page.url)), new Set(after.cited.map((page) => page.url))];
  const owned = new Map([...before.cited, ...after.cited].map((page) => [page.url, page.owned]));
  const fateOf = (url: string): Fate => (then.has(url) && now.has(url) ? 'stayed' : now.has(url) ? 'came' : 'went');
  const order: Fate[] = ['stayed', 'came', 'went'];
  return [...owned]
    .map(([url, own]) => ({ url, owned: own, fate: fateOf(url) }))
    .sort((a, b) => order.indexOf(a.fate) - order.indexOf(b.fate));
}

export type WordRun = { text: string; kept: boolean };

const maxWords = 1_200;

/** Splits two texts into runs of words that occur in both, in the same order, and words that do not (longest common subsequence). */
export function compareWords(before: string, after: string): { before: WordRun[]; after: WordRun[] } {
  const [a, b] = [wordsOf(before), wordsOf(after)];
  if (a.length > maxWords || b.length > maxWords) {
    return { before: [{ text: before, kept: true }], after: [{ text: after, kept: true }] };
  }
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const skip = Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
      lengths[i * width + j] = a[i]?.trim() === b[j]?.trim() ? 1 + (lengths[(i + 1) * width + j + 1] ?? 0) : skip;
    }
  }
  const [keptA, keptB] = [new Set<number>(), new Set<number>()];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i]?.trim() === b[j]?.trim()) {
      keptA.add(i++);
      keptB.add(j++);
    } else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) i += 1;
    else j += 1;
  }
  return { before: deriveRuns(a, keptA), after: deriveRuns(b, keptB) };
}

function wordsOf(text: string): string[] {
  return text.match(/\S+\s*/g) ?? [];
}

function deriveRuns(words: readonly string[], keptKeys: ReadonlySet<number>): WordRun[] {
  const runs: WordRun[] = [];
  words.forEach((word, index) => {
    const last = runs.at(-1);
    if (last !== undefined && last.kept === keptKeys.has(index)) last.text += word;
    else runs.push({ text: word, kept: keptKeys.has(index) });
  });
  return runs;
}
