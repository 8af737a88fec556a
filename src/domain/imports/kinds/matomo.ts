import { columnsNamed, defineImportKind, isAddress, isPath } from '../importKind.ts';

const metrics = {
  visits: ['nb_visits', 'visits', 'unique pageviews', 'besuche', 'visites', 'visitas', 'visite', 'bezoeken'],
  views: ['nb_hits', 'pageviews', 'seitenansichten', 'pages vues', 'páginas vistas'],
};

export const matomo = defineImportKind({
  id: 'matomo',
  label: 'Matomo',
  vendor: 'Matomo',
  header: ['label', 'nb_visits', 'nb_hits', 'metadata: url'],
  caveat: 'Visits as Matomo counts them; a table holds the rows that were shown at the export.',
  days: "the site's time zone",
  columnsOf({ header, first }) {
    const key = ['metadata: url', 'url', 'label'];
    const columns = columnsNamed(header, { dimension: 'page', key, metrics });
    const subject = first?.[columns?.key ?? 0] ?? '';
    if (columns === null) return null;
    return isAddress(subject) || isPath(subject) ? columns : { ...columns, dimension: 'source' };
  },
});
