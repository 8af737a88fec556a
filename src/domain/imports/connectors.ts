import type { Connector } from './connector.ts';
import { bingWebmaster } from './connectors/bingWebmaster.ts';
import { googleAnalytics } from './connectors/googleAnalytics.ts';
import { googleSearchConsole } from './connectors/googleSearchConsole.ts';

/** All vendors that can be connected. A new one needs a file in `connectors` and a line here. */
export const connectors: readonly Connector[] = [googleSearchConsole, googleAnalytics, bingWebmaster];

export const connectorKinds = connectors.map(({ kind }) => kind) as [string, ...string[]];

/** Connection of a website to a vendor's property. The credential is never shown. */
export type DataConnection = {
  id: string;
  websiteId: string;
  kind: string;
  property: string;
  createdAt: string;
  createdBy: string;
  /** Time of the last complete reading, and its last day; null before one. */
  readAt: string | null;
  endDate: string | null;
};
