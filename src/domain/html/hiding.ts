import { attribute, type HtmlElement, parentOf } from './parseHtml.ts';

/** Ways in which a text is hidden from a person while a machine still reads it. */
export type HiddenBy =
  | 'display'
  | 'size'
  | 'offscreen'
  | 'opacity'
  | 'colour'
  | 'clip'
  | 'attribute'
  | 'aria'
  /** By a rule inside a conditional block of a style sheet, so only on some screens. */
  | 'condition';

/**
 * Returns true for text that is never shown to any reader. The other ways leave it in the text that machines read, and
 * also have honest uses (text that fades in, labels for screen readers), so they are only suspicious.
 */
export function isNeverShown(by: HiddenBy): boolean {
  return by === 'display' || by === 'attribute';
}

/** Effect of a rule or a style attribute on a text: whether it hides it, and which colours it sets. */
type Paint = { by: HiddenBy | null; colour: string | null; background: string | null };

/** Rules in a page's style elements whose selector is a single name. External sheets are not read. */
export type HidingRules = {
  byTag: ReadonlyMap<string, Paint>;
  byClass: ReadonlyMap<string, Paint>;
  byId: ReadonlyMap<string, Paint>;
  /** Cached results: a page repeats a few attributes on most of its elements. */
  found: Map<string, Paint>;
  /** Cached background colours, because elements share their ancestors: each path to the root is walked once. */
  grounds: Map<HtmlElement, string>;
};

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
  const match = /^(-?[\d.]+)(px|em|rem|pt|%|vw|vh)?$/.exec(value ?? '');
  if (match === null) return null;
  const scale = match[2] === 'em' || match[2] === 'rem' ? 16 : match[2] === 'vw' || match[2] === '%' ? 10 : 1;
  return Number(match[1]) * scale;
}

/** Returns how a list of CSS declarations hides text; null if it stays visible. */
function hidingStyle(style: string): HiddenBy | null {
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
  if (/\bscale(?:3d|x|y)?\(\s*0(?:\.0+)?\s*[,)]/.test(css.get('transform') ?? '')) return 'size';
  const moved = [css.get('text-indent'), css.get('left'), css.get('top'), css.get('margin-left')];
  if (moved.some((each) => (length(each) ?? 0) <= -900)) return 'offscreen';
  const { colour, background } = colours(css);
  if (readColour(colour)?.a === 0) return 'colour';
  return colour !== null && background !== null && alike(colour, background) ? 'colour' : null;
}

function colours(css: ReadonlyMap<string, string>): { colour: string | null; background: string | null } {
  // No colour is longer, and a rule is read again for each element it applies to.
  const short = (value: string | undefined) => value?.slice(0, 120) ?? null;
  return { colour: short(css.get('color')), background: short(css.get('background-color') ?? css.get('background')) };
}

type Colour = { r: number; g: number; b: number; a: number };

