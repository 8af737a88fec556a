import type { Operation } from '../../src/api/operation.ts';
import { addCase, addPlan, addReport, addSite, copyRun, type Place } from './records.ts';
import type { TestService } from './service.ts';
import { addExperiment, addFact, addWorkItem, draftOf } from './workRecords.ts';

/** The ids of one workspace's records, as parts of requests. */
export type Records = {
  siteId: string;
  caseId: string;
  runId: string;
  reportId: string;
  planId: string;
  keyId: string;
  experimentId: string;
  experimentPlanId: string;
  workId: string;
  factId: string;
};

/** One request that its operation accepts. `unique` makes idempotency keys and new questions differ. */
export type Sample = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: unknown;
};

/** Record of a sample that may belong to another workspace: the operation then answers 404. Null: it names none. */
type NamedSample = keyof Records | null;

type Entry = { names: NamedSample; sample(records: Records, unique: string): Sample };

const visibility: Entry = { names: 'siteId', sample: ({ siteId }) => ({ query: { websiteId: siteId } }) };
const run: Entry = { names: 'runId', sample: ({ runId }) => ({ params: { kind: 'keyword', id: runId } }) };
const changeOfRun: Entry = {
  names: 'runId',
  sample: (records, unique) => ({ ...run.sample(records, unique), body: {} }),
};

const planContent = ({ siteId }: Records) => ({
  ...{ questions: { websiteId: siteId }, engines: ['openai'], repeats: 1 },
  cadence: { kind: 'manual' },
});

const changeOfPlan: Entry = { names: 'planId', sample: ({ planId }) => ({ params: { id: planId }, body: {} }) };

const ofSite: Entry = { names: 'siteId', sample: ({ siteId }) => ({ params: { id: siteId } }) };
const experiment: Entry = { names: 'experimentId', sample: ({ experimentId }) => ({ params: { id: experimentId } }) };
const ofWork = (body?: unknown): Entry => ({
  names: 'workId',
  sample: ({ workId }) => ({ params: { id: workId }, ...(body === undefined ? {} : { body }) }),
});
const ofFact = (body?: unknown): Entry => ({
  names: 'factId',
  sample: ({ factId }) => ({ params: { id: factId }, ...(body === undefined ? {} : { body }) }),
});
const changeOfExperiment = (body: unknown): Entry => ({
  names: 'experimentId',
  sample: ({ experimentId }) => ({ params: { id: experimentId }, body }),
});

