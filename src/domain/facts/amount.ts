/**
 * Parses a written number: "1,234.50", "1.234,50", "1 234,50", "49,99". A single separator groups thousands if three
 * digits follow it; otherwise it is the decimal separator. Null for anything else.
 */
export function readAmount(text: string): number | null {
  const plain = text.replace(/[\s\u00a0\u202f’']/g, '');
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  const decimals = last < 0 ? 0 : plain.length - last - 1;
  const whole = plain.replace(/[.,]/g, '');
  if (!/^\d{1,15}$/.test(whole)) return null;
  const kinds = new Set(plain.match(/[.,]/g) ?? []).size;
  const isDecimal = last >= 0 && (kinds === 2 || decimals !== 3) && decimals <= 2;
  return isDecimal ? Number(`${whole.slice(0, whole.length - decimals)}.${whole.slice(-decimals)}`) : Number(whole);
}
