import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { enginesQuery, tagsQuery } from '../api/queries.ts';
import { EngineChoice } from '../engines/EngineChoice.tsx';
import { formatLabel } from '../engines/engineWords.ts';
import { daysBefore, today } from '../format/days.ts';
import { day, shortDate, utc } from '../format/times.tsx';
import { Choice } from '../ui/Field.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Popover } from '../ui/Popover.tsx';
import { CountedKinds, type Kinds } from './CountedKinds.tsx';
import { FoldedFilters } from './FoldedFilters.tsx';
import { defaultDays, filtersOf, type ReportSearch } from './reportSearch.ts';

type Props = {
  models: readonly string[];
  sources?: boolean;
  /** False on a page that shows all engines and models side by side. */
  engine?: boolean;
  /** True if answers of every engine are listed by default. */
  everyEngine?: boolean;
  /** False if a page does not count questions. */
  questions?: boolean;
  /** Counts of branded and other questions; null until the page has them. */
  kinds?: Kinds | null;
};

const spans = [7, defaultDays, 90];

/**
 * Shows the filters of a report as buttons that name their choice. The address stores them; those without room are
 * collapsed.
 */
export function FilterBar({
  models,
  sources = false,
  engine = true,
  everyEngine = false,
  questions = true,
  kinds = null,
}: Props) {
  const [opensDates, setOpensDates] = useState(false);
  const search = useSearch({ from: '/inside/sites/$siteId' });
  const { siteId } = useParams({ from: '/inside/sites/$siteId' });
  const tags = useQuery(tagsQuery(siteId)).data ?? [];
  const navigate = useNavigate();
  // Keeps other parameters of the address, such as the search of a list.
  const set = (next: ReportSearch) =>
    void navigate({
      to: '.',
      search: ((now: Record<string, unknown>) => ({ ...withoutFilters(now), ...next })) as never,
      replace: true,
      resetScroll: false,
    });
  const filters = filtersOf(search);
  const span = spans.find((days) => filters.endDate === today() && filters.startDate === daysBefore(today(), days - 1));
  const remaining: ReportSearch = {
    ...(search.engine === undefined ? {} : { engine: search.engine }),
    ...(search.model === undefined ? {} : { model: search.model }),
    ...(search.source === undefined ? {} : { source: search.source }),
    ...(search.tag === undefined ? {} : { tag: search.tag }),
    ...(search.branded === undefined ? {} : { branded: search.branded }),
  };
  const dated = (from: string, to: string) => (from <= to ? set({ ...remaining, from, to }) : undefined);
  const chooseSpan = (value: string) => {
    if (value === 'all') set({ ...remaining, all: true });
    else if (value === 'own') {
      setOpensDates(true);
      dated(filters.startDate ?? daysBefore(today(), defaultDays - 1), daysBefore(today(), 1));
    } else if (value === String(defaultDays)) set(remaining);
    else set({ ...remaining, from: daysBefore(today(), Number(value) - 1), to: today() });
  };
  const knownItems = [...new Set([...models, ...(search.model === undefined ? [] : [search.model])])];
  const tagged = [...new Set([...tags.map(({ tag }) => tag), ...(search.tag === undefined ? [] : [search.tag])])];
  const dates =
    filters.startDate === undefined
      ? 'All dates'
      : `${day(filters.startDate)} – ${day(filters.endDate ?? today())}, UTC`;
  const isOwn = search.all !== true && span === undefined;
  const first = [
    engine && (
      <EngineChoice
        key="engine"
        chosen={search.engine ?? null}
        every={everyEngine}
        choose={(id) => {
          // Models differ by engine, so a new engine clears the model.
          const { engine: _before, model: _model, ...rest } = search;
          set(id === null ? rest : { ...rest, engine: id });
        }}
      />
    ),
    <Choice
      key="dates"
      label="Dates (UTC)"
      hideLabel
      title={dates}
      value={search.all === true ? 'all' : span === undefined ? 'own' : String(span)}
      onChange={chooseSpan}
      options={[
        ...spans.map((days) => ({ value: String(days), label: `${days} days` })),
        { value: 'all', label: 'All dates' },
        {
          value: 'own',
          label: isOwn
            ? `${shortDate(filters.startDate ?? today())} – ${shortDate(filters.endDate ?? today())}`
            : 'From … to …',
        },
      ]}
    />,
    isOwn && (
      <Popover
        key="own"
        label={`First and last day: ${dates}`}
        face={<Icon name="plans" className="size-3.5" />}
        opens={opensDates}
      >
        <span className="flex items-center gap-1.5 p-3 text-small">
          <DateInput
            label="First day (UTC)"
            value={filters.startDate ?? ''}
            max={filters.endDate}
            onChange={(from) => dated(from, filters.endDate ?? today())}
          />
          to
          <DateInput
            label="Last day (UTC)"
            value={filters.endDate ?? ''}
            min={filters.startDate}
            onChange={(to) => dated(filters.startDate ?? to, to)}
          />
        </span>
      </Popover>
    ),
    <CountedKinds key="kinds" kinds={kinds} />,
    questions && tagged.length > 0 && (
      <Choice
        key="tag"
        label="Tag"
        hideLabel
        shrinks
        value={search.tag ?? ''}
        onChange={(tag) => {
          const { tag: _dropped, ...rest } = search;
          set(tag === '' ? rest : { ...rest, tag });
        }}
        options={[{ value: '', label: 'All tags' }, ...tagged.map((tag) => ({ value: tag, label: tag }))]}
      />
    ),
  ].filter(Boolean);
  const further = [
    engine && (knownItems.length > 1 || search.model !== undefined) && (
      <Choice
        key="model"
        label="Model"
        hideLabel
        value={search.model ?? ''}
        onChange={(model) => {
          const { model: _dropped, ...rest } = search;
          set(model === '' ? rest : { ...rest, model });
        }}
        options={[{ value: '', label: 'All models' }, ...knownItems.map((model) => ({ value: model, label: model }))]}
      />
    ),
    sources && (
      <Choice
        key="sources"
        label="Sources"
        hideLabel
        value={search.source ?? 'all'}
        onChange={(source) => {
          const { source: _dropped, ...rest } = search;
          set(source === 'all' ? rest : { ...rest, source });
        }}
        options={[
          { value: 'all', label: 'All sources' },
          { value: 'owned', label: 'Your pages' },
          { value: 'external', label: 'Other pages' },
        ]}
      />
    ),
  ].filter(Boolean);
  // A period counts as one filter; the selected part of a page counts as none.
  const others = ['points', 'beside', 'to', 'part', 'tab'];
  const count = Object.keys(search).filter((name) => !others.includes(name)).length;
  return (
    <FoldedFilters
      further={further}
      count={count}
      furtherCount={Number(search.model !== undefined) + Number(search.source !== undefined)}
      clear={() => set({})}
    >
      {first}
    </FoldedFilters>
  );
}