/** A valid request for every operation of v1, and for those of the workspace that need specific input. */
const samples: Readonly<Record<string, Entry>> = {
  readSeoReports: { names: 'reportId', sample: ({ reportId }) => ({ query: { reportId } }) },
  requestSeoOverview: {
    names: null,
    sample: (_records, unique) => ({
      headers: { 'idempotency-key': `seo-${unique}` },
      body: { domain: 'acme-crm.com', confirmSpend: true },
    }),
  },
  currentVisibility: visibility,
  visibilityOverview: visibility,
  topCitations: visibility,
  promptVisibility: visibility,
  visibilityRecommendations: visibility,
  authStatus: { names: null, sample: () => ({}) },
  listSites: { names: null, sample: () => ({}) },
  listBenchmarkCases: { names: null, sample: () => ({}) },
  readObservation: { names: 'caseId', sample: ({ caseId }) => ({ query: { kind: 'keyword', caseId } }) },
  ensureObservation: {
    names: 'caseId',
    sample: ({ caseId }, unique) => ({
      headers: { 'idempotency-key': `ensure-${unique}` },
      body: { kind: 'keyword', caseId },
    }),
  },
  readRun: run,
  reconcileRun: changeOfRun,
  cancelRun: changeOfRun,
  createSite: { names: null, sample: (_records, unique) => ({ body: { url: `https://${unique}.example` } }) },
  changeSite: { names: 'siteId', sample: ({ siteId }) => ({ params: { id: siteId }, body: { name: 'Acme' } }) },
  readVerification: ofSite,
  checkVerification: { names: 'siteId', sample: ({ siteId }) => ({ params: { id: siteId }, body: {} }) },
  changeVerification: {
    names: 'siteId',
    sample: ({ siteId }) => ({ params: { id: siteId }, body: { compareBotAgents: false } }),
  },
  readGoogleAiControl: ofSite,
  changeGoogleAiControl: {
    names: 'siteId',
    sample: ({ siteId }) => ({ params: { id: siteId }, body: { setting: 'included' } }),
  },
  archiveSite: ofSite,
  createBenchmarkCase: { names: null, sample: (_records, unique) => ({ body: { query: `Which one (${unique})?` } }) },
  archiveBenchmarkCase: { names: 'caseId', sample: ({ caseId }) => ({ params: { id: caseId } }) },
  quoteAnswers: { names: 'caseId', sample: ({ caseId }) => ({ body: { caseIds: [caseId] } }) },
  createPlan: { names: 'siteId', sample: (records) => ({ body: { name: 'By hand', ...planContent(records) } }) },
  quotePlan: { names: 'siteId', sample: (records) => ({ body: planContent(records) }) },
  saveView: { names: null, sample: () => ({ body: { name: 'Plans', path: '/plans' } }) },
  addSiteNote: {
    names: 'siteId',
    sample: ({ siteId }) => ({ params: { id: siteId }, body: { date: '2026-10-01', text: 'New prices' } }),
  },
  declareRival: {
    names: 'siteId',
    sample: ({ siteId }) => ({ params: { id: siteId }, body: { domain: 'other-crm.example' } }),
  },
  rivalVisibility: visibility,
  rivalReport: {
    names: 'siteId',
    sample: ({ siteId }) => ({ params: { domain: 'rivalo.example' }, query: { websiteId: siteId } }),
  },
  readPlan: { names: 'planId', sample: ({ planId }) => ({ params: { id: planId } }) },
  pausePlan: changeOfPlan,
  resumePlan: {
    names: 'planId',
    sample: ({ planId }) => ({ params: { id: planId }, body: { revision: 1, worstCaseUsd: null } }),
  },
  startRound: {
    names: 'planId',
    sample: ({ planId }, unique) => ({
      params: { id: planId },
      headers: { 'idempotency-key': `round-${unique}` },
      body: {},
    }),
  },
  listRounds: { names: 'planId', sample: ({ planId }) => ({ params: { id: planId } }) },
  startAsk: {
    names: 'caseId',
    sample: ({ caseId }, unique) => ({
      headers: { 'idempotency-key': `ask-${unique}` },
      body: { caseIds: [caseId], maxUsd: null },
    }),
  },
  listEngines: { names: null, sample: () => ({}) },
  probeEngine: { names: null, sample: () => ({ params: { id: 'openai' }, body: {} }) },
  listQuestions: { names: null, sample: () => ({}) },
  createQuestions: {
    names: null,
    sample: (_records, unique) => ({ body: { queries: [`Which of them (${unique})?`] } }),
  },
  readFullRun: run,
  engineVisibility: visibility,
  engineOverview: visibility,
  engineCitations: visibility,
  sourceKinds: visibility,
  enginePrompts: visibility,
  engineRecommendations: visibility,
  compareEngines: visibility,
  visibilityHistory: visibility,
  findAnswers: visibility,
  engineSearches: visibility,
  queryReport: visibility,
  listImports: visibility,
  listOwnerPages: visibility,
  listOwnerQueries: visibility,
  listOwnerDays: visibility,
  suggestQuestions: visibility,
  readAndCited: ofSite,
  listQuestionFrames: visibility,
  listKeys: { names: null, sample: () => ({}) },
  createKey: { names: null, sample: (_records, unique) => ({ body: { name: unique, permissions: ['read'] } }) },
  session: { names: null, sample: () => ({}) },
  listRuns: { names: null, sample: () => ({}) },
  readAnswer: { names: 'runId', sample: ({ runId }) => ({ params: { id: runId } }) },
  exportRuns: { names: null, sample: () => ({}) },
  compareWebsiteRuns: { names: 'runId', sample: ({ runId }) => ({ query: { before: runId, after: runId } }) },
  replayWebsite: { names: 'runId', sample: ({ runId }) => ({ params: { id: runId }, body: {} }) },
  suggestFromSite: { names: null, sample: () => ({ body: { url: 'http://127.0.0.1:1/' } }) },
  listMembers: { names: null, sample: () => ({}) },
  inviteMember: { names: null, sample: (_records, unique) => ({ body: { email: `${unique}@example.com` } }) },
  cancelInvitation: { names: null, sample: () => ({ params: { id: 'inv_unknown' } }) },
  changeMemberRights: { names: null, sample: () => ({ body: { membersManage: false } }) },
  removeMember: { names: null, sample: () => ({ params: { id: 'member_unknown' } }) },
  listAudits: visibility,
  createAudit: { names: 'siteId', sample: ({ siteId }) => ({ body: { websiteId: siteId } }) },
  latestAudit: ofSite,
  undecidedAnswers: visibility,
  previewExperiment: {
    names: 'siteId',
    sample: ({ siteId, experimentPlanId }) => ({ body: draftOf(siteId, experimentPlanId) }),
  },
  createExperiment: {
    names: 'siteId',
    sample: ({ siteId, experimentPlanId }) => ({ body: { name: 'Pages', ...draftOf(siteId, experimentPlanId) } }),
  },
  readExperiment: experiment,
  archiveExperiment: experiment,
  registerExperiment: changeOfExperiment({}),
  recordChange: changeOfExperiment({}),
  stopExperiment: changeOfExperiment({}),
  readExperimentResult: experiment,
  readExperimentEvidence: experiment,
  listBotVisits: visibility,
  listAssistantVisits: visibility,
  listWork: visibility,
  readWorkItem: ofWork(),
  claimWork: ofWork({}),
  finishWork: ofWork({}),
  declineWork: ofWork({ reason: 'Not now' }),
  reopenWork: ofWork({}),
  changeWork: ofWork({}),
  readWorkEffects: {
    names: 'siteId',
    sample: ({ siteId }) => ({ query: { websiteId: siteId, month: '2026-10' } }),
  },
  readCitedPages: { names: 'siteId', sample: ({ siteId }) => ({ body: { websiteId: siteId } }) },
  listCitedPages: visibility,
  readCitedPageSettings: ofSite,
  changeCitedPageSettings: { names: 'siteId', sample: ({ siteId }) => ({ params: { id: siteId }, body: {} }) },
  listAnswerSupport: { names: 'runId', sample: ({ runId }) => ({ params: { id: runId } }) },
  supportSummary: visibility,
  listSourceGaps: visibility,
  listFacts: visibility,
  createFact: {
    names: 'siteId',
    sample: ({ siteId }) => ({
      body: { websiteId: siteId, kind: 'number', name: 'Users', value: '25 users', sourceUrl: 'https://acme.example/' },
    }),
  },
  changeFact: ofFact({ value: '30 users' }),
  removeFact: ofFact(),
  listFactQuotes: visibility,
  listFactConflicts: visibility,
  decideFactQuote: {
    names: 'factId',
    sample: ({ factId, runId }) => ({ params: { id: factId }, body: { runId, start: 0, decision: null } }),
  },
  revokeKey: { names: 'keyId', sample: ({ keyId }) => ({ params: { id: keyId } }) },
};

