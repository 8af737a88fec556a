import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Website } from '../../../../src/contract/wireTypes.ts';
import { call, SightlineError } from '../../api/http.ts';
import { queryClient, type Verification, verificationQuery } from '../../api/queries.ts';
import { Failure } from '../../ui/Notice.tsx';

/** Switch that only the owner of a verified website may turn on. It may always be turned off. */
export function BotComparison({ site, verification }: { site: Website; verification: Verification }) {
  const { verifiedAt, compareBotAgents: isOn } = verification;
  const { queryKey } = verificationQuery(site);
  // Optimistic state: the mutation reports a moment later, but the checkbox must follow the click immediately.
  const [isAsked, setAsked] = useState<boolean | null>(null);
  const change = useMutation({
    mutationFn: (compareBotAgents: boolean) => call('changeVerification', { id: site.id, compareBotAgents }),
    onSuccess: (answer) => queryClient.setQueryData(queryKey, answer.verification),
    // Refused or lost: the saved state decides what is shown.
    onError: () => queryClient.invalidateQueries({ queryKey }),
    onSettled: () => setAsked(null),
  });
  const isRefused = change.error instanceof SightlineError && change.error.field === 'compareBotAgents';
  const isProved = verifiedAt !== null;
  const isShut = !isProved && !isOn;
  const set = (isWanted: boolean) => {
    if (change.isPending) return;
    setAsked(isWanted);
    change.mutate(isWanted);
  };
  return (
    <div className="grid gap-2">
      <label className={`flex items-start gap-2.5 ${isShut ? 'text-soft' : ''}`}>
        <input
          type="checkbox"
          checked={isAsked ?? isOn}
          disabled={isShut}
          aria-busy={change.isPending || undefined}
          onChange={(event) => set(event.target.checked)}
          className="mt-1.5 size-4 shrink-0"
        />
        <span>
          Compare with bot-like user agents
          <span className="block text-small text-soft">
            {isProved
              ? 'Adds up to six requests to each capture. Each capture checks the token again, and skips the comparison if the token is missing.'
              : isOn
                ? 'Skipped until the website is verified.'
                : 'Not possible yet: verify the website first. Only its owner can allow this.'}
          </span>
        </span>
      </label>
      {isRefused && (
        <p role="alert" className="text-danger text-small">
          Not allowed: {change.error?.message.replace(/^\w+: /, '')}
        </p>
      )}
      {change.isError && !isRefused && (
        <Failure error={change.error} retry={() => set(change.variables)} retryNote="Trying again buys nothing." />
      )}
    </div>
  );
}
