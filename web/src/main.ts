// The first script of every page, small on purpose: it requests the page's data, and then the app that shows it.
import './styles.css';
import { isOverview, prefetchReports } from './api/prefetchReports.ts';

const place = document.getElementById('app');
if (place === null) throw new Error('index.html has no place for the app');
prefetchReports(location);
if (isOverview(location)) void import('./pages/overview/OverviewPage.tsx');
void import('./app.tsx').then(({ show }) => show(place));
