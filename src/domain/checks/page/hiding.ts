import { attribute, type HtmlElement } from './parseHtml.ts';

/** How a text is kept from a person while a machine still reads it. */
export type HiddenBy =
  | 'display'
  | 'size'
  | 'offscreen'
  | 'opacity'
  | 'colour'
  | 'clip'
  | 'attribute'
  | 'aria'
  /** By a rule inside a conditional block of a style sheet, on some screens. */
  | 'condition';

/**
 * Text that no reader shows. The other ways leave it in the text that machines read, and are used for effects as well
 * (text that fades in, labels for screen readers), so they only make it suspect.
 */
export function isAway(by: HiddenBy): boolean {
  return by === 'display' || by === 'attribute';
}

/** Class and id names that inline style sheets hide. External sheets are not read. */
export type HidingRules = ReadonlyMap<string, HiddenBy>;

function declarations(style: string): ReadonlyMap<string, string> {
  const out = new Map<string, string>();
  for (const part of style.split(';')) {
    const colon = part.indexOf(':');
    if (colon < 0) continue;
    const value = part
      .slice(colon + 1)
      .replace(/!important/i, '')
      .trim()
      .toLowerCase();
    out.set(part.slice(0, colon).trim().toLowerCase(), value);
  }
  return out;
}

function length(value: string | undefined): number | null {
  const found = /^(-?[\d.]+)(px|em|rem|pt|%|vw|vh)?$/.exec(value ?? '');
  if (found === null) return null;
  const scale = found[2] === 'em' || found[2] === 'rem' ? 16 : found[2] === 'vw' || found[2] === '%' ? 10 : 1;
  return Number(found[1]) * scale;
}

/** What a list of CSS declarations does to text; null when it stays readable. */
export function hidingStyle(style: string): HiddenBy | null {
  const css = declarations(style);
  if (css.get('display') === 'none') return 'display';
  if (css.get('visibility') === 'hidden' || css.get('visibility') === 'collapse') return 'display';
  const opacity = Number(css.get('opacity') ?? '1');
  if (opacity <= 0.01) return 'opacity';
  const size = length(css.get('font-size'));
  if (size !== null && size < 2) return 'size';
  const flat = [css.get('height'), css.get('width'), css.get('max-height')].some((each) => {
    const measured = length(each);
    return measured !== null && measured <= 1;
  });
  if (flat && css.get('overflow') === 'hidden') return 'clip';
  if (/^rect\((0|1px)/.test(css.get('clip') ?? '') || /^inset\((50|100)%/.test(css.get('clip-path') ?? ''))
    return 'clip';
  const moved = [css.get('text-indent'), css.get('left'), css.get('top'), css.get('margin-left')];
  if (moved.some((each) => (length(each) ?? 0) <= -900)) return 'offscreen';
  const colour = css.get('color');
  if (colour === 'transparent') return 'colour';
  const background = css.get('background-color') ?? css.get('background');
  return colour !== undefined && background !== undefined && sameColour(colour, background) ? 'colour' : null;
}

const names: Readonly<Record<string, string>> = { white: '#ffffff', black: '#000000' };

function sameColour(a: string, b: string): boolean {
  const norm = (value: string) => {
    const text = names[value] ?? value.replaceAll(' ', '');
    const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(text);
    if (short !== null) return `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}`;
    const rgb = /^rgb\((\d+),(\d+),(\d+)\)$/.exec(text);
    if (rgb === null) return text;
    return `#${rgb
      .slice(1)
      .map((part) => Number(part).toString(16).padStart(2, '0'))
      .join('')}`;
  };
  return norm(a) === norm(b);
}

/** By hand, because a pattern would look for the end of each unfinished comment anew. */
function withoutComments(css: string): string {
  const parts: string[] = [];
  let at = 0;
  for (let start = css.indexOf('/*'); start >= 0; start = css.indexOf('/*', at)) {
    parts.push(css.slice(at, start));
    const end = css.indexOf('*/', start + 2);
    if (end < 0) return parts.join('');
    at = end + 2;
  }
  return parts.join('') + css.slice(at);
}

/** Reads `.name {…}` and `#name {…}` out of the text of style elements. */
export function readHidingRules(sheets: readonly string[]): HidingRules {
  const rules = new Map<string, HiddenBy>();
  for (const sheet of sheets) {
    let depth = 0;
    for (const part of withoutComments(sheet.slice(0, 200_000)).split('}')) {
      depth += part.split('{').length - 1;
      const conditional = depth > 1;
      depth = Math.max(0, depth - 1);
      const open = part.lastIndexOf('{');
      const by = open < 0 ? null : hidingStyle(part.slice(open + 1));
      if (by === null) continue;
      // Inside a conditional block the selectors may follow another brace.
      const selectors = part.slice(part.lastIndexOf('{', open - 1) + 1, open);
      for (const selector of selectors.split(',')) {
        const simple = /^\s*([.#][\w-]+)\s*$/.exec(selector)?.[1];
        if (simple !== undefined) rules.set(simple, conditional ? 'condition' : by);
      }
    }
  }
  return rules;
}

export function hiddenBy(element: HtmlElement, rules: HidingRules): HiddenBy | null {
  let aria = false;
  for (const { name, value } of element.attrs) {
    if (name === 'hidden' && value !== 'until-found') return 'attribute';
    if (name === 'aria-hidden' && value === 'true') aria = true;
    if (name === 'style') {
      const by = hidingStyle(value);
      if (by !== null) return by;
    }
    if (name === 'id' && rules.size > 0) {
      const by = rules.get(`#${value}`);
      if (by !== undefined) return by;
    }
    if (name === 'class' && rules.size > 0) {
      for (const each of value.split(/\s+/)) {
        const by = rules.get(`.${each}`);
        if (by !== undefined) return by;
      }
    }
  }
  if (element.tagName === 'input' && attribute(element, 'type') === 'hidden') return 'attribute';
  return aria ? 'aria' : null;
}
