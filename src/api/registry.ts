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
import {
  forgetOtherCompanyOperation,
  listOtherCompaniesOperation,
  nameOtherCompanyOperation,
} from './operations/otherCompanies.ts';
import { cancelRunOperation, readRunOperation, reconcileRunOperation } from './operations/runs.ts';
import { readSeoOperation, requestSeoOperation } from './operations/seo.ts';
import { sessionOperation, switchWorkspaceOperation } from './operations/session.ts';
import {
  changeVerificationOperation,
  checkVerificationOperation,
  readVerificationOperation,
} from './operations/siteVerification.ts';
import { visibilityOperations } from './operations/visibility.ts';
import {
  compareWebsiteRunsOperation,
  listWebsiteChecksOperation,
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
  readVerificationOperation,
  checkVerificationOperation,
  changeVerificationOperation,
  createCaseOperation,
  archiveCaseOperation,
  listKeysOperation,
  createKeyOperation,
  revokeKeyOperation,
  sessionOperation,
  switchWorkspaceOperation,
  listOtherCompaniesOperation,
  nameOtherCompanyOperation,
  forgetOtherCompanyOperation,
  listRunsOperation,
  listAnswersOperation,
  readAnswerOperation,
  exportRunsOperation,
  listWebsiteChecksOperation,
  compareWebsiteRunsOperation,
  replayWebsiteOperation,
  suggestFromSiteOperation,
  listMembersOperation,
  inviteMemberOperation,
  cancelInvitationOperation,
  removeMemberOperation,
];

export const v1Operations: readonly Operation[] = registry.filter((operation) => operation.audience === 'v1');
