import { Link } from '@tanstack/react-router';
import type { EngineColumn, EngineComparison } from '../../api/engineQueries.ts';
import type { Engine } from '../../api/queries.ts';
import { IntervalDrawing } from '../../charts/IntervalDrawing.tsx';
import { pngOfDrawing } from '../../charts/pngOfDrawing.ts';
import { kindWord, shortLabel, shortNames } from '../../engines/engineWords.ts';
import { percent, percentRange } from '../../format/numbers.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { SaveCsv, SavePng } from '../../ui/Save.tsx';
import { Scroller } from '../../ui/Scroller.tsx';
import { searchAt } from './engineCells.tsx';
import { engineMeasures } from './engineMeasures.tsx';
import { figureFile, figureHead, figureNotes, ofOne } from './figures.ts';

type Props = { data: EngineComparison; engines: readonly Engine[]; name: string };

/** One column per engine and one row per measure: each number with its counts, interval and a link to its answers. */
export function EngineFigures({ data, engines, name }: Props) {
  const { engines: columns, declared, simulated, window } = data;
  const names = shortNames(columns.map(({ engine, label }) => ({ id: engine, label })));
  const draw = () => {
    const dates = window.startDate === null ? 'all dates' : `${window.startDate} – ${window.endDate ?? ''}`;
    return pngOfDrawing(
      <IntervalDrawing
        rows={columns.map((column) => ({
          label: shortLabel(column.label),
          value: column.visibilityScore.value,
          interval: column.visibilityScore.interval95,
          text: scoreWords(column),
        }))}
      />,
      `Visibility score of ${name}, engine by engine`,
      `${dates}${simulated ? ', simulated' : ''}. 95 % intervals; engines are never combined.`,
    );
  };
  return (
    <section aria-label="Side by side" data-datum className="mb-3">
      <Scroller label="Engines side by side">
        <table className="w-full border-collapse">
          <thead>
            <tr>
              <td className="sticky left-0 z-10 border-line border-b bg-paper" />
              {columns.map(({ engine, label }) => {
                const entry = engines.find(({ id }) => id === engine);
                return (
                  <th
                    key={engine}
                    scope="col"
                    className={`${widths[columns.length] ?? ''} h-8 min-w-20 max-w-0 truncate border-line border-b px-2 text-left font-medium text-small last:pr-0 sm:min-w-44 sm:px-3`}
                  >
                    <Link
                      from="/sites/$siteId/engines"
                      to="/sites/$siteId"
                      params={(now) => ({ siteId: now.siteId ?? '' })}
                      search={(now) => searchAt(engine, now)}
                      title={label}
                      className="hover:underline"
                    >
                      {names.get(engine)}
                    </Link>{' '}
                    <span className="font-normal text-soft max-sm:sr-only">
                      {entry === undefined ? engine : kindWord(entry)}
                      {engine === declared ? ', declared' : ''}
                    </span>
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {engineMeasures.map(({ name: measure, of, cell }) => (
              <tr key={of} data-of={of} className="border-line border-b">
                <th
                  scope="row"
                  className="sticky left-0 z-10 w-36 min-w-20 bg-paper pr-2 text-left align-middle font-medium text-small text-soft sm:whitespace-nowrap"
                >
                  {measure}
                </th>
                {columns.map((column) => (
                  <td key={column.engine} className="h-9 max-w-0 px-2 align-middle last:pr-0 sm:px-3">
                    {cell(column, data)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
      <div className="mt-2 flex flex-wrap items-start justify-between gap-x-4">
        <Disclosure summary="How is this computed?" className="min-w-0">
          <ul className="grid max-w-[84ch] gap-1 border-line border-l-2 pl-3 text-small text-soft">
            {figureNotes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Disclosure>
        <span className="screen-only flex gap-1">
          <SaveCsv name={`${name}-engines`} head={figureHead} rows={() => columns.map(figureFile)} />
          <SavePng name={`${name}-engines`} draw={draw} />
        </span>
      </div>
    </section>
  );
}

/** Columns of equal width, by their number; more than six scroll at their minimum width. */
const widths = ['', 'w-full', 'w-1/2', 'w-1/3', 'w-1/4', 'w-1/5', 'w-1/6'] as const;

const scoreWords = ({ visibilityScore: score }: EngineColumn): string =>
  score.value === null
    ? 'no decided answer'
    : `${percent(score.value)}, ${ofOne(score.numerator, score.denominator, 'answer')}; ${percentRange(score.interval95)}`;