/** The filters of a report in words, only for printing. */
export function PrintedFilters() {
  const search = useSearch({ from: '/inside/sites/$siteId' });
  const engines = useQuery(enginesQuery).data;
  const filters = filtersOf(search);
  return (
    <p className="mb-3 hidden text-small text-soft print:block">
      {filters.startDate === undefined
        ? 'All dates'
        : `${day(filters.startDate)} – ${day(filters.endDate ?? today())}, UTC`}
      {search.engine === undefined ? '' : `; ${formatLabel(engines, search.engine)}`}
      {search.model === undefined ? '' : `; model ${search.model}`}
      {search.tag === undefined ? '' : `; questions with the tag ${search.tag}`}
      {search.source === undefined ? '' : `; sources: ${search.source === 'owned' ? 'your' : 'other'} pages only`}.
      Printed {utc(new Date().toISOString())}.
    </p>
  );
}

function withoutFilters({
  from,
  to,
  all,
  engine,
  model,
  source,
  tag,
  branded,
  ...rest
}: Record<string, unknown>): Record<string, unknown> {
  return rest;
}

function DateInput(props: {
  label: string;
  value: string;
  min?: string | undefined;
  max?: string | undefined;
  onChange(value: string): void;
}) {
  return (
    <input
      type="date"
      aria-label={props.label}
      value={props.value}
      min={props.min}
      max={props.max}
      onChange={(event) => event.target.value !== '' && props.onChange(event.target.value)}
      className="field h-8 w-auto px-2 text-small"
    />
  );
}
