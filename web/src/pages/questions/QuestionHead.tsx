import type { AskedCase, Engine, Question } from '../../api/queries.ts';
import { labelOf } from '../../engines/engineWords.ts';
import { Marks } from './Marks.tsx';

/** Where and how one question is asked: its place once, then each engine with its own settings. */
export function QuestionHead({ question, engines }: { question: Question; engines: readonly Engine[] }) {
  const { language, country, city } = question.locale;
  const place = [language, city, country].filter((part) => part !== null).join(', ');
  const cases = question.engines.flatMap((asked) => asked.cases);
  const isArchived = cases.every(({ archivedAt }) => archivedAt !== null);
  return (
    <>
      <p>
        {isArchived && 'Archived. '}
        {place === '' ? 'No place or language set.' : `Asked for ${place}.`}
        {question.branded &&
          ` It names the website${question.brandedBy === 'owner' ? ', as somebody here said' : ''}: it counts as branded, and reports leave it out unless asked for it.`}
      </p>
      {question.tags.length > 0 && <Marks tags={question.tags} branded={false} />}
      <ul>
        {cases.map((found) => (
          <li key={found.id}>
            {labelOf(engines, found.search.engine)}: {settingsOf(found, engines)}
            {!isArchived && found.archivedAt !== null && ', archived'}.
          </li>
        ))}
      </ul>
    </>
  );
}

function settingsOf({ search }: AskedCase, engines: readonly Engine[]): string {
  const usual = engines.find(({ id }) => id === search.engine)?.defaultModel;
  return [
    search.mode === 'open-web' ? 'open web' : `only ${search.allowedDomains.join(', ')}`,
    ...(search.contextSize === null ? [] : [`${search.contextSize} search context`]),
    search.model ?? (usual === null ? 'the vendor chooses the model' : 'the deployment’s model'),
    ...(search.device === null ? [] : [search.device]),
  ].join(', ');
}
