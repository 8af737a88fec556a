import { Link } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import type { EngineColumn, EngineComparison } from '../../api/engineQueries.ts';
import type { Engine } from '../../api/queries.ts';
import { pngOf } from '../../charts/exportPicture.ts';
import { IntervalTrack } from '../../charts/IntervalTrack.tsx';
import { kindWord, shortLabel } from '../../engines/engineWords.ts';
import {
  countWithNoun,
  integer,
  percent,
  percentRange,
  position,
  share,
  shareRange,
  unknownMark,
} from '../../format/numbers.ts';
import type { AnswerSearch } from '../../shell/answerSearch.ts';
import { AnswersLink } from '../../ui/AnswersLink.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { SaveCsv, SavePng } from '../../ui/Save.tsx';
import { Scroller } from '../../ui/Scroller.tsx';
import { Section } from '../../ui/Section.tsx';
import { figureFile, figureHead, figureNotes, ofOne } from './figures.ts';

type Props = { data: EngineComparison; engines: readonly Engine[]; name: string };

/** One column an engine, one row a measure: each number with its counts and what is sure of it, and a door to its answers. */
export function EngineFigures({ data, engines, name }: Props) {
  const { engines: columns, declared, simulated, window } = data;
  const table = useRef<HTMLTableElement>(null);
  const draw = () => {
    const drawings = [...(table.current?.querySelectorAll<SVGSVGElement>('tr[data-of=score] svg[role=img]') ?? [])];
    const dates = window.startDate === null ? 'all dates' : `${window.startDate} – ${window.endDate ?? ''}`;
    return pngOf(
      drawings.map((svg, index) => ({ svg, caption: captionOf(columns[index]) })),
      `Visibility score of ${name}, engine by engine`,
      `${dates}${simulated ? ', simulated' : ''}. 95 % intervals; engines are never added up.`,
    );
  };
  return (
    <Section
      title="Side by side"
      note="Each column is one engine by itself, over its latest answer to each question. A number opens what it is made of."
      actions={
        <>
          <SaveCsv name={`${name}-engines`} head={figureHead} rows={() => columns.map(figureFile)} />
          <SavePng name={`${name}-engines`} draw={draw} />
        </>
      }
    >
      <Scroller label="Engines side by side">
        <table ref={table} className="w-full border-collapse">
          <thead>
            <tr>
              <td className="sticky left-0 z-10 bg-paper" />
              {columns.map(({ engine, label }) => {
                const known = engines.find(({ id }) => id === engine);
                return (
                  <th
                    key={engine}
                    scope="col"
                    className={`${widths[columns.length] ?? ''} min-w-44 border-line border-b px-3 pb-2 text-left align-bottom font-medium last:pr-0`}
                  >
                    <Link
                      from="/sites/$siteId/engines"
                      to="/sites/$siteId"
                      params={(now) => ({ siteId: now.siteId ?? '' })}
                      search={(now) => searchAt(engine, now)}
                      className="link"
                    >
                      {shortLabel(label)}
                    </Link>
                    <span className="block font-normal text-small text-soft">
                      {known === undefined ? engine : kindWord(known)}
                      {engine === declared ? '; declared' : ''}
                    </span>
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name: measure, of, cell }) => (
              <tr key={of} data-of={of} className="border-line border-b">
                <th
                  scope="row"
                  className="sticky left-0 z-10 w-36 min-w-28 bg-paper py-3 pr-3 text-left align-top font-medium text-small text-soft"
                >
                  {measure}
                </th>
                {columns.map((column) => (
                  <td key={column.engine} className="px-3 py-3 align-top last:pr-0">
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

const captionOf = (column: EngineColumn | undefined): string =>
  column === undefined ? '' : `${column.label}: ${scoreWords(column)}`;

const scoreWords = ({ visibilityScore: score }: EngineColumn): string =>
  score.value === null
    ? 'no answer says so'
    : `${percent(score.value)}, ${ofOne(score.numerator, score.denominator, 'answer')}; ${percentRange(score.interval95)} at 95 %`;

/** The filters of the report in view, with this engine chosen. */
function searchAt(engine: string, { q: _q, sort: _sort, domains: _domains, model: _model, ...filters }: PageSearch) {
  return { ...filters, engine };
}

type PageSearch = { q?: string; sort?: string; domains?: string; model?: string } & Record<string, unknown>;

/** A number, and the way to the answers that it counts. */
function Answers({ engine, find = {}, every = false, children }: AnswersProps) {
  return (
    <AnswersLink find={{ ...find, engine }} every={every} className="font-semibold text-title hover:underline">
      {children}
    </AnswersLink>
  );
}

type AnswersProps = { engine: string; find?: AnswerSearch; every?: boolean; children: ReactNode };

/** Some of the answers behind a number. */
function Some({ engine, find, every = false, children }: AnswersProps & { find: AnswerSearch }) {
  return (
    <AnswersLink find={{ ...find, engine }} every={every} className="hover:underline">
      {children}
    </AnswersLink>
  );
}

function Figure({ figure, told, picture }: { figure: ReactNode; told: ReactNode; picture?: ReactNode }) {
  return (
    <div className="grid gap-1">
      <span>{figure}</span>
      {picture}
      <span className="text-small text-soft">{told}</span>
    </div>
  );
}

const Unknown = ({ why }: { why: string }) => (
  <span title={why} className="font-semibold text-title">
    {unknownMark}
    <span className="sr-only">{why}</span>
  </span>
);

const rows: readonly { name: string; of: string; cell(column: EngineColumn, data: EngineComparison): ReactNode }[] = [
  {
    name: 'Visibility score',
    of: 'score',
    cell: ({ engine, label, visibilityScore: score }) =>
      score.value === null ? (
        <Figure
          figure={<Unknown why="No answer in this period says whether you are listed." />}
          picture={<IntervalTrack bare label={`${label}, visibility score`} value={null} interval={null} />}
          told={
            score.excludedUnknown > 0 ? (
              <Some engine={engine} find={{ listing: 'unknown' }}>
                {countWithNoun(score.excludedUnknown, 'answer')} cannot tell
              </Some>
            ) : (
              'No answer'
            )
          }
        />
      ) : (
        <Figure
          figure={<Answers engine={engine}>{percent(score.value)}</Answers>}
          picture={
            <IntervalTrack
              bare
              label={`${label}, visibility score`}
              value={score.value}
              interval={score.interval95}
              bounds={score.excludedUnknown > 0 ? score.worstCaseBounds : null}
            />
          }
          told={
            <>
              <Some engine={engine} find={{ listing: 'listed' }}>
                {ofOne(score.numerator, score.denominator, 'answer')}
              </Some>
              ; {percentRange(score.interval95)} at 95 %
              {score.excludedUnknown > 0 && (
                <>
                  {'; '}
                  <Some engine={engine} find={{ listing: 'unknown' }}>
                    {integer(score.excludedUnknown)} cannot tell
                  </Some>
                </>
              )}
            </>
          }
        />
      ),
  },
  {
    name: 'Share of voice',
    of: 'share',
    cell: ({ engine, shareOfVoice: voice }) =>
      voice.value === null ? (
        <Figure figure={<Unknown why="No answer names an identified domain." />} told="No identified domain" />
      ) : (
        <Figure
          figure={<Answers engine={engine}>{share(voice.value)}</Answers>}
          told={`${ofOne(voice.numerator, voice.denominator, 'recommendation')}${voice.interval95 === null ? '' : `; ${shareRange(voice.interval95)} at 95 %`}`}
        />
      ),
  },
  {
    name: 'Average position',
    of: 'position',
    cell: ({ engine, averagePosition: place }) =>
      place.value === null ? (
        <Figure figure={<Unknown why="No answer lists you." />} told="Absent: no answer lists you" />
      ) : (
        <Figure
          figure={
            <Answers engine={engine} find={{ listing: 'listed' }}>
              {position(place.value)}
            </Answers>
          }
          told={`over ${countWithNoun(place.listed, 'answer')} that ${place.listed === 1 ? 'lists' : 'list'} you; from ${integer(place.min)} to ${integer(place.max)}`}
        />
      ),
  },
  {
    name: 'Steadiness',
    of: 'steadiness',
    cell: ({ engine, steadiness: { questionsRepeated, meanJaccard, interval95, meanSameFirstShare } }) =>
      meanJaccard === null ? (
        <Figure figure={<Unknown why="No question was asked twice with one setup." />} told="No repeated question" />
      ) : (
        <Figure
          figure={
            <Answers engine={engine} every>
              {share(meanJaccard)}
            </Answers>
          }
          told={`of the names come again, over ${countWithNoun(questionsRepeated, 'repeated question')}${interval95 === null ? '' : `; ${shareRange(interval95)} at 95 %`}${meanSameFirstShare === null ? '' : `; the first name stays in ${share(meanSameFirstShare)}`}`}
        />
      ),
  },
  {
    name: 'No answer shown',
    of: 'noAnswer',
    cell: ({ engine, coverage: { noAnswer } }) =>
      noAnswer.rate === null ? (
        <Figure figure={<Unknown why="No completed attempt." />} told="No completed attempt" />
      ) : (
        <Figure
          figure={
            <Answers engine={engine} find={{ listing: 'no_answer' }}>
              {percent(noAnswer.rate)}
            </Answers>
          }
          told={`${ofOne(noAnswer.questions, noAnswer.of, 'question')}; ${percentRange(noAnswer.interval95)} at 95 %`}
        />
      ),
  },
  {
    name: 'Sources',
    of: 'sources',
    cell: ({ engine, sources }, { filters }) => {
      const own = sources.rows.find(({ owned }) => owned);
      const isTold = filters.sourceType !== 'external' && (own !== undefined || sources.total <= sources.rows.length);
      const yours =
        own === undefined ? (
          'none yours'
        ) : (
          <Some engine={engine} find={{ cites: own.domain }}>
            yours in {countWithNoun(own.answers, 'answer')}
          </Some>
        );
      return (
        <Figure
          figure={
            <Link
              from="/sites/$siteId/engines"
              to="/sites/$siteId/sources"
              params={(now) => ({ siteId: now.siteId ?? '' })}
              search={(now) => searchAt(engine, now)}
              className="font-semibold text-title hover:underline"
            >
              {countWithNoun(sources.total, 'domain')}
            </Link>
          }
          told={
            <>
              {countWithNoun(sources.citations, 'citation')} of {countWithNoun(sources.pages, 'page')}
              {isTold && <>; {yours}</>}
            </>
          }
        />
      );
    },
  },
  {
    name: 'Answers',
    of: 'answers',
    cell: ({ engine, coverage, comparability: { models, mixed } }) => (
      <Figure
        figure={
          <Answers engine={engine}>
            {integer(coverage.questionsAnswered)} of {countWithNoun(coverage.questions, 'question')}
          </Answers>
        }
        told={
          <>
            <Some engine={engine} find={{}} every>
              {countWithNoun(coverage.attemptsConsidered, 'attempt')}
            </Some>
            {coverage.failed > 0 && (
              <>
                {', '}
                <Some engine={engine} find={{ ended: 'failed' }} every>
                  {integer(coverage.failed)} failed
                </Some>
              </>
            )}
            {coverage.truncated ? '; only the newest 100 count' : ''}
            <span className="block wrap-anywhere">{models.join(', ') || 'The vendor names no model'}</span>
            {mixed && <span className="block text-caution">Several models or settings are mixed</span>}
          </>
        }
      />
    ),
  },
];
