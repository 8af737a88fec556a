import type { authStatusOperation, listCasesOperation, listSitesOperation } from '../api/operations/catalog.ts';
import type { ensureObservationOperation, readObservationOperation } from '../api/operations/observations.ts';
import type { cancelRunOperation, readRunOperation, reconcileRunOperation } from '../api/operations/runs.ts';
import type { readSeoOperation, requestSeoOperation } from '../api/operations/seo.ts';
import type {
  currentVisibilityOperation,
  promptVisibilityOperation,
  topCitationsOperation,
  visibilityOverviewOperation,
  visibilityRecommendationsOperation,
} from '../api/operations/visibility.ts';

/** The entries of the registry by id: types only, so that a client carries no server code. */
export type Entries = {
  readSeoReports: typeof readSeoOperation;
  requestSeoOverview: typeof requestSeoOperation;
  currentVisibility: typeof currentVisibilityOperation;
  visibilityOverview: typeof visibilityOverviewOperation;
  topCitations: typeof topCitationsOperation;
  promptVisibility: typeof promptVisibilityOperation;
  visibilityRecommendations: typeof visibilityRecommendationsOperation;
  authStatus: typeof authStatusOperation;
  listSites: typeof listSitesOperation;
  listBenchmarkCases: typeof listCasesOperation;
  readObservation: typeof readObservationOperation;
  ensureObservation: typeof ensureObservationOperation;
  readRun: typeof readRunOperation;
  reconcileRun: typeof reconcileRunOperation;
  cancelRun: typeof cancelRunOperation;
};

export type OperationId = keyof Entries;

type TypesOf<Id extends OperationId> = NonNullable<Entries[Id]['types']>;

/** An entry without fields of one kind has an index of nothing there; it adds no member to the input. */
type Fields<Part> = string extends keyof Part ? unknown : Part;

/** What a call takes: path, query and body members in one object. */
export type InputOf<Id extends OperationId> = Fields<TypesOf<Id>['params']> &
  Fields<TypesOf<Id>['query']> &
  (TypesOf<Id>['body'] extends infer Body ? (Body extends unknown ? Fields<Body> : never) : never);

/** What a call answers. */
export type OutputOf<Id extends OperationId> = TypesOf<Id>['output'];

/** Where each operation is. A test holds this table to the registry. */
export const routes: Readonly<Record<OperationId, { method: 'GET' | 'POST'; path: string }>> = {
  readSeoReports: { method: 'GET', path: '/seo' },
  requestSeoOverview: { method: 'POST', path: '/seo' },
  currentVisibility: { method: 'GET', path: '/visibility/current' },
  visibilityOverview: { method: 'GET', path: '/visibility/overview' },
  topCitations: { method: 'GET', path: '/visibility/citations' },
  promptVisibility: { method: 'GET', path: '/visibility/prompts' },
  visibilityRecommendations: { method: 'GET', path: '/visibility/recommendations' },
  authStatus: { method: 'GET', path: '/auth/status' },
  listSites: { method: 'GET', path: '/sites' },
  listBenchmarkCases: { method: 'GET', path: '/benchmark-cases' },
  readObservation: { method: 'GET', path: '/observations' },
  ensureObservation: { method: 'POST', path: '/observations/ensure' },
  readRun: { method: 'GET', path: '/runs/{kind}/{id}' },
  reconcileRun: { method: 'POST', path: '/runs/{kind}/{id}/reconcile' },
  cancelRun: { method: 'POST', path: '/runs/{kind}/{id}/cancel' },
};
