import { queryClient } from '../api/queries.ts';

/** Queries that a finished run invalidates. */
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
