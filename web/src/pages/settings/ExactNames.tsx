import { useMutation } from '@tanstack/react-query';
import type { NameLedger, Website } from '../../../../src/contract/wireTypes.ts';
import { call } from '../../api/http.ts';
import { countWithNoun } from '../../format/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { Failure } from '../../ui/Notice.tsx';

const reasons = {
  short: 'has fewer than four letters',
  common_word: 'is a common word',
  in_lower_case: 'also appears as a common word',
} as const;

/** Lists names that match only alone and in their exact case, with undo, and names that perhaps should. */
export function ExactNames(props: {
  site: Website;
  proposals: NameLedger['exactProposals'];
  onSaved(): Promise<void>;
}) {
  const { site, proposals, onSaved } = props;
  const exact = site.exactNames ?? [];
  const change = useMutation({
    mutationFn: ({ exactNames }: { name: string; exactNames: readonly string[] }) =>
      call('changeSite', { id: site.id, exactNames: [...exactNames] }),
    onSuccess: onSaved,
  });
  if (exact.length + proposals.length === 0) return null;
  const busy = (name: string) => change.isPending && change.variables.name === name;
  return (
    <div className="mb-6">
      <h3 className="font-medium">Names that are also common words</h3>
      <p className="measure text-small text-soft">
        By default a registered name also matches longer names that begin with it. An exact name does not, and capitals
        matter: “Target”, not “Target practice” or “target”.
      </p>
      {change.isError && <Failure error={change.error} />}
      <ul className="mt-1 divide-y divide-line">
        {exact.map((name) => (
          <li key={name} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2">
            <span>
              <bdi className="font-medium">{name}</bdi> <span className="text-small text-soft">exact match only</span>
            </span>
            <Button
              forMembers
              small
              kind="quiet"
              busy={busy(name)}
              onClick={() => change.mutate({ name, exactNames: exact.filter((one) => one !== name) })}
              aria-label={`Allow longer names: ${name}`}
            >
              Allow longer names
            </Button>
          </li>
        ))}
        {proposals.map(({ name, reason, answers }) => (
          <li key={name} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2">
            <span>
              <bdi className="font-medium">{name}</bdi>{' '}
              <span className="text-small text-soft">
                {reasons[reason]}
                {answers > 0 && `; in lower case in ${countWithNoun(answers, 'answer')}`}
              </span>
            </span>
            <Button
              forMembers
              small
              busy={busy(name)}
              onClick={() => change.mutate({ name, exactNames: [...exact, name] })}
              aria-label={`Match exactly: ${name}`}
            >
              Match exactly
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
