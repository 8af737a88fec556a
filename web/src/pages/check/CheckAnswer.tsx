import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import type { Audit } from '../../api/auditQueries.ts';
import { call } from '../../api/http.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { ForMembers } from '../../ui/ForMembers.tsx';
import { Failure } from '../../ui/Notice.tsx';

type Props = {
  siteId: string;
  auditId: string;
  names: readonly string[];
  answer: NonNullable<Audit['next']>;
  /** The last decision; null before the first. */
  last: string | null;
  changed(): Promise<unknown>;
};

type Act = { kind: 'say'; recommended: boolean; position: number | null } | { kind: 'skip' } | { kind: 'undo' };

const acts: Readonly<Record<string, Act>> = {
  y: { kind: 'say', recommended: true, position: null },
  n: { kind: 'say', recommended: false, position: null },
  s: { kind: 'skip' },
  u: { kind: 'undo' },
};

/** Returns the decision for a key; a digit is the position at which the answer recommends the website. */
function actOf(key: string): Act | undefined {
  return /^[1-9]$/.test(key) ? { kind: 'say', recommended: true, position: Number(key) } : acts[key];
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName);

/** Shows an answer without its reading, and asks whether it recommends the website and at which position. */
export function CheckAnswer({ siteId, auditId, names, answer, last, changed }: Props) {
  const [position, setPosition] = useState('');
  const act = useMutation({
    mutationFn: async (what: Act): Promise<void> => {
      const { runId } = answer;
      if (what.kind === 'skip') await call('skipAuditAnswer', { id: auditId, runId });
      else if (what.kind === 'say') {
        const { recommended, position: place } = what;
        await call('decideAnswers', { id: siteId, runIds: [runId], recommended, position: place, auditId });
      } else if (last !== null) await call('undoWords', { id: siteId, ids: [last] });
    },
    onSuccess: changed,
  });
  const { mutate, isPending } = act;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const what = actOf(event.key);
      if (what === undefined || isPending) return;
      event.preventDefault();
      mutate(what);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [mutate, isPending]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate({ kind: 'say', recommended: true, position: Number(position) });
  };
  return (
    <section aria-label="Answer to check" className="mt-3">
      <h2 className="font-semibold">
        Does this answer recommend <bdi>{names[0]}</bdi>?
      </h2>
      <p className="text-small text-soft">
        Also known as <bdi>{names.slice(1).join(', ')}</bdi> · {answer.engine}
      </p>
      {act.isError && <Failure error={act.error} />}
      <ForMembers>
        <div className="my-3 flex flex-wrap items-end gap-2">
          <Button busy={isPending} onClick={() => mutate({ kind: 'say', recommended: true, position: null })}>
            Yes (y)
          </Button>
          <Button busy={isPending} onClick={() => mutate({ kind: 'say', recommended: false, position: null })}>
            No (n)
          </Button>
          <form onSubmit={submit} className="flex items-end gap-2">
            <Field
              label="Position (1–9)"
              type="number"
              min={1}
              max={500}
              value={position}
              onChange={(event) => setPosition(event.target.value)}
              required
            />
            <Button submit busy={isPending}>
              Yes, at this position
            </Button>
          </form>
          <Button kind="quiet" busy={isPending} onClick={() => mutate({ kind: 'skip' })}>
            Skip (s)
          </Button>
          {last !== null && (
            <Button kind="quiet" busy={isPending} onClick={() => mutate({ kind: 'undo' })}>
              Undo last (u)
            </Button>
          )}
        </div>
      </ForMembers>
      <p className="font-medium">
        <bdi>{answer.question}</bdi>
      </p>
      <bdi className="wrap-anywhere mt-2 block max-w-prose whitespace-pre-wrap">{answer.text}</bdi>
    </section>
  );
}
