import { columnsNamed, defineImportKind, foldHeader } from '../importKind.ts';

const dimensions = { pages: 'page', referrers: 'source' } as const;

export const umami = defineImportKind({
  id: 'umami',
  label: 'Umami',
  vendor: 'Umami',
  header: ['x', 'y'],
  caveat: 'Visits are visitors. Each table holds the entries that were shown at the export.',
  days: "the site's time zone",
  columnsOf({ file, header }) {
    const name = /(pages|referrers)\.csv$/.exec(file.toLowerCase())?.[1] as keyof typeof dimensions | undefined;
    if (name === undefined || header.map(foldHeader).join() !== 'x,y') return null;
    return columnsNamed(header, { dimension: dimensions[name], key: ['x'], metrics: { visits: ['y'] } });
  },
});
