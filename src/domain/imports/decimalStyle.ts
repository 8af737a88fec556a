/** Decimal separator of a file. */
export type DecimalStyle = 'point' | 'comma';

const shape = /^[+-]?\d[\d.,'’]*%?$/;

const bare = (text: string): string => text.replace(/[\s\u00a0\u202f]/g, '');

const grouped: Record<DecimalStyle, RegExp> = { point: /^\d{1,3}(?:[,'’]\d{3})+$/, comma: /^\d{1,3}(?:[.'’]\d{3})+$/ };

/**
 * Returns the decimal separator that a cell proves; null if both readings are possible, as in `1.234`.
 * @param isWhole true for a column of counts, in which a separator before three digits groups thousands
 */
export function styleProvedBy(text: string, isWhole: boolean): DecimalStyle | null {
  const cell = bare(text);
  if (!shape.test(cell)) return null;
  const digits = cell.replace(/^[+-]|%$/g, '');
  const [points, commas] = [digits.split('.').length - 1, digits.split(',').length - 1];
  if (points > 0 && commas > 0) return digits.lastIndexOf('.') > digits.lastIndexOf(',') ? 'point' : 'comma';
  if (points + commas === 0) return null;
  const sign = points > 0 ? 'point' : 'comma';
  const other = points > 0 ? 'comma' : 'point';
  if (points + commas > 1) return grouped[other].test(digits) ? other : null;
  const [whole = '', rest = ''] = digits.split(/[.,]/);
  if (rest.length !== 3 || whole.length > 3 || whole === '0') return sign;
  return isWhole ? other : null;
}

/** Reads a number in a known style; null for an empty cell, undefined if it contains no number. */
export function readNumber(text: string, style: DecimalStyle): number | null | undefined {
  const cell = bare(text);
  if (cell === '' || cell === '-' || cell === '–' || cell === '—') return null;
  const [whole = '', fraction, ...more] = cell.split(style === 'point' ? '.' : ',');
  const isWhole = /^\d+$/.test(whole) || grouped[style].test(whole);
  if (!isWhole || more.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return undefined;
  const value = Number(`${whole.replace(/\D/g, '')}.${fraction ?? '0'}`);
  return value <= Number.MAX_SAFE_INTEGER ? value : undefined;
}
