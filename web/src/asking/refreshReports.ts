import { queryClient } from '../api/queries.ts';

/** What changes when a run ends. */
const concerned = [
  'visibility',
  'questions',
  'answers',
  'limits',
  'engines',
  'money',
  'quote',
  'asks',
  'attention',
  'runs',
];

export async function refreshReports(): Promise<void> {
  await Promise.all(concerned.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
}
