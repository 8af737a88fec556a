import type { Operation } from './operation.ts';
import { authStatusOperation, listCasesOperation, listSitesOperation } from './operations/catalog.ts';
import { exportRunsOperation } from './operations/exportRuns.ts';
import { listAnswersOperation, listRunsOperation, readAnswerOperation } from './operations/history.ts';
import {
  cancelInvitationOperation,
  inviteMemberOperation,
  listMembersOperation,
  removeMemberOperation,
} from './operations/members.ts';
import { ensureObservationOperation, readObservationOperation } from './operations/observations.ts';
import { cancelRunOperation, readRunOperation, reconcileRunOperation } from './operations/runs.ts';
import { readSeoOperation, requestSeoOperation } from './operations/seo.ts';
import { sessionOperation } from './operations/session.ts';
import { visibilityOperations } from './operations/visibility.ts';
import {
  compareWebsiteRunsOperation,
  replayWebsiteOperation,
  suggestFromSiteOperation,
} from './operations/websiteRuns.ts';
import {
  archiveCaseOperation,
  archiveSiteOperation,
  changeSiteOperation,
  createCaseOperation,
  createKeyOperation,
  createSiteOperation,
  listKeysOperation,
  revokeKeyOperation,
} from './operations/workspace.ts';

/** Everything that can be called. A route, tool, OpenAPI path or CLI call that is not here does not exist. */
export const registry: readonly Operation[] = [
  readSeoOperation,
  requestSeoOperation,
  ...visibilityOperations,
  authStatusOperation,
  listSitesOperation,
  listCasesOperation,
  readObservationOperation,
  ensureObservationOperation,
  readRunOperation,
  reconcileRunOperation,
  cancelRunOperation,
  createSiteOperation,
  changeSiteOperation,
  archiveSiteOperation,
  createCaseOperation,
  archiveCaseOperation,
  listKeysOperation,
  createKeyOperation,
  revokeKeyOperation,
  sessionOperation,
  listRunsOperation,
  listAnswersOperation,
  readAnswerOperation,
  exportRunsOperation,
  compareWebsiteRunsOperation,
  replayWebsiteOperation,
  suggestFromSiteOperation,
  listMembersOperation,
  inviteMemberOperation,
  cancelInvitationOperation,
  removeMemberOperation,
];

export const v1Operations: readonly Operation[] = registry.filter((operation) => operation.audience === 'v1');