/**
 * Returns the sample of an operation. An operation of v1 must have one; for one of the workspace, whose table tests
 * only the permission, unknown ids and an empty body are enough.
 */
export function entryOf(operation: Operation): Entry {
  const entry = samples[operation.id];
  if (entry !== undefined) return entry;
  if (operation.audience === 'v1') throw new Error(`${operation.id} has no sample request in test/support/samples.ts`);
  const params = Object.fromEntries(Object.keys(operation.params.shape).map((name) => [name, 'unknown_0123456789']));
  return { names: null, sample: () => ({ params, body: {} }) };
}

/** Returns the path and query of a sample below the base path. */
export function pathOf(operation: Operation, sample: Sample): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) => sample.params?.[name] ?? '');
  const search = new URLSearchParams(sample.query).toString();
  return search === '' ? path : `${path}?${search}`;
}

/** Adds records of every kind to a workspace, through the store. `runId` is a copy of a finished run. */
export async function addRecords(
  service: TestService,
  from: Place,
  to: Place,
  finishedRun: string,
): Promise<Omit<Records, 'keyId'>> {
  const siteId = await addSite(service, to);
  const caseId = await addCase(service, to, `Which CRM suits ${to.workspaceId}?`);
  const runId = await copyRun(service, from, finishedRun, { ...to, targetId: caseId });
  const planId = await addPlan(service, to, caseId);
  return {
    ...{ siteId, caseId, runId, planId, reportId: await addReport(service, to) },
    ...(await addExperiment(service, to, siteId)),
    workId: await addWorkItem(service, to, siteId),
    factId: await addFact(service, to, siteId),
  };
}
