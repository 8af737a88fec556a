import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { queryClient, sitesQuery } from '../api/queries.ts';
import { readPurchaseSearch, readSpendingSearch } from '../pages/spending/spendingSearch.ts';
import { readActivitySearch } from '../shell/activitySearch.ts';
import { fetchPage } from '../shell/fetchPage.ts';
import { lastReport } from '../shell/lastReport.ts';
import { lastSite } from '../shell/lastSite.ts';
import { ownSearchParams } from '../shell/ownSearchParams.ts';
import { type ListSearch, readListSearch } from '../ui/useListSearch.tsx';
import { inside, textOf } from './frames.tsx';

/** Routes of pages that need a session and belong to no single website. */

const home = createRoute({
  getParentRoute: () => inside,
  path: '/',
  beforeLoad: async () => {
    const sites = await queryClient.ensureQueryData(sitesQuery);
    const remembered = lastSite();
    const site = sites.find(({ id }) => id === remembered) ?? sites[0];
    if (site === undefined) throw redirect({ to: '/start', replace: true });
    throw redirect({ to: '/sites/$siteId', params: { siteId: site.id }, search: lastReport(site.id), replace: true });
  },
});

const start = createRoute({
  getParentRoute: () => inside,
  path: '/start',
  validateSearch: ownSearchParams((input: Record<string, unknown>): { site?: string } => {
    const site = textOf(input.site);
    return site === undefined ? {} : { site };
  }),
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/start/StartPage.tsx')), 'StartPage'),
});

const sites = createRoute({
  getParentRoute: () => inside,
  path: '/sites',
  validateSearch: ownSearchParams(readListSearch),
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/sites/SitesPage.tsx')), 'SitesPage'),
});

const answer = createRoute({
  getParentRoute: () => inside,
  path: '/answers/$runId',
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/answer/AnswerPage.tsx')), 'AnswerPage'),
});

const seo = createRoute({
  getParentRoute: () => inside,
  path: '/seo',
  validateSearch: ownSearchParams((entry: Record<string, unknown>): ListSearch & { report?: string; site?: string } => {
    const [report, choice] = [textOf(entry.report), textOf(entry.site)];
    return {
      ...readListSearch(entry),
      ...(report === undefined ? {} : { report }),
      ...(choice === undefined ? {} : { site: choice }),
    };
  }),
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/seo/SeoPage.tsx')), 'SeoPage'),
});

const spending = createRoute({
  getParentRoute: () => inside,
  path: '/spending',
  validateSearch: ownSearchParams(readSpendingSearch),
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/spending/SpendingPage.tsx')), 'SpendingPage'),
});

const purchases = createRoute({
  getParentRoute: () => inside,
  path: '/spending/runs',
  validateSearch: ownSearchParams(readPurchaseSearch),
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/spending/PurchasesPage.tsx')), 'PurchasesPage'),
});

const settings = createRoute({
  getParentRoute: () => inside,
  path: '/settings',
  validateSearch: ownSearchParams((options: Record<string, unknown>): ListSearch & { site?: string } => {
    const text = textOf(options.site);
    return { ...readListSearch(options), ...(text === undefined ? {} : { site: text }) };
  }),
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/settings/SettingsPage.tsx')), 'SettingsPage'),
});

const engines = createRoute({
  getParentRoute: () => inside,
  path: '/settings/engines',
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/engines/EnginesPage.tsx')), 'EnginesPage'),
});

const runs = createRoute({
  getParentRoute: () => inside,
  path: '/activity',
  validateSearch: ownSearchParams(readActivitySearch),
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/activity/ActivityPage.tsx')), 'ActivityPage'),
});

const activity = createRoute({
  getParentRoute: () => inside,
  path: '/settings/activity',
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/settings/AuditPage.tsx')), 'AuditPage'),
});

const plans = createRoute({
  getParentRoute: () => inside,
  path: '/plans',
  // Website whose plan is being created: `?make=site_…` opens the form.
  validateSearch: ownSearchParams((givenValue: Record<string, unknown>): ListSearch & { make?: string } => {
    const make = textOf(givenValue.make);
    return { ...readListSearch(givenValue), ...(make === undefined ? {} : { make }) };
  }),
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/plans/PlansPage.tsx')), 'PlansPage'),
});

const attention = createRoute({
  getParentRoute: () => inside,
  path: '/attention',
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/plans/AttentionPage.tsx')), 'AttentionPage'),
});

const plan = createRoute({
  getParentRoute: () => inside,
  path: '/plans/$planId',
  validateSearch: ownSearchParams(readListSearch),
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/plans/PlanPage.tsx')), 'PlanPage'),
});

const round = createRoute({
  getParentRoute: () => inside,
  path: '/plans/$planId/rounds/$round',
  validateSearch: ownSearchParams(readListSearch),
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/plans/RoundPage.tsx')), 'RoundPage'),
});

const alerts = createRoute({
  getParentRoute: () => inside,
  path: '/alerts',
  validateSearch: ownSearchParams(readListSearch),
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/alerts/AlertsPage.tsx')), 'AlertsPage'),
});

const alertRule = createRoute({
  getParentRoute: () => inside,
  path: '/alerts/$ruleId',
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/alerts/RulePage.tsx')), 'RulePage'),
});

const approvals = createRoute({
  getParentRoute: () => inside,
  path: '/approvals',
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/approvals/ApprovalsPage.tsx')), 'ApprovalsPage'),
});

const approval = createRoute({
  getParentRoute: () => inside,
  path: '/approvals/$approvalId',
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/approvals/ApprovalPage.tsx')), 'ApprovalPage'),
});

export const insideRoutes = [
  home,
  start,
  sites,
  answer,
  seo,
  spending,
  purchases,
  settings,
  engines,
  activity,
  runs,
  attention,
  plans,
  plan,
  round,
  alerts,
  alertRule,
  approvals,
  approval,
] as const;
