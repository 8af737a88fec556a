const kept = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-opacity',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'font-size',
  'font-weight',
  'font-family',
  'text-anchor',
];

/** Draws an SVG of this page, in its present colours and size, as a PNG at double resolution. */
export async function pngOf(svg: SVGSVGElement, title: string, note: string): Promise<Blob> {
  const width = svg.width.baseVal.value;
  const height = svg.height.baseVal.value;
  const copy = svg.cloneNode(true) as SVGSVGElement;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  const originals = [svg, ...svg.querySelectorAll('*')];
  [copy, ...copy.querySelectorAll('*')].forEach((element, index) => {
    const original = originals[index];
    if (original === undefined) return;
    const style = getComputedStyle(original);
    for (const name of kept) {
      const value = style.getPropertyValue(name);
      if (value !== '') element.setAttribute(name, value);
    }
    element.removeAttribute('class');
  });
  const source = new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' });
  const url = URL.createObjectURL(source);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const margin = 24;
    const canvas = document.createElement('canvas');
    canvas.width = (width + 2 * margin) * 2;
    canvas.height = (height + 2 * margin + 56) * 2;
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('This browser gives no canvas to draw on.');
    context.scale(2, 2);
    const page = getComputedStyle(document.documentElement);
    context.fillStyle = page.backgroundColor;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.fillStyle = page.color;
    context.font = `600 16px ${page.fontFamily}`;
    context.fillText(title, margin, margin + 14, width);
    context.font = `12px ${page.fontFamily}`;
    context.globalAlpha = 0.75;
    context.fillText(note, margin, margin + 34, width);
    context.globalAlpha = 1;
    context.drawImage(image, margin, margin + 52, width, height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (blob === null) throw new Error('This browser could not write the picture.');
    return blob;
  } finally {
    URL.revokeObjectURL(url);
  }
}

export type Cell = string | number | null;

/** RFC 4180, with a mark for spreadsheets that it is UTF-8. A cell that a spreadsheet would run as a formula is quoted as text. */
export function csvOf(head: readonly string[], rows: readonly (readonly Cell[])[]): Blob {
  const cell = (value: Cell): string => {
    if (value === null) return '';
    const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = [head, ...rows].map((line) => line.map(cell).join(','));
  return new Blob([`\ufeff${lines.join('\r\n')}\r\n`], { type: 'text/csv;charset=utf-8' });
}

export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