/** Parses a colour; null for one that is not written in numbers or named white or black, so it cannot be compared. */
function readColour(value: string | null): Colour | null {
  const text = value === null || /url\(|gradient\(/.test(value) ? '' : value;
  if (/\btransparent\b/.test(text)) return { r: 0, g: 0, b: 0, a: 0 };
  const name = /\b(?:white|black)\b/.exec(text)?.[0];
  if (name !== undefined) return name === 'white' ? { r: 255, g: 255, b: 255, a: 1 } : { r: 0, g: 0, b: 0, a: 1 };
  const hex = /#([0-9a-f]{3,8})\b/.exec(text)?.[1];
  if (hex !== undefined) {
    const pairs = hex.length < 6 ? [...hex].map((digit) => digit + digit) : (hex.match(/../g) ?? []);
    const [r = 0, g = 0, b = 0, a = 255] = pairs.map((pair) => Number.parseInt(pair, 16));
    return { r, g, b, a: a / 255 };
  }
  const inside = /\brgba?\(([^()]{1,60})\)/.exec(text)?.[1] ?? /\bhsla\(([^()]{1,60})\)/.exec(text)?.[1];
  const numbers = inside?.match(/[\d.]+/g)?.map(Number) ?? [];
  const [r, g, b, a = 1] = numbers;
  if (r === undefined || g === undefined || b === undefined) return null;
  // For other notations, only the transparency is known.
  return text.includes('rgb') || a === 0 ? { r, g, b, a } : null;
}

/** Difference of a colour channel (of 255) below which text cannot be distinguished from its background. */
const indistinct = 10;

function alike(a: string, b: string): boolean {
  const [x, y] = [readColour(a), readColour(b)];
  if (x === null || y === null) return a === b && !/var\(|inherit|currentcolor|url\(|gradient\(/.test(a);
  if (y.a === 0) return false;
  return [x.r - y.r, x.g - y.g, x.b - y.b].every((step) => Math.abs(step) <= indistinct);
}

/** Removes comments without a regular expression, which would rescan the text for each unclosed comment. */
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

/** Reads `.name {…}`, `#name {…}` and `name {…}` from style elements. */
export function readHidingRules(sheets: readonly string[]): HidingRules {
  const byTag = new Map<string, Paint>();
  const byClass = new Map<string, Paint>();
  const byId = new Map<string, Paint>();
  for (const sheet of sheets) {
    let depth = 0;
    for (const part of withoutComments(sheet.slice(0, 200_000)).split('}')) {
      depth += part.split('{').length - 1;
      const conditional = depth > 1;
      depth = Math.max(0, depth - 1);
      const open = part.lastIndexOf('{');
      if (open < 0) continue;
      const paint = paintOfStyle(part.slice(open + 1));
      if (paint.by === null && (conditional || (paint.colour === null && paint.background === null))) continue;
      // Inside a conditional block the selectors may follow another brace.
      const selectors = part.slice(part.lastIndexOf('{', open - 1) + 1, open);
      for (const selector of selectors.split(',')) {
        const simple = /^\s*([.#]?[\w-]+)\s*$/.exec(selector)?.[1];
        if (simple === undefined) continue;
        const isName = /^[.#]/.test(simple);
        const rules = isName ? (simple.startsWith('.') ? byClass : byId) : byTag;
        const name = isName ? simple.slice(1) : simple;
        const before = rules.get(name);
        rules.set(name, {
          // A rule that hides a whole kind of element, e.g. body, is typically undone by a script.
          by: (isName ? (conditional && paint.by !== null ? 'condition' : paint.by) : null) ?? before?.by ?? null,
          colour: (conditional ? null : paint.colour) ?? before?.colour ?? null,
          background: (conditional ? null : paint.background) ?? before?.background ?? null,
        });
      }
    }
  }
  return { byTag, byClass, byId, found: new Map(), grounds: new Map() };
}

function paintOfStyle(style: string): Paint {
  return { by: hidingStyle(style), ...colours(declarations(style)) };
}

const noPaint: Paint = { by: null, colour: null, background: null };

/**
 * Returns the style of an element from its own attributes and name: its style attribute first, then id, classes and
 * name.
 */
function buildPaint(element: HtmlElement, rules: HidingRules): Paint {
  const { byTag, byClass, byId } = rules;
  let style = '';
  let id = '';
  let names = '';
  for (const { name, value } of element.attrs) {
    if (name === 'style') style = value;
    else if (name === 'id' && byId.has(value)) id = value;
    else if (name === 'class' && byClass.size > 0) names = value;
  }
  const ofTag = byTag.get(element.tagName);
  if (style === '' && id === '' && names === '') return ofTag ?? noPaint;
  const key = JSON.stringify([ofTag === undefined ? '' : element.tagName, id, names, style]);
  let paint = rules.found.get(key);
  if (paint === undefined) {
    const each = [style === '' ? undefined : paintOfStyle(style), byId.get(id)];
    for (const name of names.split(/\s+/)) each.push(byClass.get(name));
    each.push(ofTag);
    paint = each.reduceRight<Paint>(
      (later, own) => ({
        by: own?.by ?? later.by,
        colour: own?.colour ?? later.colour,
        background: own?.background ?? later.background,
      }),
      noPaint,
    );
    rules.found.set(key, paint);
  }
  return paint;
}

/** Returns the background of an element: its own, that of the nearest ancestor that sets one, or white. */
function decideGround(element: HtmlElement, rules: HidingRules): string {
  const passed: HtmlElement[] = [];
  let ground: string | null = null;
  for (let at: HtmlElement | null = element; at !== null && ground === null; at = parentOf(at)) {
    ground = rules.grounds.get(at) ?? null;
    if (ground !== null) break;
    passed.push(at);
    const own = buildPaint(at, rules).background;
    if (own !== null && readColour(own)?.a !== 0) ground = own;
  }
  ground ??= 'white';
  for (const each of passed) rules.grounds.set(each, ground);
  return ground;
}

/** Returns true if a rule may hide an element by its name alone. */
export function isPainted(tagName: string, rules: HidingRules): boolean {
  return rules.byTag.has(tagName);
}

export function hiddenBy(element: HtmlElement, rules: HidingRules): HiddenBy | null {
  let aria = false;
  for (const { name, value } of element.attrs) {
    if (name === 'hidden' && value !== 'until-found') return 'attribute';
    if (name === 'aria-hidden' && value === 'true') aria = true;
  }
  const { by, colour } = buildPaint(element, rules);
  if (by !== null) return by;
  if (colour !== null && readColour(colour) !== null && alike(colour, decideGround(element, rules))) return 'colour';
  if (element.tagName === 'input' && attribute(element, 'type') === 'hidden') return 'attribute';
  return aria ? 'aria' : null;
}
