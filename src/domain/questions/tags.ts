/** A tag says what a question is for: its topic, persona, market or place in the funnel. */
export const maxTags = 10;
export const maxTagCharacters = 40;

/** Returns the form by which tags are compared, ignoring white space and case. */
export function tagForm(tag: string): string {
  return tag.normalize('NFKC').toLowerCase().normalize('NFKC').replace(/\s+/gu, ' ').trim();
}

/** Returns each tag once, as first written, with normalised white space. */
export function cleanTags(tags: readonly string[]): string[] {
  const byForm = new Map<string, string>();
  for (const tag of tags) {
    const form = tagForm(tag);
    if (form !== '' && !byForm.has(form)) byForm.set(form, tag.replace(/\s+/gu, ' ').trim());
  }
  return [...byForm.values()];
}
