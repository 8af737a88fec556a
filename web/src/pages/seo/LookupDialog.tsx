import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, Fragment, useEffect, useRef, useState } from 'react';
import type { SeoReport } from '../../../../src/contract/wireTypes.ts';
import { call, SightlineError } from '../../api/http.ts';
import { limitsQuery, queryClient, sessionQuery } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Failure } from '../../ui/Notice.tsx';

/**
 * Confirms a paid lookup, the app's only way to one: names both calls and what is left of the hour, and keeps its key
 * for every retry.
 */
export function LookupDialog({
  open,
  suggested,
  onClose,
  onDone,
}: {
  open: boolean;
  /** Most likely domain. */
  suggested: string;
  onClose(): void;
  onDone(report: SeoReport): void;
}) {
  const limits = useQuery({ ...limitsQuery, enabled: open }).data;
  const session = useQuery(sessionQuery).data;
  const [domain, setDomain] = useState(suggested);
  const [agreed, setAgreed] = useState(false);
  const key = useRef<{ domain: string; key: string } | null>(null);
  useEffect(() => {
    setDomain(suggested);
  }, [suggested]);
  const buy = useMutation({
    mutationFn: () => {
      if (key.current?.domain !== domain) key.current = { domain, key: crypto.randomUUID() };
      return call(
        'requestSeoOverview',
        { domain: domain.trim(), confirmSpend: true },
        { idempotencyKey: key.current.key, timeoutMs: 180_000 },
      );
    },
    onSuccess: async ({ report }) => {
      key.current = null;
      setAgreed(false);
      await queryClient.invalidateQueries({ queryKey: seoReportsQueryKey });
      await queryClient.invalidateQueries({ queryKey: limitsQuery.queryKey });
      onClose();
      onDone(report);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    buy.mutate();
  };
  const isDomain = buy.error instanceof SightlineError && buy.error.field === 'domain';
  const remaining = limits?.seoLookupsRemaining;
  return (
    <Dialog open={open} onClose={onClose} title="Check a domain">
      <form onSubmit={submit} className="grid gap-4">
        <Field
          label="Domain"
          value={domain}
          onChange={(event) => setDomain(event.target.value)}
          required
          placeholder="example.com"
          autoComplete="off"
          error={isDomain ? buy.error?.message.replace(/^\w+: /, '') : undefined}
        />
        <p>
          This makes two calls to the provider
          {session === undefined ? '' : ': '}
          {session?.seoCalls.map((name, index) => (
            <Fragment key={name}>
              {index === 0 ? '' : ' and '}
              <code className="font-mono text-small">{name}</code>
            </Fragment>
          ))}
          .{' '}
          {session?.simulated.seo === true
            ? 'The simulator answers both: nothing is bought.'
            : 'Both are charged to your provider account.'}
        </p>
        <p className="text-small text-soft">
          {remaining === undefined ? '' : `${remaining} of ${limits?.seoLookupsPerHour} lookups are left this hour.`} A
          retry of this request never buys twice.
        </p>
        <label className="flex items-start gap-2.5">
          <input
            type="checkbox"
            checked={agreed}
            onChange={(event) => setAgreed(event.target.checked)}
            className="mt-1.5 size-4"
          />
          <span>{session?.simulated.seo === true ? 'Yes, run both simulated calls' : 'Yes, buy both calls'}</span>
        </label>
        {buy.isError && !isDomain && (
          <Failure
            error={buy.error}
            retry={() => buy.mutate()}
            retryNote="Retrying sends the same request and cannot buy twice."
          />
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button submit kind="primary" busy={buy.isPending} disabled={!agreed || remaining === 0}>
            {session?.simulated.seo === true ? 'Run both calls (simulated)' : 'Buy both calls'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const seoReportsQueryKey = ['seo'];
