import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { enginesQuery, tagsQuery } from '../api/queries.ts';
import { EngineChoice } from '../engines/EngineChoice.tsx';
import { labelOf } from '../engines/engineWords.ts';
import { daysBefore, today } from '../format/days.ts';
import { day, utc } from '../format/times.tsx';
import { Button } from '../ui/Button.tsx';
import { Choice } from '../ui/Field.tsx';
import { filtersOf, type ReportSearch, usualDays } from './reportSearch.ts';

type Props = {
  models: readonly string[];
  sources?: boolean;
  /** False where a page shows every engine and every model beside each other. */
  engine?: boolean;
  /** True where answers of every engine are listed unless one is chosen. */
  everyEngine?: boolean;
};

const spans = [7, usualDays, 90];

/** Engine, dates, tag, model and sources of a report. Everything chosen here stands in the address. */
export function FilterBar({ models, sources = false, engine = true, everyEngine = false }: Props) {
  const search = useSearch({ from: '/inside/sites/$siteId' });
  const { siteId } = useParams({ from: '/inside/sites/$siteId' });
  const tags = useQuery(tagsQuery(siteId)).data ?? [];
  const engines = useQuery(enginesQuery).data;
  const navigate = useNavigate();
  // What else stands in the address, such as the search of a list, stays.
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
    else if (value === 'own') dated(filters.startDate ?? daysBefore(today(), usualDays - 1), daysBefore(today(), 1));
    else if (value === String(usualDays)) set(remaining);
    else set({ ...remaining, from: daysBefore(today(), Number(value) - 1), to: today() });
  };
  const known = [...new Set([...models, ...(search.model === undefined ? [] : [search.model])])];
  return (
    <>
      <p className="mb-6 hidden text-small text-soft print:block">
        {filters.startDate === undefined
          ? 'All dates'
          : `${day(filters.startDate)} – ${day(filters.endDate ?? today())}, UTC`}
        {!engine || search.engine === undefined ? '' : `; ${labelOf(engines, search.engine)}`}
        {!engine || search.model === undefined ? '' : `; model ${search.model}`}
        {search.tag === undefined ? '' : `; questions with the tag ${search.tag}`}
        {search.source === undefined
          ? ''
          : `; of the sources, ${search.source === 'owned' ? 'your' : 'other'} pages only`}
        . Printed {utc(new Date().toISOString())}.
      </p>
      <div className="screen-only mb-6 flex flex-wrap items-end gap-2">
        {engine && (
          <EngineChoice
            chosen={search.engine ?? null}
            every={everyEngine}
            choose={(id) => {
              // A model of one engine is none of another.
              const { engine: _before, model: _model, ...rest } = search;
              set(id === null ? rest : { ...rest, engine: id });
            }}
          />
        )}
        <Choice
          label="Dates (UTC)"
          hideLabel
          value={search.all === true ? 'all' : span === undefined ? 'own' : String(span)}
          onChange={chooseSpan}
          options={[
            ...spans.map((days) => ({ value: String(days), label: `Last ${days} days` })),
            { value: 'all', label: 'All dates' },
            { value: 'own', label: 'From … to …' },
          ]}
        />
        {search.all !== true && span === undefined && (
          <span className="flex items-center gap-1.5 text-small">
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
        )}
        {(tags.length > 0 || search.tag !== undefined) && (
          <Choice
            label="Tag"
            hideLabel
            value={search.tag ?? ''}
            onChange={(tag) => {
              const { tag: _dropped, ...rest } = search;
              set(tag === '' ? rest : { ...rest, tag });
            }}
            options={[
              { value: '', label: 'All tags' },
              ...[...new Set([...tags.map(({ tag }) => tag), ...(search.tag === undefined ? [] : [search.tag])])].map(
                (tag) => ({ value: tag, label: tag }),
              ),
            ]}
          />
        )}
        {engine && (known.length > 1 || search.model !== undefined) ? (
          <Choice
            label="Model"
            hideLabel
            value={search.model ?? ''}
            onChange={(model) => {
              const { model: _dropped, ...rest } = search;
              set(model === '' ? rest : { ...rest, model });
            }}
            options={[{ value: '', label: 'All models' }, ...known.map((model) => ({ value: model, label: model }))]}
          />
        ) : null}
        {sources && (
          <Choice
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
        )}
        {(search.all === true ||
          search.from !== undefined ||
          search.engine !== undefined ||
          search.model !== undefined ||
          search.tag !== undefined ||
          search.branded !== undefined ||
          search.source !== undefined) && (
          <Button small kind="quiet" onClick={() => set({})}>
            Clear
          </Button>
        )}
        <span className="py-1.5 text-small text-soft max-sm:hidden">
          {filters.startDate === undefined
            ? 'All dates'
            : `${day(filters.startDate)} – ${day(filters.endDate ?? today())}, UTC`}
        </span>
      </div>
    </>
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
