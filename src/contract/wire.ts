import { connectionsWire } from './access/connections.ts';
import { sessionWire } from './access/session.ts';
import { accessWire } from './access/wire.ts';
import { alertsWire } from './alerts/wire.ts';
import { approvalsWire } from './approvals/wire.ts';
import { auditsWire } from './audits/wire.ts';
import { websitesWire } from './captures/wire.ts';
import { citedPagesWire } from './citedPages/wire.ts';
import { crawlersWire } from './crawlers/wire.ts';
import { enginesWire } from './engines/wire.ts';
import { experimentsWire } from './experiments/wire.ts';
import { factsWire } from './facts/wire.ts';
import { importsWire } from './imports/wire.ts';
import { moneyWire } from './money/wire.ts';
import { plansWire } from './plans/wire.ts';
import { questionsWire } from './questions/wire.ts';
import { rivalsWire } from './rivals/wire.ts';
import type { OperationId } from './routes.ts';
import { historyWire } from './runs/history.ts';
import { observationsWire } from './runs/wire.ts';
import { seoWire } from './seo/wire.ts';
import { sharingWire } from './sharing/wire.ts';
import { visibilityWire } from './visibility/wire.ts';
import { namesWire } from './websites/names.ts';
import { catalogWire } from './websites/wire.ts';
import type { WireShape } from './wireShape.ts';
import { workWire } from './work/wire.ts';

/** Input and output of every operation, by the ids of `routes`: a missing or an extra one does not compile. */
export const wire = {
  ...accessWire,
  ...alertsWire,
  ...approvalsWire,
  ...auditsWire,
  ...catalogWire,
  ...citedPagesWire,
  ...connectionsWire,
  ...crawlersWire,
  ...enginesWire,
  ...experimentsWire,
  ...factsWire,
  ...historyWire,
  ...importsWire,
  ...moneyWire,
  ...namesWire,
  ...observationsWire,
  ...plansWire,
  ...questionsWire,
  ...rivalsWire,
  ...seoWire,
  ...sessionWire,
  ...sharingWire,
  ...visibilityWire,
  ...websitesWire,
  ...workWire,
} satisfies Readonly<Record<OperationId, WireShape>>;

export type Wire = typeof wire;
