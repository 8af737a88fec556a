/** A page of documentation that agents may read as a resource. */
export type DocPage = { name: string; title: string; text: string };

export function uriOf(page: Pick<DocPage, 'name'>): string {
  return `sightline://docs/${page.name}`;
}
