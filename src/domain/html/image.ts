import type { HtmlElement } from './parseHtml.ts';
import { cleanText } from './scanText.ts';

export type PageImage = {
  src: string;
  alt: string | null;
  /** Not marked as decoration and larger than a pixel. */
  informative: boolean;
};

/** @param isReadable false if the element or an ancestor is hidden */
export function readImage(element: HtmlElement, isReadable: boolean): PageImage {
  let src = '';
  let alt: string | null = null;
  let role = '';
  let label: string | null = null;
  let labelledBy: string | null = null;
  let title: string | null = null;
  let tiny = false;
  let hidden = !isReadable;
  for (const { name, value } of element.attrs) {
    if (name === 'src') src = value;
    else if (name === 'alt') alt = value;
    else if (name === 'role') role = value;
    else if (name === 'aria-label') label = value;
    else if (name === 'aria-labelledby') labelledBy = value;
    else if (name === 'title') title = value;
    else if (name === 'width' || name === 'height') tiny ||= /^[01](px)?$/.test(value.trim());
    else if (name === 'aria-hidden') hidden ||= value === 'true';
  }
  const decoration = alt?.trim() === '' || role === 'presentation' || role === 'none' || tiny;
  const other = label ?? labelledBy ?? title;
  return { src, alt: alt ?? (other === null ? null : cleanText(other)), informative: !decoration && !hidden };
}
