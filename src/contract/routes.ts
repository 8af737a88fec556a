export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * Callers of an operation, and its base path. `v1`: API keys below `/api/v1`; below `/api/v2` like those of `v2`. `v2`:
 * API keys and signed-in sessions of the same origin, below `/api/v2`. `session`: signed-in sessions alone, below
 * `/api/v2`. It is for sensitive operations: keys, members, workspaces.
 */
export type Audience = 'v1' | 'v2' | 'session';

/** Address of an operation: `path` is below its audience's base path, with `{name}` parameters. */
export type Route = {
  readonly method: Method;
  readonly path: string;
  readonly audience: Audience;
  /** True where the body is a stream of bytes (application/octet-stream) and no JSON; other members go into the query. */
  readonly takesBytes?: boolean;
};

const routeFor =
  <A extends Audience>(audience: A) =>
  <M extends Method, P extends string>(method: M, path: P) =>
    ({ method, path, audience }) as const;
const v1 = routeFor('v1');
const v2 = routeFor('v2');
const session = routeFor('session');

/**
 * Every operation by id. Where one of v2 has the method and path of one of v1, it replaces that one below `/api/v2`.
 * Servers mount it, callers send by it; `wire.ts` has the shapes under the same ids. Plain data, so that a browser
 * which imports it carries no schemas.
 */
