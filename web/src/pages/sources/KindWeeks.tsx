import type { SourcesByKind } from '../../api/visibilityQueries.ts';
import { KindStrips } from '../../charts/KindStrips.tsx';
import { integer, percent } from '../../format/numbers.ts';
import { sourceKindNames } from '../../format/sourceKinds.ts';
import { day } from '../../format/times.tsx';
import { showsAnswer } from '../../shell/answerSearch.ts';
import { AnswersLink } from '../../ui/AnswersLink.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { Scroller } from '../../ui/Scroller.tsx';

type Kind = SourcesByKind['kinds'][number]['kind'];

/** Largest number of weeks that the server returns. */
const maxWeeks = 60;

/** Shows each kind over time: as strips of dots, and week by week as a table. */
export function KindWeeks({ weeks, isDeclared }: { weeks: SourcesByKind['weeks']; isDeclared: boolean }) {
  const visibleItems = (Object.keys(sourceKindNames) as Kind[]).filter((kind) =>
    weeks.some(({ citing }) => citing[kind] > 0),
  );
  const strips = visibleItems.map((kind) => ({
    name: sourceKindNames[kind],
    own: kind === 'own',
    parts: weeks.map(({ start, end, answers, citing }) => ({ start, end, count: citing[kind], of: answers })),
  }));
  return (
    <>
      <h3 className="mt-8 font-medium">Over time</h3>
      <p className="measure mb-2 text-small text-soft">
        The share of each week’s answers that cite each kind of page. An answer may cite several kinds, so these shares
        differ from the shares of citations above.
      </p>
      <KindStrips label="Share of each week’s answers that cite a page of each kind" strips={strips} />
      <Disclosure summary="By week" className="mt-2">
        <Scroller label="Kinds of sources, week by week">
          <table className="w-full border-collapse text-small">
            <thead>
              <tr>
                <th scope="col" className="py-1 pr-4 text-left font-medium text-soft">
                  Week from
                </th>
                {visibleItems.map((kind) => (
                  <th key={kind} scope="col" className="py-1 pr-4 text-right font-medium text-soft">
                    {sourceKindNames[kind]}
                  </th>
                ))}
                <th scope="col" className="py-1 text-right font-medium text-soft">
                  Answers
                </th>
              </tr>
            </thead>
            <tbody>
              {weeks.map(({ start, end, answers, citing }) => (
                <tr key={start} className="border-line border-t">
                  <th scope="row" className="whitespace-nowrap py-1 pr-4 text-left font-normal">
                    {day(start)}
                  </th>
                  {visibleItems.map((kind) => (
                    <td key={kind} className="py-1 pr-4 text-right tabular-nums">
                      {isDeclared || (kind !== 'rival' && kind !== 'other') ? (
                        <AnswersLink
                          find={{ from: start, to: end, kind }}
                          count={citing[kind]}
                          className="hover:underline"
                        >
                          {percent((100 * citing[kind]) / answers)}
                        </AnswersLink>
                      ) : (
                        percent((100 * citing[kind]) / answers)
                      )}
                    </td>
                  ))}
                  <td className="py-1 text-right tabular-nums">
                    <AnswersLink
                      find={{ from: start, to: end, listing: showsAnswer }}
                      count={answers}
                      className="hover:underline"
                    >
                      {integer(answers)}
                    </AnswersLink>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroller>
        <p className="mt-1 text-small text-soft">
          Share of each week’s latest answers, one per question, that cite at least one page of the kind. Questions and
          models may differ between weeks. Only the newest {maxWeeks} weeks are shown.
        </p>
      </Disclosure>
    </>
  );
}
