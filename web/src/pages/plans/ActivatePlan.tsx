import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call, SightlineError } from '../../api/http.ts';
import { type Plan, planQuery, plansQueryKey } from '../../api/planQueries.ts';
import { queryClient } from '../../api/queries.ts';
import { countWithNoun } from '../../format/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Failure, Notice } from '../../ui/Notice.tsx';
import { QuoteText } from './QuoteText.tsx';
import { seenIn } from './worstCase.ts';

/** Confirms price, limits and password; the plan then buys automatically. */
export function ActivatePlan({ plan, onClose }: { plan: Plan; onClose(): void }) {
  const quote = useQuery(planQuery(plan.id)).data?.quote;
  const unpriced = quote?.round?.total.unpriced ?? 0;
  const [budget, setBudget] = useState(plan.budgetUsdPerMonth === null ? '' : String(plan.budgetUsdPerMonth));
  const [most, setMost] = useState(plan.maxUsdPerRound === null ? '' : String(plan.maxUsdPerRound));
  const [days, setDays] = useState('');
  const [password, setPassword] = useState('');
  const activate = useMutation({
    mutationFn: () =>
      call('activatePlan', {
        id: plan.id,
        password,
        revision: plan.revision,
        ...seenIn(quote),
        budgetUsdPerMonth: budget === '' ? null : Number(budget),
        maxUsdPerRound: most === '' ? null : Number(most),
        agentDays: days === '' ? null : Number(days),
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: plansQueryKey });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    activate.mutate();
  };
  const isPassword = activate.error instanceof SightlineError && activate.error.field === 'password';
  const money = {
    type: 'number',
    min: 0,
    max: 1_000_000,
    step: 'any',
    inputMode: 'decimal',
    className: 'w-40',
  } as const;
  return (
    <form onSubmit={submit} className="grid gap-5">
      {quote !== undefined && <QuoteText quote={quote} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          {...money}
          label="Limit per UTC month, USD"
          value={budget}
          onChange={(event) => setBudget(event.target.value)}
          hint="Empty: no limit for this plan."
        />
        <Field
          {...money}
          label="Limit per round, USD"
          value={most}
          onChange={(event) => setMost(event.target.value)}
          hint="Worst cases count until answers arrive. Empty: no limit."
        />
      </div>
      <Field
        type="number"
        min={1}
        max={366}
        step={1}
        inputMode="numeric"
        className="w-40"
        label="Let agents start rounds without approval for (days)"
        value={days}
        disabled={budget === ''}
        onChange={(event) => setDays(event.target.value)}
        hint="For agents that otherwise need approval for each purchase. Covers the current questions within the plan’s monthly limit, which is required. Empty: only members start rounds."
      />
      <Field
        label="Your password"
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={isPassword ? 'Wrong password.' : undefined}
        hint="The plan gets its own key, limited to its rounds and listed under API."
      />
      {unpriced > 0 && (budget !== '' || most !== '') && (
        <Notice tone="caution" title={`${countWithNoun(unpriced, 'answer')} of a round would not be asked`}>
          Their price is unknown, so a limit excludes them. The operator can set a price in <code>PRICES_FILE</code>, or{' '}
          <code>MAX_USD_PER_ANSWER</code>.
        </Notice>
      )}
      {activate.isError && !isPassword && <Failure error={activate.error} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" busy={activate.isPending} disabled={quote === undefined}>
          {plan.state === 'draft' ? 'Activate (buys from the next round)' : 'Save and continue'}
        </Button>
      </div>
    </form>
  );
}
