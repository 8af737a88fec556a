import { everyPage } from '../client/everyPage.ts';
import { notSaved, UsageError } from './failures.ts';
import { callServer } from './serverConnection.ts';

/**
 * Returns the cases to ask: those named by id, and for question ids those at every engine that is on, each once.
 * @throws UsageError naming a question that is not saved, or that no engine can be asked now
 */
export async function resolveCases(ids: readonly string[]): Promise<string[]> {
  const other = ids.find((id) => !/^(?:question|case)_/.test(id));
  if (other !== undefined)
    throw new UsageError(
      `${other === '' ? 'an empty text' : other}: not the id of a question; see \`sightline questions\``,
    );
  if (!ids.some((id) => id.startsWith('question_'))) return [...ids];
  const questions = await everyPage(callServer, 'listQuestions', {});
  const ready = (await everyPage(callServer, 'listEngines', {})).filter(({ state }) => state === 'ready');
  const cases = ids.flatMap((id) => {
    if (!id.startsWith('question_')) return [id];
    const question = questions.find((one) => one.id === id);
    if (question === undefined)
      throw notSaved('questions', `no such question: ${id}; \`sightline questions\` lists them`);
    const columns = question.engines.filter(({ engine }) => ready.some((one) => one.id === engine));
    return columns.flatMap((column) => column.cases.map((one) => one.id));
  });
  if (cases.length === 0) throw new UsageError('none of these can be asked now; see `sightline engines`');
  return [...new Set(cases)];
}
