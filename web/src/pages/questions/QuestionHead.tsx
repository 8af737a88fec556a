import { accuracyForLanguage } from '../../../../src/domain/audit/readingAccuracy.ts';
import type { AskedCase, Engine, Question } from '../../api/queries.ts';
import { formatLabel } from '../../engines/engineWords.ts';
import { countWithNoun } from '../../format/numbers.ts';
import { Popover } from '../../ui/Popover.tsx';
import { WeaklyRead } from '../../ui/WeaklyRead.tsx';
import { Marks } from './Marks.tsx';

/** Shows locale, tags and settings of one question. */
export function QuestionHead({ question, engines }: { question: Question; engines: readonly Engine[] }) {
  const { language, country, city } = question.locale;
  const place = [language, city, country].filter((part) => part !== null).join(', ');
  const cases = question.engines.flatMap((request) => request.cases);
  const isArchived = cases.every(({ archivedAt }) => archivedAt !== null);
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-2 text-small text-soft">
      <span>
        {isArchived && 'Archived · '}
        {place === '' ? 'no location or language' : place} · {countWithNoun(cases.length, 'engine')}
      </span>
      {language !== null && <WeaklyRead accuracy={accuracyForLanguage(language)} of={`Answers in ${language}`} />}
      <Marks tags={question.tags} branded={question.branded} />
      <Popover
        face="Settings"
        className="rounded-small text-small text-soft hover:text-ink inline-flex items-center gap-1"
      >
        <ul className="max-w-md p-3 text-small">
          {cases.map((match) => (
            <li key={match.id}>
              {formatLabel(engines, match.search.engine)}: {deriveSettings(match, engines)}
              {!isArchived && match.archivedAt !== null && ', archived'}.
            </li>
          ))}
        </ul>
      </Popover>
    </p>
  );
}

function deriveSettings({ search }: AskedCase, engines: readonly Engine[]): string {
  const usual = engines.find(({ id }) => id === search.engine)?.defaultModel;
  return [
    search.mode === 'open-web' ? 'open web' : `only ${search.allowedDomains.join(', ')}`,
    ...(search.contextSize === null ? [] : [`${search.contextSize} search context`]),
    search.model ?? (usual === null ? 'the vendor chooses the model' : 'the default model'),
    ...(search.device === null ? [] : [search.device]),
  ].join(', ');
}
