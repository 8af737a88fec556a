import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { ApiError } from './api/http.ts';
import { queryClient, sessionQuery, sitesQuery } from './api/queries.ts';
import { SitePage } from './pages/SitePage.tsx';
import { NotFoundPage, PageFailure } from './shell/Failures.tsx';
import { Frame } from './shell/Frame.tsx';
import { fetchPage } from './shell/fetchPage.ts';
import { lastSite } from './shell/lastSite.ts';
import { Pending } from './shell/Pending.tsx';
import { readReportSearch } from './shell/reportSearch.ts';
import { usePageFocus } from './shell/usePageFocus.ts';
import { type ListSearch, readListSearch } from './ui/DataTable.tsx';
import { type ListWords, readListWords } from './ui/useListSearch.tsx';

function Root() {
  usePageFocus();
  return <Outlet />;
}

const root = createRootRoute({ component: Root, notFoundComponent: NotFoundPage });

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  validateSearch: (given: Record<string, unknown>): { token?: string } => {
    // A token of digits only is read as a number by the router.
    const token = typeof given.token === 'number' ? String(given.token) : text(given.token);
    return token === undefined ? {} : { token };
  },
  component: lazyRouteComponent(() => fetchPage(() => import('./pages/account/SetupPage.tsx')), 'SetupPage'),
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (given: Record<string, unknown>): { next?: string } => {
    const next = text(given.next);
    return next === undefined ? {} : { next };
  },
  component: lazyRouteComponent(() => fetchPage(() => import('./pages/account/SignInPage.tsx')), 'SignInPage'),
});

/** Pages of a signed-in person; anyone else is sent to sign in, and back afterwards. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: async ({ location }) => {
    try {
      return { session: await queryClient.ensureQueryData(sessionQuery) };
    } catch (error) {
      if (error instanceof ApiError && error.details.status === 401) {
        throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { next: location.href }, replace: true });
      }
      throw error;
    }
  },
  component: Frame,
});

const home = createRoute({
  getParentRoute: () => inside,
  path: '/',
  beforeLoad: async () => {
    const sites = await queryClient.ensureQueryData(sitesQuery);
    const remembered = lastSite();
    const site = sites.find(({ id }) => id === remembered) ?? sites[0];
    if (site === undefined) throw redirect({ to: '/start', replace: true });
    throw redirect({ to: '/sites/$siteId', params: { siteId: site.id }, replace: true });
  },
});

const start = createRoute({
  getParentRoute: () => inside,
  path: '/start',
  validateSearch: (given: Record<string, unknown>): { site?: string } => {
    const site = text(given.site);
    return site === undefined ? {} : { site };
  },
  component: lazyRouteComponent(() => fetchPage(() => import('./pages/start/StartPage.tsx')), 'StartPage'),
});

const site = createRoute({
  getParentRoute: () => inside,
  path: '/sites/$siteId',
  validateSearch: readReportSearch,
  component: SitePage,
});

const overview = createRoute({
  getParentRoute: () => site,
  path: '/',
  component: lazyRouteComponent(() => fetchPage(() => import('./pages/overview/OverviewPage.tsx')), 'OverviewPage'),
});

/** The filters of the site stay beside those of a list: both are read from one address. */
const withList = (given: Record<string, unknown>): ListSearch => readListSearch(given);

const questions = createRoute({
  getParentRoute: () => site,
  path: '/questions',
  validateSearch: withList,
  component: lazyRouteComponent(() => fetchPage(() => import('./pages/questions/QuestionsPage.tsx')), 'QuestionsPage'),
});

const question = createRoute({
  getParentRoute: () => site,
  path: '/questions/$caseId',
  validateSearch: (given: Record<string, unknown>): ListWords & { older?: string; newer?: string } => {
    const [older, newer] = [text(given.older), text(given.newer)];
    return {
      ...readListWords(given),
      ...(older === undefined ? {} : { older }),
      ...(newer === undefined ? {} : { newer }),
    };
  },
  component: lazyRouteComponent(() => fetchPage(() => import('./pages/questions/QuestionPage.tsx')), 'QuestionPage'),
});

const sources = createRoute({
  getParentRoute: () => site,
  path: '/sources',
  validateSearch: withList,
  component: lazyRouteComponent(() => fetchPage(() => import('./pages/sources/SourcesPage.tsx')), 'SourcesPage'),
});

const answer = createRoute({
  getParentRoute: () => inside,
  path: '/answers/$runId',
  component: lazyRouteComponent(() => fetchPage(() => import('./pages/answer/AnswerPage.tsx')), 'AnswerPage'),
});

const website = createRoute({
  getParentRoute: () => site,
  path: '/website',
  validateSearch: (given: Record<string, unknown>): { run?: string; against?: string } => {
    const [run, against] = [text(given.run), text(given.against)];
    return { ...(run === undefined ? {} : { run }), ...(against === undefined ? {} : { against }) };
  },
  component: lazyRouteComponent(() => fetchPage(() => import('./pages/website/WebsitePage.tsx')), 'WebsitePage'),
});

const seo = createRoute({
  getParentRoute: () => inside,
  path: '/seo',
  validateSearch: (given: Record<string, unknown>): ListSearch & { report?: string } => {
    const report = text(given.report);
    return { ...readListSearch(given), ...(report === undefined ? {} : { report }) };
  },
  component: lazyRouteComponent(() => fetchPage(() => import('./pages/seo/SeoPage.tsx')), 'SeoPage'),
});

const settings = createRoute({
  getParentRoute: () => inside,
  path: '/settings',
  validateSearch: (given: Record<string, unknown>): ListWords & { site?: string } => {
    const chosen = text(given.site);
    return { ...readListWords(given), ...(chosen === undefined ? {} : { site: chosen }) };
  },
  component: lazyRouteComponent(() => fetchPage(() => import('./pages/settings/SettingsPage.tsx')), 'SettingsPage'),
});

const join = createRoute({
  getParentRoute: () => root,
  path: '/join',
  component: lazyRouteComponent(() => fetchPage(() => import('./pages/account/JoinPage.tsx')), 'JoinPage'),
});

const docs = createRoute({
  getParentRoute: () => root,
  path: '/docs/api',
  component: lazyRouteComponent(() => fetchPage(() => import('./pages/docs/DocsFrame.tsx')), 'DocsFrame'),
});

const api = createRoute({
  getParentRoute: () => docs,
  path: '/',
  validateSearch: readListWords,
  component: lazyRouteComponent(() => fetchPage(() => import('./pages/docs/ApiPage.tsx')), 'ApiPage'),
});

const mcp = createRoute({
  getParentRoute: () => docs,
  path: '/mcp',
  component: lazyRouteComponent(() => fetchPage(() => import('./pages/docs/McpPage.tsx')), 'McpPage'),
});

const tree = root.addChildren([
  setup,
  signIn,
  join,
  docs.addChildren([api, mcp]),
  inside.addChildren([
    home,
    start,
    answer,
    seo,
    settings,
    site.addChildren([overview, questions, question, sources, website]),
  ]),
]);

export const router = createRouter({
  routeTree: tree,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: PageFailure,
  defaultPendingComponent: Pending,
  defaultPendingMs: 800,
  defaultPendingMinMs: 0,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
