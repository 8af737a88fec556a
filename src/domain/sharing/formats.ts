/** Formats of a shared report. */
export const sharedFormats = ['html', 'pdf'] as const;
export const paperSizes = ['a4', 'letter'] as const;
export type PaperSize = (typeof paperSizes)[number];
