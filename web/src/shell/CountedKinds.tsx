import { useNavigate } from '@tanstack/react-router';
import type { OutputOf } from '../../../src/contract/callTypes.ts';
import { integer } from '../format/numbers.ts';
import { Choice } from '../ui/Field.tsx';

export type Kinds = NonNullable<OutputOf<'engineOverview'>['coverage']['questionKinds']>;
type Kind = Kinds['choice'];

/** Returns the same counts for another choice, on a page that shows more questions than its numbers count. */
export function withChoice(kinds: Kinds | null, choice: Kind): Kinds | null {
  return kinds === null ? null : { ...kinds, choice };
}

/** Shows which questions count: by default those that name the website are left out. Empty if there are none. */
export function CountedKinds({ kinds }: { kinds: Kinds | null }) {
  const navigate = useNavigate();
  if (kinds === null || (kinds.branded === 0 && kinds.choice === 'exclude')) return null;
  const { choice, branded, others } = kinds;
  const set = (next: Kind) =>
    void navigate({
      to: '.',
      search: ((now: Record<string, unknown>) => ({ ...now, branded: next === 'exclude' ? undefined : next })) as never,
      replace: true,
      resetScroll: false,
    });
  return (
    <Choice
      label="Questions counted"
      hideLabel
      value={choice}
      onChange={set}
      options={[
        { value: 'exclude', label: `Unbranded ${integer(others)}` },
        { value: 'include', label: `All ${integer(others + branded)}` },
        { value: 'only', label: `Branded ${integer(branded)}` },
      ]}
    />
  );
}
