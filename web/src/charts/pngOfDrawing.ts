import type { ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

/**
 * Exports a list or table of the page as an image, like any other chart: its SVG is rendered outside the view while the
 * image needs its colours.
 */
export async function pngOfDrawing(drawing: ReactElement, title: string, note: string): Promise<Blob | null> {
  const place = document.createElement('div');
  place.style.position = 'absolute';
  place.style.left = '-99999px';
  document.body.append(place);
  const root = createRoot(place);
  try {
    flushSync(() => root.render(drawing));
    const svg = place.querySelector('svg');
    if (svg === null) return null;
    const { buildPng } = await import('./exportPicture.ts');
    return await buildPng([svg], title, note);
  } finally {
    root.unmount();
    place.remove();
  }
}
