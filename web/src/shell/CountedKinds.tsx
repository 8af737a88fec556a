import { useNavigate } from '@tanstack/react-router';
import type { OutputOf } from '../../../src/contract/callTypes.ts';
import { countWithNoun } from '../format/numbers.ts';
import { Button } from '../ui/Button.tsx';

type Kinds = NonNullable<OutputOf<'engineOverview'>['coverage']['questionKinds']>;
type Choice = Kinds['choice'];

/** The same counts under another choice, where a page shows more questions than its numbers count. */
export function kindsOf(kinds: Kinds | null, choice: Choice): Kinds | null {
  return kinds === null ? null : { ...kinds, choice };
}

/** Beside the numbers: how many questions name the website, whether they are counted, and the switch. */
export function CountedKinds({ kinds }: { kinds: Kinds | null }) {
  const navigate = useNavigate();
  if (kinds === null || (kinds.branded === 0 && kinds.choice === 'exclude')) return null;
  const set = (branded: 'include' | 'only' | undefined) =>
    void navigate({
      to: '.',
      search: ((now: Record<string, unknown>) => ({ ...now, branded })) as never,
      replace: true,
      resetScroll: false,
    });
  const { choice } = kinds;
  return (
    <p className="-mt-3 mb-6 flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-soft">
      <span>{textOf(kinds)}</span>
      <span className="screen-only flex gap-1">
        {choice !== 'exclude' && (
          <Button small kind="quiet" onClick={() => set(undefined)}>
            Leave branded out
          </Button>
        )}
        {choice !== 'include' && (
          <Button small kind="quiet" onClick={() => set('include')}>
            Count all
          </Button>
        )}
        {choice !== 'only' && kinds.branded > 0 && (
          <Button small kind="quiet" onClick={() => set('only')}>
            Only branded
          </Button>
        )}
      </span>
    </p>
  );
}

function textOf({ choice, branded, others }: Kinds): string {
  const [named, rest] = [countWithNoun(branded, 'branded question'), countWithNoun(others, 'other question')];
  if (choice === 'include') return `${named} and ${rest} are counted.`;
  if (choice === 'only') return `Only the ${named} ${branded === 1 ? 'is' : 'are'} counted; ${rest} left out.`;
  return `${named} left out: ${branded === 1 ? 'it names' : 'they name'} your website. ${rest} counted.`;
}
