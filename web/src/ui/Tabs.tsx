import { integer } from '../format/numbers.ts';

type Tab<Id extends string = string> = { id: Id; name: string; count?: number | null | undefined };

type Props<Id extends string> = { label: string; tabs: readonly Tab<Id>[]; value: Id; onChange(id: Id): void };

/** Shows buttons that select a part of a page or of a list, each with its number of rows. */
export function Tabs<Id extends string>({ label, tabs, value, onChange }: Props<Id>) {
  return (
    <nav aria-label={label} className="screen-only flex min-w-0 flex-wrap gap-0.5">
      {tabs.map(({ id, name, count }) => (
        <button
          key={id}
          type="button"
          aria-current={id === value}
          onClick={() => onChange(id)}
          className="min-h-8 rounded-small px-2.5 text-left text-small text-soft hover:bg-sunken hover:text-ink aria-[current=true]:bg-sunken aria-[current=true]:font-medium aria-[current=true]:text-ink"
        >
          {name}
          {count == null ? null : <span className="tabular-nums"> {integer(count)}</span>}
        </button>
      ))}
    </nav>
  );
}
