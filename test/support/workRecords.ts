import { assignArms, type Protocol, protocolDigest } from '../../src/domain/experiments/protocol.ts';
import { questionIdOf } from '../../src/domain/questions/questionId.ts';
import { workItemId } from '../../src/domain/work/workItem.ts';
import { inTransaction } from '../../src/store/database/transaction.ts';
import { insertExperiment } from '../../src/store/experiments/rows.ts';
import { insertFact } from '../../src/store/facts/rows.ts';
import { lockDecision } from '../../src/store/work/rows.ts';
import { addCase, addPlan, type Housed, longAgo, nowhere, type Place } from './records.ts';

/** Enough questions for two arms whose smallest possible p is below the level. */
const teams = ['sales', 'support', 'finance', 'legal', 'design', 'repair', 'travel', 'school'];
const questions = teams.map((team) => `Which tool suits a ${team} team?`);

/** Builds the protocol of an experiment on the plan of `addExperiment`: one question per cluster. */
export function draftOf(siteId: string, planId: string): Pick<Protocol, 'clusters'> & Record<string, unknown> {
  const clusters = questions.map((query, at) => ({
    id: `cluster-${at}`,
    questionIds: [questionIdOf({ query, locale: nowhere, websiteId: siteId })],
    ...{ pages: [], stratum: null, arm: null },
  }));
  return { websiteId: siteId, planId, engine: 'openai', hypothesis: 'New pages help', clusters };
}

/** Registers an experiment on a new plan without answers. */
export async function addExperiment(
  service: Housed,
  place: Place,
  siteId: string,
): Promise<{ experimentId: string; experimentPlanId: string }> {
  const { db, runtime } = service.api;
  const target = { websiteId: siteId, domain: 'acme-crm.example', name: 'Acme CRM' };
  const cases = [];
  for (const question of questions) {
    const questionId = questionIdOf({ query: question, locale: nowhere, websiteId: siteId });
    cases.push({ questionId, question, caseId: await addCase(service, place, question, {}, target) });
  }
  const planId = await addPlan(service, place, ...cases.map(({ caseId }) => caseId));
  const protocol: Protocol = {
    ...{ websiteId: siteId, planId, engine: 'openai', hypothesis: 'New pages help' },
    clusters: draftOf(siteId, planId).clusters,
    ...{ metric: 'listed', secondary: [], assignment: 'random', spending: 'power', effectOfInterest: 20 },
    ...{ firstRound: 1, roundsBefore: 4, roundsAfter: 4, lagDays: 7, steps: 1, level: 0.05, looks: [1] },
    ...{ chosenThroughRound: null, allowBranded: false, isRetrospective: false, captureBefore: null },
  };
  const digest = protocolDigest(protocol, cases);
  const registration = {
    ...{ at: longAgo, by: 'owner@example.com', digest, cases, labels: assignArms(protocol, digest), repeats: 1 },
    ...{ smallestEffect: null, powerOfInterest: null, powerBasis: 'model' as const },
  };
  const experimentId = runtime.newId('exp');
  await insertExperiment(db, place.workspaceId, {
    ...{ id: experimentId, name: 'New pages', protocol, registration, changes: [], stoppedAt: null },
    ...{ createdAt: longAgo, createdBy: 'owner@example.com' },
  });
  return { experimentId, experimentPlanId: planId };
}

/** Adds an item of work that no one has claimed. */
export async function addWorkItem(service: Housed, place: Place, siteId: string): Promise<string> {
  const { db, databaseKind } = service.api;
  const about = { rule: 'https', subject: 'https://www.acme-crm.example/' };
  const id = workItemId(siteId, about);
  await inTransaction(db, (tx) =>
    lockDecision(
      tx,
      databaseKind,
      { workspaceId: place.workspaceId, websiteId: siteId, id },
      {
        ...{ state: 'open', owner: null, dueDay: null, note: null, reason: null, doneAt: null },
        ...{ changedAt: longAgo, changedBy: 'owner@example.com' },
        evidence: {
          ...{ source: 'check', ...about, title: 'Serve pages by HTTPS', advice: 'Redirect.', isGate: false },
          ...{ engines: [], questionIds: [], pages: [], runIds: [], answers: 0, kind: 'fail', observedAt: longAgo },
        },
      },
    ),
  );
  return id;
}

export async function addFact(service: Housed, place: Place, siteId: string): Promise<string> {
  const { db, runtime } = service.api;
  const id = runtime.newId('fact');
  const version = { version: 1, value: '25 users', sourceUrl: 'https://www.acme-crm.example/', madeAt: longAgo };
  const versions = [{ ...version, madeBy: place.accountId }];
  const fact = { id, websiteId: siteId, kind: 'number' as const, name: 'Users', words: [], versions };
  await inTransaction(db, (tx) => insertFact(tx, place.workspaceId, fact, longAgo));
  return id;
}
