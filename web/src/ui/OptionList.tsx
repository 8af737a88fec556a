import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { Icon } from './Icon.tsx';

export type SwitcherOption = {
  id: string;
  /** Name, written by people. */
  name: string;
  /** Another name or a kind, which is searched too. */
  detail?: string;
};

type Props = {
  /** Label of the list: `Website`. */
  label: string;
  value: string | null;
  options: readonly SwitcherOption[];
  /** Options at the bottom, whatever is searched for. */
  acts?: readonly SwitcherOption[];
  choose(id: string): void;
  /** Closes the list without a choice. */
  close(): void;
};

/** With more options than this, typing is faster than scrolling. */
const maxShown = 60;

function isMeant({ name, detail = '' }: SwitcherOption, typed: string): boolean {
  const text = `${name} ${detail}`.toLowerCase();
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => text.includes(word));
}

/**
 * Ranks an exact name before one that begins with the phrase, one that contains it, and one that contains its words.
 */
function nearness({ name }: SwitcherOption, typed: string): number {
  const [of, phrase] = [name.toLowerCase(), typed.trim().toLowerCase()];
  if (phrase === '' || of === phrase) return 0;
  return of.startsWith(phrase) ? 1 : of.includes(phrase) ? 2 : 3;
}

/**
 * Shows a list of options: typing searches it, arrows only move the mark, and nothing happens before a choice. A native
 * select navigates at each arrow on some systems.
 */
export function OptionList({ label, value, options, acts = [], choose, close }: Props) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      options.findIndex((option) => option.id === value),
    ),
  );
  const matches = options
    .filter((option) => isMeant(option, typed))
    .toSorted((one, other) => nearness(one, typed) - nearness(other, typed))
    .slice(0, maxShown);
  const rows = [...matches, ...acts];
  const marked = rows[Math.min(at, rows.length - 1)];

  useEffect(() => {
    document.getElementById(`${id}-${marked?.id}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, marked?.id]);

  const press = (event: KeyboardEvent) => {
    const last = rows.length - 1;
    const moves: Record<string, number> = {
      ArrowDown: at >= last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : Math.min(at, last) - 1,
    };
    const next = moves[event.key];
    if (next !== undefined) {
      event.preventDefault();
      setAt(next);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (marked !== undefined) choose(marked.id);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      close();
    }
  };
  const row = (option: SwitcherOption, index: number) => (
    // The field keeps the focus and names the marked option: keys are handled there.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    // biome-ignore lint/a11y/useFocusableInteractive: see above
    <div
      key={option.id}
      id={`${id}-${option.id}`}
      role="option"
      aria-selected={option.id === value}
      onPointerMove={() => setAt(index)}
      onClick={() => choose(option.id)}
      className={`flex min-h-9 cursor-pointer items-center gap-2 rounded-small px-2.5 py-1 ${option === marked ? 'bg-sunken forced-colors:outline' : ''}`}
    >
      <span className="min-w-0 grow">
        <bdi className={`block truncate ${option.id === value ? 'font-medium' : ''}`}>{option.name}</bdi>
        {option.detail !== undefined && option.detail !== option.name && (
          <bdi className="block truncate text-small text-soft">{option.detail}</bdi>
        )}
      </span>
      {option.id === value && <Icon name="done" />}
    </div>
  );
  return (
    <>
      <input
        type="text"
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={marked === undefined ? undefined : `${id}-${marked.id}`}
        aria-autocomplete="list"
        aria-label={`Search: ${label}`}
        placeholder={`Search ${options.length}`}
        autoComplete="off"
        spellCheck={false}
        // The list opens on a press, and receives whatever is typed next.
        // biome-ignore lint/a11y/noAutofocus: see above
        autoFocus
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          // Enter does nothing unless an option matches: an arrow reaches the actions at the bottom.
          setAt(options.some((option) => isMeant(option, event.target.value)) ? 0 : -1);
        }}
        onKeyDown={press}
        className="field mb-1.5 h-8 text-small"
      />
      <div id={`${id}-list`} role="listbox" aria-label={label} className="max-h-[min(22rem,60vh)] overflow-y-auto">
        {rows.slice(0, matches.length).map(row)}
        {acts.map((act, index) => row(act, matches.length + index))}
      </div>
      {matches.length === 0 && <p className="px-2.5 py-2 text-small text-soft">None matches “{typed}”.</p>}
    </>
  );
}
