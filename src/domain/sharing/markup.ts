/** HTML in which third-party text is never markup: interpolated values are escaped, unless they are our own markup. */
export type Markup = { readonly markup: string };

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  // Characters that reverse the text direction would affect the text after them.
  return text.replace(/[&<>"']/g, (sign) => signs[sign] ?? '').replace(/[\u202a-\u202e\u2066-\u2069]/g, '');
}

type Part = string | number | Markup | readonly Markup[];

function write(part: Part): string {
  if (typeof part === 'string') return escaped(part);
  if (typeof part === 'number') return String(part);
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
}

/** Tags a template of HTML: `html\`<p>${text}</p>\``. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return { markup: texts.reduce((all, text, at) => all + write(parts[at - 1] ?? '') + text) };
}

/** Isolates third-party text, so that its direction does not affect its surroundings. */
export function foreignText(text: string): Markup {
  return html`<bdi>${text}</bdi>`;
}

export const nothing: Markup = { markup: '' };
