import type { PaperSize } from '../domain/sharing/formats.ts';

/** Prints our own pages to PDF. */
export interface Paper {
  /** Returns why nothing can be printed here; null if it can. */
  whyNot(): 'not_found' | 'refused_as_root' | null;
  /** Runs no script of the page and sends no request. */
  print(html: string, size: PaperSize): Promise<Uint8Array>;
}
