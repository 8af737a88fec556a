// The first script of every page, small on purpose: it requests the page's data, and then the app that shows it.
import './styles.css';
import { isOverview, prefetchReports } from './api/prefetchReports.ts';
import { loadCatalogue } from './i18n/t.ts';

const place = document.getElementById('app');
if (place === null) throw new Error('index.html has no place for the app');
prefetchReports(location);
// A module translates its texts while it loads, so the catalogue comes first.
void loadCatalogue().then(() => {
  if (isOverview(location)) void import('./pages/overview/OverviewPage.tsx');
  return import('./app.tsx').then(({ show }) => show(place));
});
