import type { OperationId } from './routes.ts';
import { accessWire } from './wire/accessWire.ts';
import { alertsWire } from './wire/alertsWire.ts';
import { approvalsWire } from './wire/approvalsWire.ts';
import { auditsWire } from './wire/auditsWire.ts';
import { catalogWire } from './wire/catalogWire.ts';
import { citedPagesWire } from './wire/citedPagesWire.ts';
import { connectionsWire } from './wire/connectionsWire.ts';
import { crawlersWire } from './wire/crawlersWire.ts';
import { enginesWire } from './wire/enginesWire.ts';
import { experimentsWire } from './wire/experimentsWire.ts';
import { factsWire } from './wire/factsWire.ts';
import { historyWire } from './wire/historyWire.ts';
import { importsWire } from './wire/importsWire.ts';
import { moneyWire } from './wire/moneyWire.ts';
import { namesWire } from './wire/namesWire.ts';
import { observationsWire } from './wire/observationsWire.ts';
import { plansWire } from './wire/plansWire.ts';
import { questionsWire } from './wire/questionsWire.ts';
import { rivalsWire } from './wire/rivalsWire.ts';
import { seoWire } from './wire/seoWire.ts';
import { sessionWire } from './wire/sessionWire.ts';
import { sharingWire } from './wire/sharingWire.ts';
import { visibilityWire } from './wire/visibilityWire.ts';
import { websitesWire } from './wire/websitesWire.ts';
import { workWire } from './wire/workWire.ts';
import type { WireShape } from './wireShape.ts';

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