export const routes = {
  readSeoReports: v1('GET', '/seo'),
  requestSeoOverview: v1('POST', '/seo'),
  currentVisibility: v1('GET', '/visibility/current'),
  visibilityOverview: v1('GET', '/visibility/overview'),
  topCitations: v1('GET', '/visibility/citations'),
  promptVisibility: v1('GET', '/visibility/prompts'),
  visibilityRecommendations: v1('GET', '/visibility/recommendations'),
  authStatus: v1('GET', '/auth/status'),
  listSites: v1('GET', '/sites'),
  listBenchmarkCases: v1('GET', '/benchmark-cases'),
  readObservation: v1('GET', '/observations'),
  ensureObservation: v1('POST', '/observations/ensure'),
  readRun: v1('GET', '/runs/{kind}/{id}'),
  reconcileRun: v1('POST', '/runs/{kind}/{id}/reconcile'),
  cancelRun: v1('POST', '/runs/{kind}/{id}/cancel'),
  createSite: v2('POST', '/sites'),
  changeSite: v2('PATCH', '/sites/{id}'),
  archiveSite: v2('DELETE', '/sites/{id}'),
  listArchivedSites: v2('GET', '/archived-sites'),
  restoreSite: v2('POST', '/sites/{id}/restore'),
  readVerification: v2('GET', '/sites/{id}/verification'),
  checkVerification: v2('POST', '/sites/{id}/verification'),
  changeVerification: v2('PATCH', '/sites/{id}/verification'),
  createBenchmarkCase: v2('POST', '/benchmark-cases'),
  archiveBenchmarkCase: v2('DELETE', '/benchmark-cases/{id}'),
  listEngines: v2('GET', '/engines'),
  listProviderKeys: v2('GET', '/provider-keys'),
  probeEngine: v2('POST', '/engines/{id}/probe'),
  listQuestions: v2('GET', '/questions'),
  createQuestions: v2('POST', '/questions'),
  changeQuestions: v2('PATCH', '/questions'),
  listTags: v2('GET', '/tags'),
  readQuestion: v2('GET', '/questions/{id}'),
  archiveQuestion: v2('DELETE', '/questions/{id}'),
  readFullRun: v2('GET', '/runs/{kind}/{id}'),
  engineVisibility: v2('GET', '/visibility/current'),
  engineOverview: v2('GET', '/visibility/overview'),
  engineCitations: v2('GET', '/visibility/citations'),
  enginePrompts: v2('GET', '/visibility/prompts'),
  engineRecommendations: v2('GET', '/visibility/recommendations'),
  sourceKinds: v2('GET', '/visibility/sources'),
  visibilityHistory: v2('GET', '/visibility/history'),
  compareEngines: v2('GET', '/visibility/engines'),
  engineSearches: v2('GET', '/visibility/searches'),
  quoteAnswers: v2('POST', '/quotes'),
  readSpending: v2('GET', '/spending'),
  listPurchases: v2('GET', '/purchases'),
  listBudgets: v2('GET', '/budgets'),
  changeBudget: session('PATCH', '/budgets'),
  recordRefunds: session('POST', '/refunds'),
  settlePurchases: session('POST', '/settlements'),
  listApprovals: session('GET', '/approvals'),
  readApproval: session('GET', '/approvals/{id}'),
  decideApproval: session('PATCH', '/approvals/{id}'),
  readAuditLog: session('GET', '/audit-log'),
  listConnections: session('GET', '/connections'),
  revokeConnection: session('DELETE', '/connections/{id}'),
  readAttention: v2('GET', '/attention'),
  listPlans: v2('GET', '/plans'),
  createPlan: v2('POST', '/plans'),
  readPlan: v2('GET', '/plans/{id}'),
  changePlan: v2('PATCH', '/plans/{id}'),
  archivePlan: v2('DELETE', '/plans/{id}'),
  quotePlan: v2('POST', '/plan-quotes'),
  activatePlan: session('POST', '/plans/{id}/activation'),
  pausePlan: v2('POST', '/plans/{id}/pause'),
  resumePlan: v2('POST', '/plans/{id}/resume'),
  startRound: v2('POST', '/plans/{id}/rounds'),
  listRounds: v2('GET', '/plans/{id}/rounds'),
  readRound: v2('GET', '/plans/{id}/rounds/{round}'),
  stopRound: v2('POST', '/plans/{id}/rounds/{round}/stop'),
  listAsks: v2('GET', '/asks'),
  startAsk: session('POST', '/asks'),
  takePlanWork: v2('POST', '/plans/{id}/work'),
  listAlerts: v2('GET', '/alerts'),
  listAlertRules: v2('GET', '/alert-rules'),
  createAlertRule: v2('POST', '/alert-rules'),
  readAlertRule: v2('GET', '/alert-rules/{id}'),
  changeAlertRule: v2('PATCH', '/alert-rules/{id}'),
  archiveAlertRule: v2('DELETE', '/alert-rules/{id}'),
  previewAlertRule: v2('POST', '/alert-previews'),
  resendAlert: v2('POST', '/alert-messages/{id}/resend'),
  listAlertDestinations: v2('GET', '/alert-destinations'),
  testAlertDestination: v2('POST', '/alert-destinations/{id}/test'),
  createAlertDestination: session('POST', '/alert-destinations'),
  changeAlertDestination: session('PATCH', '/alert-destinations/{id}'),
  rotateAlertSecret: session('POST', '/alert-destinations/{id}/secret'),
  removeAlertDestination: session('DELETE', '/alert-destinations/{id}'),
  listKeys: session('GET', '/keys'),
  createKey: session('POST', '/keys'),
  revokeKey: session('DELETE', '/keys/{id}'),
  session: session('GET', '/session'),
  switchWorkspace: session('PATCH', '/session'),
  createWorkspace: session('POST', '/workspaces'),
  readWorkspace: v2('GET', '/workspace'),
  changeWorkspace: session('PATCH', '/workspace'),
  leaveWorkspace: session('POST', '/workspace/leave'),
  listSiteNotes: v2('GET', '/sites/{id}/notes'),
  addSiteNote: v2('POST', '/sites/{id}/notes'),
  removeSiteNote: v2('DELETE', '/sites/{id}/notes/{noteId}'),
  listLogSources: v2('GET', '/log-sources'),
  createLogSource: v2('POST', '/log-sources'),
  changeLogSource: v2('PATCH', '/log-sources/{id}'),
  removeLogSource: v2('DELETE', '/log-sources/{id}'),
  importLog: { ...v2('POST', '/log-sources/{id}/imports'), takesBytes: true },
  listLogImports: v2('GET', '/log-imports'),
  readLogImport: v2('GET', '/log-imports/{id}'),
  removeLogImport: v2('DELETE', '/log-imports/{id}'),
  importFile: { ...v2('POST', '/imports'), takesBytes: true },
  listImports: v2('GET', '/imports'),
  readImport: v2('GET', '/imports/{id}'),
  removeImport: v2('DELETE', '/imports/{id}'),
  listOwnerPages: v2('GET', '/owner-data/pages'),
  listOwnerQueries: v2('GET', '/owner-data/queries'),
  listOwnerDays: v2('GET', '/owner-data/days'),
  listBotVisits: v2('GET', '/bot-visits'),
  listAssistantVisits: v2('GET', '/assistant-visits'),
  listAddressLists: v2('GET', '/address-lists'),
  uploadAddressList: v2('POST', '/address-lists'),
  listOtherCompanies: v2('GET', '/sites/{id}/other-companies'),
  nameOtherCompany: v2('POST', '/sites/{id}/other-companies'),
  forgetOtherCompany: v2('DELETE', '/sites/{id}/other-companies/{companyId}'),
  listRivals: v2('GET', '/sites/{id}/rivals'),
  declareRival: v2('POST', '/sites/{id}/rivals'),
  forgetRival: v2('DELETE', '/sites/{id}/rivals/{domain}'),
  rivalVisibility: v2('GET', '/visibility/rivals'),
  rivalReport: v2('GET', '/visibility/rivals/{domain}'),
  readSiteNames: v2('GET', '/sites/{id}/names'),
  acceptNames: v2('POST', '/sites/{id}/names'),
  takeBackNames: v2('POST', '/sites/{id}/names/take-back'),
  listRuns: v2('GET', '/runs'),
  listAnswers: v2('GET', '/benchmark-cases/{id}/answers'),
  findAnswers: v2('GET', '/answers'),
  readAnswer: v2('GET', '/answers/{id}'),
  listAudits: v2('GET', '/audits'),
  createAudit: v2('POST', '/audits'),
  readAudit: v2('GET', '/audits/{id}'),
  skipAuditAnswer: v2('POST', '/audits/{id}/skips'),
  exportAudit: v2('GET', '/audits/{id}/gold'),
  latestAudit: v2('GET', '/sites/{id}/audit'),
  decideAnswers: v2('POST', '/sites/{id}/words'),
  undoWords: v2('POST', '/sites/{id}/words/undo'),
  undecidedAnswers: v2('GET', '/visibility/undecided'),
  exportRuns: v2('GET', '/export/runs'),
  listWebsiteChecks: v2('GET', '/website-checks'),
  compareWebsiteRuns: v2('GET', '/website-runs/compare'),
  replayWebsite: v2('POST', '/website-runs/{id}/replay'),
  suggestFromSite: v2('POST', '/site-suggestions'),
  createSharedReport: v2('POST', '/shared-reports'),
  listSharedReports: v2('GET', '/shared-reports'),
  readSharedFile: v2('GET', '/shared-reports/{id}/file'),
  deleteSharedReport: v2('DELETE', '/shared-reports/{id}'),
  listShareLinks: v2('GET', '/shared-reports/{id}/links'),
  createShareLink: session('POST', '/shared-reports/{id}/links'),
  revokeShareLink: session('DELETE', '/shared-reports/{id}/links/{linkId}'),
  listMembers: session('GET', '/members'),
  changeMemberRights: session('PATCH', '/members'),
  inviteMember: session('POST', '/invitations'),
  cancelInvitation: session('DELETE', '/invitations/{id}'),
  changeMember: session('PATCH', '/members/{id}'),
  removeMember: session('DELETE', '/members/{id}'),
} as const satisfies Readonly<Record<string, Route>>;

export type OperationId = keyof typeof routes;

/** The operations that an API key may call, where it has the permission. */
export type KeyOperationId = {
  [Id in OperationId]: (typeof routes)[Id]['audience'] extends 'session' ? never : Id;
}[OperationId];

/** Base path of an audience's operations. A session calls those of v1 below the path of v2. */
export const basePathOf: Readonly<Record<Audience, string>> = { v1: '/api/v1', v2: '/api/v2', session: '/api/v2' };
