import { sha256Hex } from '../text/canonicalJson.ts';
import { limitation } from '../text/limitation.ts';
import { readJson } from '../text/readJson.ts';
import { foldName } from './foldName.ts';
import type { AnswerReading, Mention, MentionEvidence } from './reading.ts';

/** A name as read by the second reader, a model: verbatim, in order of recommendation. */
export type SecondName = { name: string; polarity: 'recommended' | 'mentioned' | 'rejected' };

/** Raised with every change of the model's instructions or of how its output is parsed. */
const secondReaderVersion = 'second/1';

/** Longer texts are not sent: no provider answers at such a length, and the cost of a reading grows with it. */
export const maxSecondReaderTextLength = 60_000;
/** Maximum number of names in a reading, in case a model does not stop. */
const maxNames = 100;

/** Identifies the text of a second reading: equal texts are read once. */
export function textDigest(text: string): string {
  return sha256Hex(text);
}

/**
 * Parses a model's output, `{names: [{name, polarity, order}]}` as JSON text. Only names that appear verbatim in the
 * answer's text are kept, once each, by their order, so that a model cannot add a name. null: the shape is wrong.
 */
export function claimSecondNames(input: string, text: string): SecondName[] | null {
  const names = readJson<{ names?: unknown } | null>(input)?.names;
  if (!Array.isArray(names)) return null;
  const takenItems: (SecondName & { order: number })[] = [];
  for (const entry of names as unknown[]) {
    const { name, polarity, order } = (entry ?? {}) as Record<string, unknown>;
    if (typeof name !== 'string' || typeof order !== 'number') return null;
    if (polarity !== 'recommended' && polarity !== 'mentioned' && polarity !== 'rejected') return null;
    const trimmed = name.trim();
    if (foldName(trimmed) === '' || trimmed.length > 200 || !text.includes(trimmed)) continue;
    if (takenItems.some((other) => other.name === trimmed)) continue;
    takenItems.push({ name: trimmed, polarity, order });
  }
  return takenItems
    .sort((leftSide, right) => leftSide.order - right.order)
    .slice(0, maxNames)
    .map(({ name, polarity }) => ({ name, polarity }));
}

/** A reading decided by two readers: `disputed` has names that only one of them reads as recommended. */
export type DecidedReading = AnswerReading & {
  /** Identity of the second reader. */
  secondReader: string;
  disputed: readonly (Mention & Pick<MentionEvidence, 'blockUrls'>)[];
};

/** Outcome of the second reading of a run's answer. */
export type SecondOutcome =
  | { kind: 'read'; reader: string; names: readonly SecondName[] }
  /** The reading stays single; the reason is a clause that follows "because". */
  | { kind: 'single'; because: string };

/**
 * Decides by agreement: a name is recommended if both readers say so. A name that only one of them recommends is
 * disputed: it is not a mention, has no position, and an answer in which it may be the target is unknown for the
 * target. Order, reasons and citations are the first reader's. Replaces check K12.
 */
export function decideTogether(
  first: AnswerReading,
  second: { reader: string; names: readonly SecondName[] },
): DecidedReading {
  const recommended = second.names.filter(({ polarity }) => polarity === 'recommended').map(({ name }) => name);
  const agreed = first.mentions.map(({ name }) => recommended.some((other) => meanTheSame(name, other)));
  const disputedHere = first.mentions
    .filter((_mention, index) => !agreed[index])
    .map((mention) => ({ ...mention, blockUrls: first.evidence[first.mentions.indexOf(mention)]?.blockUrls ?? [] }));
  const disputedThere = recommended
    .filter((name) => !first.mentions.some((mention) => meanTheSame(mention.name, name)))
    .map((name) => ({ name, url: null, reason: '', citationUrls: [], blockUrls: [] }));
  const disputed = [...disputedHere, ...disputedThere];
  const names = disputed.map(({ name }) => name);
  const limitations = first.limitations.filter((text) => !text.startsWith('extractor_disagreement:'));
  if (names.length > 0) {
    const visibleItems = names.slice(0, 10).map((name) => `"${name}"`);
    const more = names.length > visibleItems.length ? ` and ${names.length - visibleItems.length} more` : '';
    limitations.push(
      limitation(
        'readers_disagree',
        `Only one of two readers reads these as recommended, so they are not counted: ${visibleItems.join(', ')}${more}.`,
      ),
    );
  }
  return {
    ...first,
    mentions: first.mentions.filter((_mention, index) => agreed[index]),
    evidence: first.evidence.filter((_evidence, index) => agreed[index]),
    limitations,
    recommendsNobody: recommended.length === 0 ? first.recommendsNobody : null,
    secondReader: second.reader,
    disputed,
  };
}

/**
 * Returns true for names that are equal except for case and marks, or if one begins with the other as whole words:
 * "Acme" and "Acme Pad 3".
 */
function meanTheSame(remainder: string, right: string): boolean {
  const [a, b] = [foldName(remainder), foldName(right)];
  return a !== '' && (a === b || a.startsWith(`${b} `) || b.startsWith(`${a} `));
}

export function singleReading(because: string): string {
  return limitation('single_reading', `The second reader did not take part, because ${because}.`);
}

/** Returns a short identity of a second reader for a harness: model and version, so that its runs match no others. */
export function secondReaderIdentity(model: string): string {
  return `${secondReaderVersion}.${model}`;
}

/** Returns the model in an identity, of any version. */
export function modelOfSecondReader(identity: string): string {
  return identity.slice(identity.indexOf('.') + 1);
}
