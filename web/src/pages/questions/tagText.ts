import { SightlineError } from '../../api/http.ts';

const maxTags = 10;
const maxCharacters = 40;

const sameTag = (one: string, other: string): boolean =>
  one.normalize('NFKC').toLowerCase() === other.normalize('NFKC').toLowerCase();

export const isTagged = (tags: readonly string[], tag: string): boolean => tags.some((one) => sameTag(one, tag));

/** Parses typed tags: comma-separated, without duplicates. */
export function readTags(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.replace(/\s+/g, ' ').trim());
  return tags.filter((tag, at) => tag !== '' && !isTagged(tags.slice(0, at), tag));
}

/** Returns the problem with typed tags, found here or by the server; null if there is none. */
export function tagError(tags: readonly string[], error: unknown): string | null {
  const long = tags.find((tag) => [...tag].length > maxCharacters);
  if (long !== undefined) return `“${long.slice(0, 20)}…” is longer than ${maxCharacters} characters.`;
  if (tags.length > maxTags) return `A question has at most ${maxTags} tags.`;
  if (error instanceof SightlineError && /^(?:tags|addTags)$/.test(error.field ?? '')) {
    return error.message.replace(/^\w+: /, '');
  }
  return null;
}
