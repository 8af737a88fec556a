import type { JsonLdNode } from '../html/jsonLd.ts';

const maxItems = 60;

/** Returns a page's schema.org ItemList as a numbered list in Markdown; empty without one. */
export function declaredList(nodes: readonly JsonLdNode[]): string {
  const list = nodes.find(({ types }) => types.includes('ItemList'));
  const elements: unknown = list?.properties.itemListElement;
  const items = (Array.isArray(elements) ? elements : []).slice(0, maxItems).flatMap((element: unknown, at) => {
    const { position, name, item } = (element ?? {}) as Record<string, unknown>;
    const own = typeof element === 'string' ? element : (name ?? (item as { name?: unknown } | undefined)?.name);
    if (typeof own !== 'string' || own.trim() === '') return [];
    return { position: Number(position) || at + 1, name: own.replace(/\s+/g, ' ').trim().slice(0, 100) };
  });
  return items
    .toSorted((a, b) => a.position - b.position)
    .map(({ name }, at) => `${at + 1}. **${name.replaceAll('**', '')}**`)
    .join('\n');
}
