/** Writes HTML in which no text of others is ever markup: what is interpolated is escaped, unless it is markup of ours. */
export type Markup = { readonly markup: string };

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  // Signs that turn the direction of what follows would reach beyond their text.
  return text.replace(/[&<>"']/g, (sign) => signs[sign] ?? '').replace(/[\u202a-\u202e\u2066-\u2069]/g, '');
}

type Part = string | number | Markup | readonly Markup[];

function write(part: Part): string {
  if (typeof part === 'string') return escaped(part);
  if (typeof part === 'number') return String(part);
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
}

/** `html\`<p>${text}</p>\``. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return { markup: texts.reduce((all, text, at) => all + write(parts[at - 1] ?? '') + text) };
}

/** Text of others: isolated, so that its direction stays its own. */
export function foreignText(text: string): Markup {
  return html`<bdi>${text}</bdi>`;
}

export const nothing: Markup = { markup: '' };
