import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import type { Website } from '../../../../src/contract/wireTypes.ts';
import { type BucketSize, historyQuery, siteNotesQuery } from '../../api/visibilityQueries.ts';
import { HistoryChart } from '../../charts/HistoryChart.tsx';
import { Picture } from '../../charts/Picture.tsx';
import { countWithNoun } from '../../format/numbers.ts';
import { filtersOf } from '../../shell/reportSearch.ts';
import { Choice } from '../../ui/Field.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Section.tsx';
import { CompareWith } from './CompareWith.tsx';
import { SiteNotes } from './SiteNotes.tsx';

const dayMs = 86_400_000;

/** Days while they can be told apart, then weeks, then months. */
function usualBucket(startDate: string | undefined, endDate: string | undefined): BucketSize {
  if (startDate === undefined || endDate === undefined) return 'week';
  const days = (Date.parse(endDate) - Date.parse(startDate)) / dayMs + 1;
  return days <= 31 ? 'day' : days <= 400 ? 'week' : 'month';
}

const round = (value: number | null): number | null => (value === null ? null : Math.round(value * 10) / 10);

/** The same numbers day by day, week by week or month by month. */
export function HistorySection({ site, note }: { site: Website; note: string }) {
  const search = useSearch({ from: '/inside/sites/$siteId' });
  const navigate = useNavigate();
  const filters = filtersOf(search);
  const bucket = search.points ?? usualBucket(filters.startDate, filters.endDate);
  const notes = useQuery(siteNotesQuery(site.id)).data ?? [];
  const history = useQuery(historyQuery(site.id, filters, bucket, search.beside));
  const set = (next: Record<string, unknown>) =>
    void navigate({
      to: '.',
      search: ((now: Record<string, unknown>) => ({ ...now, ...next })) as never,
      replace: true,
      resetScroll: false,
    });
  // A thousand elements: drawn in pieces between which the page answers its reader.
  const drawn = useDeferredValue(history.data);
  const points = drawn?.points ?? [];
  const { steady } = drawn ?? { steady: null };
  const rivals = points[0]?.rivals.map(({ domain }) => domain) ?? [];
  return (
    <Section
      title="Over time"
      note={`Each ${bucket} (UTC) by itself: the latest answer of each question. ${
        steady === null || steady.questions > 1
          ? `The line follows the ${steady === null ? 'questions' : countWithNoun(steady.questions, 'question')} that every ${bucket} answers`
          : `No question is answered in every ${bucket}, so no line joins them`
      }. Grey: how many answers name others, rivals first.`}
      actions={
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
      }
    >
      {history.isError && history.data === undefined && (
        <Failure error={history.error} retry={() => void history.refetch()} />
      )}
      {drawn === undefined && !history.isError && <Skeleton className="h-80" />}
      {drawn !== undefined && points.length === 0 && <p className="text-soft">No attempt in this period.</p>}
      {drawn !== undefined && points.length > 0 && (
        <Picture
          name={`${site.domain}-over-time`}
          title={`Share of answers that list ${site.name}, by ${bucket}`}
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
            history={drawn}
            siteId={site.id}
            notes={notes}
          />
        </Picture>
      )}
      {drawn !== undefined && points.length + notes.length > 1 && <SiteNotes siteId={site.id} notes={notes} />}
      {drawn !== undefined && points.length > 0 && (
        <CompareWith
          siteId={site.id}
          drawn={rivals}
          leaders={drawn.leaders.map(({ domain }) => domain)}
          isChosen={search.beside !== undefined}
          choose={(domains) => set({ beside: domains === null ? undefined : domains.join(',') || '-' })}
        />
      )}
    </Section>
  );
}
