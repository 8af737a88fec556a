import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import type { VisibilityOverview, Website } from '../../../../src/contract/wireTypes.ts';
import type { ReportFilters } from '../../api/reports.ts';
import { type BucketSize, historyQuery, siteNotesQuery } from '../../api/visibilityQueries.ts';
import { HistoryChart } from '../../charts/HistoryChart.tsx';
import { Picture } from '../../charts/Picture.tsx';
import { daysBefore } from '../../format/days.ts';
import { pWords, signed } from '../../format/tests.ts';
import { filtersOf } from '../../shell/reportSearch.ts';
import { Choice } from '../../ui/Field.tsx';
import { Info } from '../../ui/Info.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { CompareWith } from './CompareWith.tsx';
import { SiteNotes } from './SiteNotes.tsx';

const dayMs = 86_400_000;

/** Returns days while they can be distinguished, then weeks, then months. */
function defaultBucket(startDate: string | undefined, endDate: string | undefined): BucketSize {
  if (startDate === undefined || endDate === undefined) return 'week';
  const days = (Date.parse(endDate) - Date.parse(startDate)) / dayMs + 1;
  return days <= 14 ? 'day' : days <= 400 ? 'week' : 'month';
}

/** Minimum number of days in the chart, so that a month's report is seen with what came before. */
const minDrawnDays = 112;

/** Returns the dates of the report, with the previous period and at least the last weeks. */
function datesToDraw(filters: ReportFilters, previous: string | undefined): ReportFilters {
  const { startDate, endDate } = filters;
  if (startDate === undefined || endDate === undefined) return filters;
  const earliest = [
    startDate,
    daysBefore(endDate, minDrawnDays - 1),
    ...(previous === undefined ? [] : [previous]),
  ].sort()[0];
  return earliest === undefined ? filters : { ...filters, startDate: earliest };
}

const round = (value: number | null): number | null => (value === null ? null : Math.round(value * 10) / 10);

type Props = { site: Website; note: string; comparison: VisibilityOverview['comparison'] };

/** Shows the same numbers by day, week or month. */
export function HistorySection({ site, note, comparison }: Props) {
  const search = useSearch({ from: '/inside/sites/$siteId' });
  const navigate = useNavigate();
  const filters = filtersOf(search);
  const notes = useQuery(siteNotesQuery(site.id)).data ?? [];
  const isSinceNote = notes.some(({ date }) => date === search.from);
  const drawnDates = datesToDraw(filters, comparison?.previousWindow.startDate);
  const bucket = search.points ?? defaultBucket(drawnDates.startDate, drawnDates.endDate);
  const history = useQuery(historyQuery(site.id, drawnDates, bucket, search.beside));
  const rule =
    !isSinceNote || comparison?.difference == null || search.from === undefined
      ? null
      : { date: search.from, text: differenceText(comparison) };
  const set = (next: Record<string, unknown>) =>
    void navigate({
      to: '.',
      search: ((now: Record<string, unknown>) => ({ ...now, ...next })) as never,
      replace: true,
      resetScroll: false,
    });
  // The chart has about a thousand elements, so it is drawn in pieces, between which the page responds.
  const deferredValue = useDeferredValue(history.data);
  const points = deferredValue?.points ?? [];
  const rivals = points[0]?.rivals.map(({ domain }) => domain) ?? [];
  return (
    <section aria-label="Over time" className="mt-1 border-line border-t">
      <div className="flex h-9 items-center gap-2">
        <h2 className="flex items-center gap-1.5 font-semibold">
          Over time <Info of="trend" label="this picture" />
        </h2>
        <div className="screen-only ml-auto flex items-center gap-2">
          <Choice
            label="Points"
            hideLabel
            value={bucket}
            onChange={(points) => set({ points })}
            options={[
              { value: 'day', label: 'By day' },
              { value: 'week', label: 'By week' },
              { value: 'month', label: 'By month' },
            ]}
          />
        </div>
      </div>
      {history.isError && history.data === undefined && (
        <Failure error={history.error} retry={() => void history.refetch()} />
      )}
      {deferredValue === undefined && !history.isError && <Skeleton className="h-[18.5rem] max-sm:h-[22.5rem]" />}
      {deferredValue !== undefined && points.length === 0 && <p className="text-soft">No attempt in this period.</p>}
      {deferredValue !== undefined && points.length > 0 && (
        <Picture
          name={`${site.domain}-over-time`}
          title={
            bucket === 'day'
              ? `Share of answers that list ${site.name}, by day`
              : bucket === 'week'
                ? `Share of answers that list ${site.name}, by week`
                : `Share of answers that list ${site.name}, by month`
          }
          note={note}
          head={[
            'From',
            'To',
            'Score',
            'Lower',
            'Upper',
            'Listed',
            'Known',
            'Unknown',
            'Attempts',
            'Steady score',
            'Changed',
            'Models',
            ...rivals,
          ]}
          tools={
            <>
              {points.length + notes.length > 1 && <SiteNotes siteId={site.id} notes={notes} />}
              <CompareWith
                siteId={site.id}
                drawn={rivals}
                leaders={deferredValue.leaders.map(({ domain }) => domain)}
                isChosen={search.beside !== undefined}
                choose={(domains) => set({ beside: domains === null ? undefined : domains.join(',') || '-' })}
              />
            </>
          }
          rows={points.map((point) => [
            point.start,
            point.end,
            round(point.score),
            round(point.interval95?.lower ?? null),
            round(point.interval95?.upper ?? null),
            point.listed,
            point.known,
            point.unknown,
            point.attempts.matched,
            round(point.steady?.score ?? null),
            point.changed.join(' '),
            point.models.join(' '),
            ...point.rivals.map(({ rate }) => round(rate)),
          ])}
        >
          <HistoryChart
            key={`${bucket} ${points.length} ${rivals.join()}`}
            history={deferredValue}
            siteId={site.id}
            notes={notes}
            rule={rule}
            period={
              filters.startDate === undefined
                ? null
                : { from: filters.startDate, to: filters.endDate ?? filters.startDate }
            }
            compare={(date) => set({ from: date, to: undefined, all: undefined, points: undefined })}
          />
        </Picture>
      )}
    </section>
  );
}

/** Formats `▲ +19.5 (+13 to +26), p < 0.001`: the difference that the report tested. */
function differenceText({ verdict, difference, interval95, p }: NonNullable<Props['comparison']>): string {
  if (difference === null) return '';
  const isFound = verdict === 'increase' || verdict === 'decrease';
  const sign = !isFound ? '≈' : difference > 0 ? '▲' : '▼';
  const range = interval95 === null ? '' : ` (${signed(interval95.lower)} to ${signed(interval95.upper)})`;
  return `${sign} ${signed(difference)}${range}, ${pWords(p)}`;
}
