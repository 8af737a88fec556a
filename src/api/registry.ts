import { connectionsOperations } from './access/connections.ts';
import { membersOperations } from './access/members.ts';
import { sessionOperations } from './access/session.ts';
import { alertsOperations } from './alerts/operations.ts';
import { approvalsOperations } from './approvals/operations.ts';
import { auditsOperations } from './audits/operations.ts';
import { websiteRunsOperations } from './captures/operations.ts';
import { citedPagesOperations } from './citedPages/operations.ts';
import { crawlersOperations } from './crawlers/operations.ts';
import { enginesOperations } from './engines/operations.ts';
import { experimentsOperations } from './experiments/operations.ts';
import { factsOperations } from './facts/operations.ts';
import { importsOperations } from './imports/operations.ts';
import { moneyOperations } from './money/operations.ts';
import type { Operation } from './operation.ts';
import { asksOperations } from './plans/asks.ts';
import { plansOperations } from './plans/operations.ts';
import { questionsOperations } from './questions/operations.ts';
import { rivalsOperations } from './rivals/operations.ts';
import { exportRunsOperations } from './runs/export.ts';
import { historyOperations } from './runs/history.ts';
import { observationsOperations } from './runs/observations.ts';
import { runsOperations } from './runs/operations.ts';
import { seoOperations } from './seo/operations.ts';
import { sharingOperations } from './sharing/operations.ts';
import { visibilityOperations } from './visibility/operations.ts';
import { googleAiControlOperations } from './websites/googleAiControl.ts';
import { catalogOperations } from './websites/lists.ts';
import { workspaceOperations } from './websites/manage.ts';
import { siteNamesOperations } from './websites/names.ts';
import { siteNotesOperations } from './websites/notes.ts';
import { otherCompaniesOperations } from './websites/otherCompanies.ts';
import { savedViewsOperations } from './websites/savedViews.ts';
import { siteVerificationOperations } from './websites/verification.ts';
import { workOperations } from './work/operations.ts';

/** Everything that can be called. A route, tool, OpenAPI path or CLI call that is not here does not exist. */
export const registry: readonly Operation[] = [
  ...seoOperations,
  ...visibilityOperations,
  ...catalogOperations,
  ...observationsOperations,
  ...rivalsOperations,
  ...runsOperations,
  ...moneyOperations,
  ...plansOperations,
  ...alertsOperations,
  ...asksOperations,
  ...workspaceOperations,
  ...enginesOperations,
  ...questionsOperations,
  ...siteVerificationOperations,
  ...googleAiControlOperations,
  ...sessionOperations,
  ...sharingOperations,
  ...savedViewsOperations,
  ...siteNotesOperations,
  ...otherCompaniesOperations,
  ...siteNamesOperations,
  ...historyOperations,
  ...auditsOperations,
  ...exportRunsOperations,
  ...websiteRunsOperations,
  ...membersOperations,
  ...approvalsOperations,
  ...connectionsOperations,
  ...crawlersOperations,
  ...importsOperations,
  ...experimentsOperations,
  ...workOperations,
  ...citedPagesOperations,
  ...factsOperations,
];

/** Operations of API keys, where they have the permission: over REST, MCP and the command line. */
export const keyOperations: readonly Operation[] = registry.filter(({ audience }) => audience !== 'session');

export const v1Operations: readonly Operation[] = registry.filter((operation) => operation.audience === 'v1');

/** Operations below the path of v2: all of it, where one of v2 takes the place of one of v1 with its method and path. */
export const v2Operations: readonly Operation[] = registry.filter(
  (operation) =>
    operation.audience !== 'v1' ||
    !registry.some((one) => one.audience !== 'v1' && one.method === operation.method && one.path === operation.path),
);
