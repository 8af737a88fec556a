/** Appearance of a workspace on the reports it shares. */
export type Brand = {
  name: string;
  /** A picture as a data URL; null for none. */
  logo: string | null;
  /** `#rrggbb`; null for the default colour. */
  accent: string | null;
};

export const defaultAccent = '#1a56c4';

/** Maximum characters of a logo's data URL, which is part of every report and of the response for Settings. */
const maxLogoLength = 48_000;

/** Picture types that cannot contain scripts. */
const picture = /^data:image\/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+={0,2}$/;
const firstBytes: Readonly<Record<string, RegExp>> = {
  png: /^iVBORw0KGgo/,
  jpeg: /^\/9j\//,
  webp: /^UklGR/,
  gif: /^R0lGOD/,
};
/** Minimum contrast of graphics against their background (WCAG 2.2, 1.4.11). */
const minContrast = 3;

/**
 * Explains why a logo is refused, as the end of a sentence that begins with the field's name; null if it is accepted.
 */
export function logoFlaw(logo: string): string | null {
  if (logo.length > maxLogoLength) return `must have at most ${maxLogoLength} characters; use a smaller picture`;
  if (!picture.test(logo)) return 'must be a data URL of a PNG, JPEG, WebP or GIF picture, in base64';
  const kind = logo.slice('data:image/'.length, logo.indexOf(';'));
  const data = logo.slice(logo.indexOf(',') + 1);
  return firstBytes[kind]?.test(data) === true
    ? null
    : `is not a ${kind.toUpperCase()} picture, although its type says so`;
}

/** Explains why a colour is refused as invisible on white, in the same form. */
export function accentFlaw(accent: string): string | null {
  if (!/^#[0-9a-f]{6}$/i.test(accent)) return 'must be a colour such as #1a56c4';
  return contrastOnWhite(accent) < minContrast ? 'is too light to be seen on white paper; choose a darker one' : null;
}

/** Returns the contrast ratio against white as WCAG 2.2 defines it. */
function contrastOnWhite(colour: string): number {
  const linear = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const [red = 0, green = 0, blue = 0] = linear;
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}
