import { useQuery } from '@tanstack/react-query';
import { declaredRivalsQuery } from '../../api/rivalQueries.ts';
import { Button } from '../../ui/Button.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';

type Props = {
  siteId: string;
  /** Domains drawn now, and those that answers name most often. */
  drawn: readonly string[];
  leaders: readonly string[];
  /** True if the reader chose them. */
  isChosen: boolean;
  choose(domains: readonly string[] | null): void;
};

const maxDrawn = 5;

/**
 * Chooses the rivals drawn next to the website: by default the declared ones, then the most frequent names in answers.
 */
export function CompareWith({ siteId, drawn, leaders, isChosen, choose }: Props) {
  const declared = useQuery(declaredRivalsQuery(siteId)).data ?? [];
  const names = new Map(declared.map(({ domain, name }) => [domain, name]));
  const offered = [...new Set([...names.keys(), ...drawn, ...leaders])];
  if (offered.length === 0) return null;
  return (
    <Disclosure summary={`Compare with (${drawn.length} of at most ${maxDrawn})`} className="screen-only">
      <fieldset>
        <legend className="sr-only">Compare with</legend>
        <div className="flex flex-wrap gap-x-5 gap-y-1 text-small">
          {offered.map((domain) => {
            const isDrawn = drawn.includes(domain);
            return (
              <label key={domain} className="flex items-center gap-2 py-0.5 wrap-anywhere">
                <input
                  type="checkbox"
                  className="size-4"
                  checked={isDrawn}
                  disabled={!isDrawn && drawn.length >= maxDrawn}
                  onChange={() => choose(isDrawn ? drawn.filter((one) => one !== domain) : [...drawn, domain])}
                />
                <bdi>{names.get(domain) ?? domain}</bdi>
                {names.has(domain) && <span className="text-soft">rival</span>}
              </label>
            );
          })}
        </div>
      </fieldset>
      {isChosen && (
        <Button small kind="quiet" className="mt-2 -ml-2.5" onClick={() => choose(null)}>
          Clear selection
        </Button>
      )}
    </Disclosure>
  );
}
