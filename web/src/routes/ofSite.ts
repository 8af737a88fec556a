import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readAnswerSearch } from '../shell/answerSearch.ts';
import { fetchPage } from '../shell/fetchPage.ts';
import { ownSearchParams } from '../shell/ownSearchParams.ts';
import { type ListSearch, readListSearch } from '../ui/useListSearch.tsx';
import { site, textOf } from './frames.tsx';

/** Work item whose change is tested. */

const overview = createRoute({
  getParentRoute: () => site,
  path: '/',
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/overview/OverviewPage.tsx')), 'OverviewPage'),
});

/** Combines the filters of the website with those of a list, because both are read from one address. */
const withList = (input: Record<string, unknown>): ListSearch => readListSearch(input);

const questions = createRoute({
  getParentRoute: () => site,
  path: '/questions',
  validateSearch: ownSearchParams(withList),
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/questions/QuestionsPage.tsx')), 'QuestionsPage'),
});

const question = createRoute({
  getParentRoute: () => site,
  path: '/questions/$questionId',
  validateSearch: ownSearchParams((entry: Record<string, unknown>): ListSearch & { older?: string; newer?: string } => {
    const [older, newer] = [textOf(entry.older), textOf(entry.newer)];
    return {
      ...readListSearch(entry),
      ...(older === undefined ? {} : { older }),
      ...(newer === undefined ? {} : { newer }),
    };
  }),
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/questions/QuestionPage.tsx')), 'QuestionPage'),
});

const sideBySide = createRoute({
  getParentRoute: () => site,
  path: '/engines',
  validateSearch: ownSearchParams(withList),
  component: lazyRouteComponent(
    () => fetchPage(() => import('../pages/comparison/ComparisonPage.tsx')),
    'ComparisonPage',
  ),
});

const sources = createRoute({
  getParentRoute: () => site,
  path: '/sources',
  validateSearch: ownSearchParams(withList),
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/sources/SourcesPage.tsx')), 'SourcesPage'),
});

const facts = createRoute({
  getParentRoute: () => site,
  path: '/facts',
  validateSearch: ownSearchParams(withList),
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/facts/FactsPage.tsx')), 'FactsPage'),
});

const crawlers = createRoute({
  getParentRoute: () => site,
  path: '/crawlers',
  validateSearch: ownSearchParams(withList),
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/crawlers/CrawlersPage.tsx')), 'CrawlersPage'),
});

const reported = createRoute({
  getParentRoute: () => site,
  path: '/reported',
  validateSearch: ownSearchParams(withList),
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/reported/ReportedPage.tsx')), 'ReportedPage'),
});

const work = createRoute({
  getParentRoute: () => site,
  path: '/work',
  validateSearch: ownSearchParams(withList),
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/work/WorkPage.tsx')), 'WorkPage'),
});

const experiments = createRoute({
  getParentRoute: () => site,
  path: '/experiments',
  validateSearch: ownSearchParams((input: Record<string, unknown>) => ({
    ...withList(input),
    // The work item whose change is tested.
    ...(typeof input.work === 'string' ? { work: input.work } : {}),
  })),
  component: lazyRouteComponent(
    () => fetchPage(() => import('../pages/experiments/ExperimentsPage.tsx')),
    'ExperimentsPage',
  ),
});

const answers = createRoute({
  getParentRoute: () => site,
  path: '/answers',
  validateSearch: ownSearchParams(readAnswerSearch),
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/answers/AnswersPage.tsx')), 'AnswersPage'),
});

const check = createRoute({
  getParentRoute: () => site,
  path: '/check',
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/check/CheckPage.tsx')), 'CheckPage'),
});

const rivals = createRoute({
  getParentRoute: () => site,
  path: '/rivals',
  validateSearch: ownSearchParams(withList),
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/rivals/RivalsPage.tsx')), 'RivalsPage'),
});

const rival = createRoute({
  getParentRoute: () => site,
  path: '/rivals/$domain',
  validateSearch: ownSearchParams(withList),
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/rivals/RivalPage.tsx')), 'RivalPage'),
});

const website = createRoute({
  getParentRoute: () => site,
  path: '/website',
  validateSearch: ownSearchParams(
    (options: Record<string, unknown>): ListSearch & { run?: string; against?: string } => {
      const [run, against] = [textOf(options.run), textOf(options.against)];
      return {
        ...readListSearch(options),
        ...(run === undefined ? {} : { run }),
        ...(against === undefined ? {} : { against }),
      };
    },
  ),
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/website/WebsitePage.tsx')), 'WebsitePage'),
});

const reports = createRoute({
  getParentRoute: () => site,
  path: '/reports',
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/reports/ReportsPage.tsx')), 'ReportsPage'),
});

export const siteRoutes = [
  overview,
  questions,
  question,
  sideBySide,
  sources,
  facts,
  crawlers,
  work,
  experiments,
  reported,
  answers,
  check,
  rivals,
  rival,
  reports,
  website,
] as const;
