import { alertChanges } from './alertChanges.ts';
import type { Change } from './change.ts';
import { planChanges } from './planChanges.ts';
import type { PlanFile } from './planFile.ts';
import { mergeQuestions, type QuestionList, savingChanges, settingChanges } from './questionChanges.ts';
import { pairWebsites, websiteChanges } from './websiteChanges.ts';
import type { WorkspaceState } from './workspaceState.ts';

export type Differences = {
  changes: Change[];
  /** Items of the workspace that the file does not name, which stay unchanged. */
  leftAlone: { websites: number; questions: number; plans: number; alerts: number };
};

/** Lists the changes that applying a file makes to a workspace; empty if they already agree. @throws UsageError naming the field */
export function buildDifferences(file: PlanFile, state: WorkspaceState): Differences {
  const pairs = pairWebsites(file.websites, state.websites);
  const lists: QuestionList[] = [
    ...pairs.map(({ wanted, saved }, index) => ({
      path: `websites[${index}].questions`,
      entries: wanted.questions ?? [],
      // A website that is not saved yet is identified by its address.
      websiteId: saved.id === '' ? saved.url : saved.id,
    })),
    { path: 'questions', entries: file.questions, websiteId: null },
  ];
  const saved = new Map(state.questions.map((question) => [question.id, question]));
  const wantedIds = new Set(lists.flatMap((list) => [...mergeQuestions(list).keys()]));
  const websites = [
    ...state.websites,
    ...pairs.flatMap(({ saved: one }) => (one.id === '' ? [{ ...one, id: one.url }] : [])),
  ];
  const entry = {
    websites,
    questionIds: new Set([...saved.keys(), ...wantedIds]),
    plans: state.plans,
    engines: state.engines,
    offEngines: state.offEngines,
  };
  const names = new Set(file.plans.map(({ name }) => name));
  const alerts = alertChanges(file.alerts, { ...state, websites });
  return {
    changes: [
      ...pairs.flatMap(websiteChanges),
      ...lists.flatMap((list) => savingChanges(list, saved, state.declaredEngine)),
      ...lists.flatMap((list) => settingChanges(list, saved)),
      ...planChanges(file.plans, entry),
      ...alerts.changes,
    ],
    leftAlone: {
      websites: state.websites.filter(({ id }) => !pairs.some(({ saved: one }) => one.id === id)).length,
      questions: state.questions.filter(({ id }) => !wantedIds.has(id)).length,
      plans: state.plans.filter(({ name }) => !names.has(name)).length,
      alerts: alerts.leftAlone,
    },
  };
}
