import { useQuery } from '@tanstack/react-query';
import type { Engine, Question } from '../../api/queries.ts';
import { questionAnswersQuery } from '../../api/visibilityQueries.ts';
import { formatLabel, shortLabel } from '../../engines/engineWords.ts';
import { integer } from '../../format/numbers.ts';
import { AnswersLink } from '../../ui/AnswersLink.tsx';
import { SaveCsv } from '../../ui/Save.tsx';
import { Scroller } from '../../ui/Scroller.tsx';
import { Section } from '../../ui/Section.tsx';
import { completedOf, enginesWith } from './OverTime.tsx';

type Props = { question: Question; engines: readonly Engine[]; siteId: string };

const maxRows = 15;

/** Lists domains that answers to one question recommend, by engine, including the website. */
export function NamedHere({ question: { id: questionId }, engines, siteId }: Props) {
  const answers = completedOf(useQuery(questionAnswersQuery(siteId, questionId)).data);
  const ids = enginesWith(answers, engines);
  const visibleItems = answers.filter(({ status }) => status !== null && status !== 'no_answer');
  const counts = new Map<string, Map<string, number>>();
  for (const { engine, domains } of visibleItems) {
    for (const domain of domains) {
      const row = counts.get(domain) ?? new Map<string, number>();
      counts.set(domain, row.set(engine, (row.get(engine) ?? 0) + 1));
    }
  }
  const most = ([, row]: [string, Map<string, number>]) => Math.max(...row.values());
  const rows = [...counts].sort((one, other) => most(other) - most(one) || one[0].localeCompare(other[0]));
  if (rows.length === 0) return <p className="text-soft">No answer recommends a domain.</p>;
  const ofEngine = new Map(ids.map((id) => [id, visibleItems.filter(({ engine }) => engine === id).length]));
  return (
    <Section
      title="Recommended"
      info="namedHere"
      actions={
        <SaveCsv
          name={`question-${questionId}-recommended`}
          head={['Domain', ...ids.map((id) => formatLabel(engines, id))]}
          rows={() => rows.map(([domain, row]) => [domain, ...ids.map((id) => row.get(id) ?? 0)])}
        />
      }
    >
      <Scroller label="Domains by engine">
        <table className="w-full border-collapse text-small">
          <thead>
            <tr>
              <th scope="col" className="border-line border-b py-1.5 pr-4 text-left font-medium text-soft">
                Domain
              </th>
              {ids.map((id) => (
                <th
                  key={id}
                  scope="col"
                  className="border-line border-b py-1.5 pr-4 text-right font-medium text-soft last:pr-0 max-sm:pr-2"
                >
                  {shortLabel(formatLabel(engines, id))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, maxRows).map(([domain, row]) => (
              <tr key={domain} className="h-9 border-line border-b">
                <th scope="row" className="wrap-anywhere min-w-28 py-1 pr-4 text-left font-normal max-sm:pr-2">
                  <bdi>{domain}</bdi>
                </th>
                {ids.map((id) => (
                  <td key={id} className="py-1.5 pr-4 text-right last:pr-0 max-sm:pr-2">
                    {row.has(id) ? (
                      <AnswersLink
                        find={{ question: questionId, engine: id, names: domain, all: true }}
                        every
                        count={row.get(id) ?? 0}
                        className="whitespace-nowrap hover:underline"
                      >
                        {integer(row.get(id) ?? 0)}/{integer(ofEngine.get(id) ?? 0)}
                      </AnswersLink>
                    ) : (
                      '–'
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
      {rows.length > maxRows && (
        <p className="mt-2 text-small text-soft">
          The first {integer(maxRows)} of {integer(rows.length)} domains; the file lists all.
        </p>
      )}
    </Section>
  );
}
