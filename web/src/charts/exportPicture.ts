const keptItems = [
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

const margin = 24;
const scale = 2;

/**
 * Exports drawings of this page, one below the other, in their current colours and size, as a PNG at double resolution.
 */
export async function buildPng(drawings: readonly SVGSVGElement[], title: string, note: string): Promise<Blob> {
  const images = await Promise.all(drawings.map(imageOf));
  const width = Math.max(320, ...images.map((image) => image.width));
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser cannot export charts.');
  const page = getComputedStyle(document.documentElement);
  const titleFont = `600 16px ${page.fontFamily}`;
  const noteFont = `12px ${page.fontFamily}`;
  const lines = [
    ...deriveLines(context, title, titleFont, width).map((text) => ({ text, font: titleFont, height: 22, alpha: 1 })),
    ...deriveLines(context, note, noteFont, width).map((text) => ({ text, font: noteFont, height: 17, alpha: 0.75 })),
  ];
  const head = lines.reduce((sum, line) => sum + line.height, 0) + 12;
  const height = images.reduce((sum, image) => sum + image.height + 12, head) - 12;
  canvas.width = (width + 2 * margin) * scale;
  canvas.height = (height + 2 * margin) * scale;
  context.scale(scale, scale);
  context.fillStyle = page.backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = page.color;
  let y = margin;
  for (const line of lines) {
    context.font = line.font;
    context.globalAlpha = line.alpha;
    context.fillText(line.text, margin, y + 14);
    y += line.height;
  }
  context.globalAlpha = 1;
  y += 12;
  for (const image of images) {
    context.drawImage(image, margin, y, image.width, image.height);
    y += image.height + 12;
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('This browser could not export the chart.');
  return blob;
}

/** Breaks a text into lines that fit; a word longer than a line is on its own line. */
function deriveLines(context: CanvasRenderingContext2D, text: string, font: string, width: number): string[] {
  context.font = font;
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && context.measureText(`${last} ${word}`).width <= width)
      lines.push(`${lines.pop()} ${word}`);
    else lines.push(word);
  }
  return lines;
}

/** Renders an SVG outside the page: the effects of its classes and variables are written into it. */
async function imageOf(svg: SVGSVGElement): Promise<HTMLImageElement> {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.removeAttribute('style');
  const originals = [svg, ...svg.querySelectorAll('*')];
  [copy, ...copy.querySelectorAll('*')].forEach((element, index) => {
    const original = originals[index];
    if (original === undefined) return;
    const style = getComputedStyle(original);
    for (const name of keptItems) {
      const value = style.getPropertyValue(name);
      if (value !== '') element.setAttribute(name, value);
    }
    element.removeAttribute('class');
  });
  const url = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' }));
  try {
    const image = new Image(svg.width.baseVal.value, svg.height.baseVal.value);
    image.src = url;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(url);
  }
}
