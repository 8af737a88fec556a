const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Replaces the five named references shared by XML and HTML, and numeric character references. Others stay as written,
 * so a text never grows.
 */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]{2,4}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return named[name] ?? whole;
    const point = hex === undefined ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16);
    return isCharacter(point) ? String.fromCodePoint(point) : whole;
  });
}

function isCharacter(point: number): boolean {
  return point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
}
