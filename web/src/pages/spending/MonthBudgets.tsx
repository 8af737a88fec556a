import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { OutputOf } from '../../../../src/contract/callTypes.ts';
import { call } from '../../api/http.ts';
import { budgetsQuery } from '../../api/moneyQueries.ts';
import { keysQuery, queryClient } from '../../api/queries.ts';
import { aboutDollars } from '../../format/numbers.ts';
import { day } from '../../format/times.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Choice, Field } from '../../ui/Field.tsx';
import { foreign } from '../../ui/Foreign.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Section.tsx';

type Budget = OutputOf<'listBudgets'>['budgets'][number];
/** Owner of the limit in the form. */
type Subject = { kind: 'workspace' | 'key'; id: string; label: string; limitUsd: number | null };

const kinds: Record<Budget['kind'], string> = {
  deployment: 'Set by the operator',
  workspace: 'The whole workspace',
  plan: 'Plan budget: set when you activate the plan',
  key: 'A key',
};

/** Monthly limits with their remaining amounts, and the form that changes them. */
export function MonthBudgets({ simulated }: { simulated: boolean }) {
  const budgets = useQuery(budgetsQuery({ simulated }));
  const keys = useQuery(keysQuery);
  const [subject, setSubject] = useState<Subject | null>(null);
  const { data } = budgets;
  const withBudget = new Set(data?.budgets.map(({ id }) => id));
  const otherKeys = (keys.data ?? []).filter(({ id, revokedAt }) => revokedAt === null && !withBudget.has(id));
  return (
    <Section id="budgets" title="Budgets" info="budgets">
      {budgets.isError && <Failure error={budgets.error} retry={() => void budgets.refetch()} />}
      {data === undefined ? (
        !budgets.isError && <Skeleton className="h-32" />
      ) : (
        <>
          <ul className="divide-y divide-line">
            {data.budgets.map((budget) => (
              <BudgetRow key={`${budget.kind} ${budget.id}`} budget={budget} change={setSubject} />
            ))}
          </ul>
          {otherKeys.length > 0 && (
            <div className="mt-3">
              <Choice
                label="Set a budget for a key"
                value=""
                onChange={(id) => {
                  const key = otherKeys.find((one) => one.id === id);
                  if (key !== undefined) setSubject({ kind: 'key', id, label: key.name, limitUsd: null });
                }}
                options={[
                  { value: '', label: 'Choose a key…' },
                  ...otherKeys.map(({ id, name }) => ({ value: id, label: name })),
                ]}
              />
            </div>
          )}
          <p className="mt-3 text-small text-soft">
            Every budget resets on {day(data.freeAt)} UTC.
            {simulated && ' These amounts are simulated; real purchases are counted separately.'}
          </p>
        </>
      )}
      {subject !== null && <ChangeBudget key={subject.id} subject={subject} onClose={() => setSubject(null)} />}
    </Section>
  );
}

function BudgetRow({ budget, change }: { budget: Budget; change(subject: Subject): void }) {
  const { kind, id, label, limitUsd, usedUsd, leftUsd } = budget;
  const part = limitUsd === null ? 0 : limitUsd === 0 ? 100 : Math.min(100, (100 * usedUsd) / limitUsd);
  const isOurs = kind === 'workspace' || kind === 'key';
  return (
    <li
      data-row
      className="grid min-h-9 items-center gap-x-6 text-small max-sm:py-1 sm:grid-cols-[minmax(0,1fr)_6rem_minmax(0,15rem)_7rem]"
    >
      <span className="one-line">
        <bdi className="sm:text-body">{kind === 'deployment' ? 'This server' : label}</bdi>{' '}
        <span className="text-soft">{kinds[kind]}</span>
      </span>
      {limitUsd === null ? (
        <span className="max-sm:hidden" />
      ) : (
        <svg aria-hidden="true" width="100%" height="8" className="block">
          <rect width="100%" height="8" rx="4" fill="var(--sunken)" />
          <rect width={`${part}%`} height="8" rx="4" fill={part >= 80 ? 'var(--caution)' : 'var(--accent)'} />
        </svg>
      )}
      <span className="sm:text-right">
        {limitUsd === null
          ? `${aboutDollars(usedUsd)} used, no limit`
          : `${aboutDollars(usedUsd)} of ${aboutDollars(limitUsd)} used`}
        {leftUsd !== null && leftUsd <= 0 && (
          <span className="block text-caution">nothing left: purchases are refused</span>
        )}
      </span>
      <span className="screen-only sm:text-right">
        {isOurs && (
          <Button
            forMembers
            small
            aria-label={`${limitUsd === null ? 'Set a budget' : 'Change the budget'}: ${label}`}
            onClick={() => change({ kind, id: id ?? '', label, limitUsd })}
          >
            {limitUsd === null ? 'Set a budget' : 'Change'}
          </Button>
        )}
      </span>
    </li>
  );
}

function ChangeBudget({ subject, onClose }: { subject: Subject; onClose(): void }) {
  const { kind, id, label, limitUsd } = subject;
  const [text, setText] = useState(limitUsd === null ? '' : String(limitUsd));
  const change = useMutation({
    mutationFn: (limit: number | null) =>
      call('changeBudget', { kind, limitUsd: limit, ...(kind === 'key' ? { id } : {}) }),
    onSuccess: async () => {
      await Promise.all(['money', 'quote'].map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
      onClose();
    },
  });
  const amount = Number(text.trim().replace(',', '.'));
  const isAmount = text.trim() !== '' && Number.isFinite(amount) && amount >= 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isAmount) change.mutate(Math.round(amount * 1_000_000) / 1_000_000);
  };
  return (
    <Dialog open onClose={onClose} title={`Budget of ${foreign(label)}`}>
      <form onSubmit={submit} className="grid gap-4">
        <Field
          label="US dollars per UTC month"
          inputMode="decimal"
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder="25"
          error={text.trim() !== '' && !isAmount ? 'Enter an amount such as 25 or 12.50.' : null}
          hint="This month’s spending counts. 0 refuses every purchase."
        />
        {change.isError && <Failure error={change.error} />}
        <div className="flex flex-wrap justify-end gap-2">
          {limitUsd !== null && (
            <Button kind="danger" busy={change.isPending} onClick={() => change.mutate(null)}>
              Remove limit
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" submit busy={change.isPending} disabled={!isAmount}>
            Save the budget
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
