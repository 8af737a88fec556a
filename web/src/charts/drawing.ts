const ns = 'http://www.w3.org/2000/svg';

/** A colour by the name of its token in styles.css. */
type Ink = 'ink' | 'soft' | 'line' | 'edge' | 'accent' | 'accent-wash' | 'sunken' | 'raised';

export type Shape =
  | { kind: 'box'; x: number; y: number; width: number; height: number; fill: Ink; edge?: Ink; dashed?: boolean }
  | {
      kind: 'text';
      x: number;
      y: number;
      text: string;
      ink?: Ink;
      bold?: boolean;
      middle?: boolean;
      upright?: boolean;
    };

/**
 * Draws what stands on the page as HTML, so that it can be taken away as a picture like any other chart. The drawing
 * hangs outside the view for as long as `use` needs its colours.
 */
export async function withDrawing<T>(
  size: { width: number; height: number },
  shapes: readonly Shape[],
  use: (svg: SVGSVGElement) => Promise<T>,
): Promise<T> {
  const svg = document.createElementNS(ns, 'svg');
  set(svg, { width: size.width, height: size.height, 'aria-hidden': 'true' });
  svg.style.position = 'absolute';
  svg.style.left = '-99999px';
  for (const shape of shapes) svg.append(shape.kind === 'box' ? boxOf(shape) : textOf(shape));
  document.body.append(svg);
  try {
    return await use(svg);
  } finally {
    svg.remove();
  }
}

function boxOf({ x, y, width, height, fill, edge, dashed }: Extract<Shape, { kind: 'box' }>): SVGElement {
  return set(document.createElementNS(ns, 'rect'), {
    x,
    y,
    width,
    height,
    rx: 3,
    fill: `var(--${fill})`,
    stroke: edge === undefined ? 'none' : `var(--${edge})`,
    ...(dashed === true ? { 'stroke-dasharray': '3 2' } : {}),
  });
}

function textOf({ x, y, text, ink, bold, middle, upright }: Extract<Shape, { kind: 'text' }>): SVGElement {
  const element = set(document.createElementNS(ns, 'text'), {
    x,
    y,
    'font-size': 13,
    'font-weight': bold === true ? 600 : 400,
    'text-anchor': middle === true ? 'middle' : 'start',
    fill: `var(--${ink ?? 'ink'})`,
    ...(upright === true ? { transform: `rotate(-90 ${x} ${y})` } : {}),
  });
  element.textContent = text;
  return element;
}

function set<E extends SVGElement>(element: E, attributes: Record<string, string | number>): E {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

export function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, Math.max(4, most - 1))}…`;
}
