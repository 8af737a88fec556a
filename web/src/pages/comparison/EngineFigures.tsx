import { Link } from '@tanstack/react-router';
import type { EngineColumn, EngineComparison } from '../../api/engineQueries.ts';
import type { Engine } from '../../api/queries.ts';
import { IntervalDrawing } from '../../charts/IntervalDrawing.tsx';
import { pngOfDrawing } from '../../charts/pngOfDrawing.ts';
import { kindWord, shortLabel } from '../../engines/engineWords.ts';
import { percent, percentRange } from '../../format/numbers.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { SaveCsv, SavePng } from '../../ui/Save.tsx';
import { Scroller } from '../../ui/Scroller.tsx';
import { Section } from '../../ui/Section.tsx';
import { engineMeasures, searchAt } from './engineMeasures.tsx';
import { figureFile, figureHead, figureNotes, ofOne } from './figures.ts';

type Props = { data: EngineComparison; engines: readonly Engine[]; name: string };

/** One column an engine, one row a measure: each number with its counts and what is sure of it, and a door to its answers. */
export function EngineFigures({ data, engines, name }: Props) {
  const { engines: columns, declared, simulated, window } = data;
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
      `${dates}${simulated ? ', simulated' : ''}. 95 % intervals; engines are never added up.`,
    );
  };
  return (
    <Section
      title="Side by side"
      info="engines"
      actions={
        <>
          <SaveCsv name={`${name}-engines`} head={figureHead} rows={() => columns.map(figureFile)} />
          <SavePng name={`${name}-engines`} draw={draw} />
        </>
      }
    >
      <Scroller label="Engines side by side">
        <table className="w-full border-collapse">
          <thead>
            <tr>
              <td className="sticky left-0 z-10 bg-paper" />
              {columns.map(({ engine, label }) => {
                const known = engines.find(({ id }) => id === engine);
                return (
                  <th
                    key={engine}
                    scope="col"
                    className={`${widths[columns.length] ?? ''} min-w-44 border-line border-b max-w-0 px-3 pb-1 text-left align-bottom font-medium last:pr-0`}
                  >
                    <Link
                      from="/sites/$siteId/engines"
                      to="/sites/$siteId"
                      params={(now) => ({ siteId: now.siteId ?? '' })}
                      search={(now) => searchAt(engine, now)}
                      className="hover:underline"
                    >
                      {shortLabel(label)}
                    </Link>
                    <span className="block truncate font-normal text-small text-soft">
                      {known === undefined ? engine : kindWord(known)}
                      {engine === declared ? '; declared' : ''}
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
                  className="sticky left-0 z-10 w-36 min-w-28 bg-paper py-1 pr-3 text-left align-middle font-medium text-small text-soft"
                >
                  {measure}
                </th>
                {columns.map((column) => (
                  <td key={column.engine} className="h-9 px-3 py-1 align-middle last:pr-0">
                    {cell(column, data)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
      <Disclosure summary="How is this computed?" className="mt-3">
        <ul className="grid max-w-[84ch] gap-1 border-line border-l-2 pl-3 text-small text-soft">
          {figureNotes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </Disclosure>
    </Section>
  );
}

/** Columns are as wide as each other, by how many there are; more than six scroll at their least width. */
const widths = ['', 'w-full', 'w-1/2', 'w-1/3', 'w-1/4', 'w-1/5', 'w-1/6'] as const;

const scoreWords = ({ visibilityScore: score }: EngineColumn): string =>
  score.value === null
    ? 'no answer says so'
    : `${percent(score.value)}, ${ofOne(score.numerator, score.denominator, 'answer')}; ${percentRange(score.interval95)}`;
