import type { Operation } from './operation.ts';
import { alertsOperations } from './operations/alertsOperations.ts';
import { approvalsOperations } from './operations/approvalsOperations.ts';
import { asksOperations } from './operations/asksOperations.ts';
import { auditsOperations } from './operations/auditsOperations.ts';
import { catalogOperations } from './operations/catalogOperations.ts';
import { citedPagesOperations } from './operations/citedPagesOperations.ts';
import { connectionsOperations } from './operations/connectionsOperations.ts';
import { crawlersOperations } from './operations/crawlersOperations.ts';
import { enginesOperations } from './operations/enginesOperations.ts';
import { experimentsOperations } from './operations/experimentsOperations.ts';
import { exportRunsOperations } from './operations/exportRunsOperations.ts';
import { factsOperations } from './operations/factsOperations.ts';
import { historyOperations } from './operations/historyOperations.ts';
import { importsOperations } from './operations/importsOperations.ts';
import { membersOperations } from './operations/membersOperations.ts';
import { moneyOperations } from './operations/moneyOperations.ts';
import { observationsOperations } from './operations/observationsOperations.ts';
import { otherCompaniesOperations } from './operations/otherCompaniesOperations.ts';
import { plansOperations } from './operations/plansOperations.ts';
import { questionsOperations } from './operations/questionsOperations.ts';
import { rivalsOperations } from './operations/rivalsOperations.ts';
import { runsOperations } from './operations/runsOperations.ts';
import { seoOperations } from './operations/seoOperations.ts';
import { sessionOperations } from './operations/sessionOperations.ts';
import { sharingOperations } from './operations/sharingOperations.ts';
import { siteNamesOperations } from './operations/siteNamesOperations.ts';
import { siteNotesOperations } from './operations/siteNotesOperations.ts';
import { siteVerificationOperations } from './operations/siteVerificationOperations.ts';
import { visibilityOperations } from './operations/visibilityOperations.ts';
import { websiteRunsOperations } from './operations/websiteRunsOperations.ts';
import { workOperations } from './operations/workOperations.ts';
import { workspaceOperations } from './operations/workspaceOperations.ts';

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
  ...sessionOperations,
  ...sharingOperations,
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

/** What an API key may reach, where it has the permission: over REST, MCP and the command line. */
export const keyOperations: readonly Operation[] = registry.filter(({ audience }) => audience !== 'session');

export const v1Operations: readonly Operation[] = registry.filter((operation) => operation.audience === 'v1');

/** What answers below the path of v2: all of it, where one of v2 takes the place of one of v1 with its method and path. */
export const v2Operations: readonly Operation[] = registry.filter(
  (operation) =>
    operation.audience !== 'v1' ||
    !registry.some((one) => one.audience !== 'v1' && one.method === operation.method && one.path === operation.path),
);
