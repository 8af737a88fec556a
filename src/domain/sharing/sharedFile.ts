import type { Brand } from './brand.ts';

/** Writes a shared report as one file: the page, and its evidence bundle as data that no browser runs. */

/** Embedded parts: the bundle's files as JSON, compressed and in base64, and the brand at that time. */
export type Embedded = { bundle: string; brand: Brand };

const bundleMark = '<script type="application/octet-stream" id="sightline-bundle">';
const brandMark = '<script type="application/json" id="sightline-brand">';
const end = '</script>';
const lastOfPage = '</main></body></html>\n';

/** @param page as returned by `reportPage` */
export function sharedFile(page: string, { bundle, brand }: Embedded): string {
  // The text must not be able to end its element.
  const text = JSON.stringify(brand).replaceAll('<', '\\u003c');
  return page.replace(lastOfPage, `</main>${brandMark}${text}${end}${bundleMark}${bundle}${end}</body></html>\n`);
}

/** Extracts the data embedded in a file, and the page without it; null if it is not a shared report. */
export function openSharedFile(text: string): (Embedded & { page: string }) | null {
  // Searched from the end: third-party text on the page could resemble a marker, and embedded data comes after all of
  // it.
  const [brandAt, bundleAt] = [text.lastIndexOf(brandMark), text.lastIndexOf(bundleMark)];
  const bundleEnd = text.indexOf(end, bundleAt);
  if (brandAt < 0 || bundleAt < brandAt || bundleEnd < 0) return null;
  const brand = brandIn(text.slice(brandAt + brandMark.length, bundleAt - end.length));
  const bundle = text.slice(bundleAt + bundleMark.length, bundleEnd);
  if (brand === null || !/^[A-Za-z0-9+/]*={0,2}$/.test(bundle)) return null;
  return { bundle, brand, page: text.slice(0, brandAt) + text.slice(bundleEnd + end.length) };
}

function brandIn(json: string): Brand | null {
  try {
    const { name, logo, accent } = JSON.parse(json) as Record<string, unknown>;
    const isText = (value: unknown): value is string | null => value === null || typeof value === 'string';
    return typeof name === 'string' && isText(logo) && isText(accent) ? { name, logo, accent } : null;
  } catch {
    return null;
  }
}
