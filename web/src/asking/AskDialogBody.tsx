import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { asksQuery } from '../api/askQueries.ts';
import { call } from '../api/http.ts';
import { type Quote, quoteQuery } from '../api/moneyQueries.ts';
import { enginesQuery, limitsQuery, queryClient, type Session, sessionQuery } from '../api/queries.ts';
import { aboutDollars, countWithNoun, integer } from '../format/numbers.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Failure, Notice } from '../ui/Notice.tsx';
import type { AskDialogProps } from './AskDialog.tsx';
import { type AskedRun, countQuestions } from './asked.ts';
import { EnginesAsked } from './EnginesAsked.tsx';
import { QuotedPrice } from './QuotedPrice.tsx';

const dayAge = 86_400;
const nothingSent = { body: '', key: '' };

/** The app's only way to paid answers. */
export function AskDialogBody({
  open,
  questions: offered,
  seoDomain,
  hasAnswers = true,
  onClose: onClosed,
  onAsked,
}: AskDialogProps) {
  const limits = useQuery({ ...limitsQuery, enabled: open }).data;
  const engines = useQuery(enginesQuery).data;
  const session = useQuery(sessionQuery).data;
  const [anew, setAnew] = useState(false);
  const [withSeo, setWithSeo] = useState(false);
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set());
  const off = new Set(engines?.flatMap(({ id, state }) => (state === 'off' ? [id] : [])));
  const askable = offered.filter(({ engine }) => !off.has(engine));
  const questions = askable.filter(({ engine }) => !without.has(engine));
  const maxAgeSeconds = anew ? 0 : dayAge;
  // A saved answer without a lookup cannot meet a request with one.
  const quoteOf = (runs: readonly AskedRun[]) => ({
    ...quoteQuery(
      runs.map(({ caseId }) => caseId),
      withSeo ? 0 : maxAgeSeconds,
    ),
    enabled: open && engines !== undefined && runs.length > 0,
  });
  const whole = useQuery(quoteOf(askable));
  const quoted = useQuery(quoteOf(questions));
  const quote = questions.length === 0 || quoted.isPlaceholderData ? undefined : quoted.data;
  const remaining = limits === undefined ? null : Math.max(0, limits.runsPerDay - limits.runsToday);
  const purchaseCount = quote?.total.bought ?? questions.length;
  const isTooMany = remaining !== null && purchaseCount > remaining;
  const withNoun = countWithNoun(countQuestions(questions), 'question');
  const ref = useRef(nothingSent);
  const ask = useMutation({
    mutationFn: () => {
      const caseIds = questions.map(({ caseId }) => caseId);
      const useSeoTools = withSeo && caseIds.length === 1;
      const body = { caseIds, maxAgeSeconds, useSeoTools, maxUsd: quote?.total.heldUsd ?? null };
      // Repeating the confirmation after a lost response means the same round.
      const text = JSON.stringify(body);
      if (ref.current.body !== text) ref.current = { body: text, key: `web:${crypto.randomUUID()}` };
      return call('startAsk', body, { idempotencyKey: ref.current.key });
    },
    onSuccess: () => {
      setWithSeo(false);
      void queryClient.invalidateQueries({ queryKey: asksQuery.queryKey });
      onClose();
      onAsked?.();
    },
  });
  const onClose = () => {
    ref.current = nothingSent;
    ask.reset();
    onClosed();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Ask ${withNoun}`}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            onClick={() => ask.mutate()}
            disabled={questions.length === 0}
            // A price must be visible before it can be confirmed; without one, the reason is shown above.
            busy={ask.isPending || (questions.length > 0 && quote === undefined && !quoted.isError)}
          >
            {purchaseCount === 0 && questions.length > 0
              ? `Reuse ${countWithNoun(questions.length, 'answer')} for free`
              : `Buy ${countWithNoun(purchaseCount, 'answer')}${withSeo ? ' and permit one lookup' : ''}${forAbout(quote)}`}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <EnginesAsked
          questions={offered}
          engines={engines ?? []}
          without={without}
          prices={whole.data?.engines ?? []}
          toggle={(id) => {
            const next = new Set(without);
            if (!next.delete(id)) next.add(id);
            setWithout(next);
          }}
        />
        {hasAnswers && (
          <fieldset className="flex flex-wrap gap-x-6">
            <legend className="mb-1 text-small font-medium">Answers of the last 24 hours</legend>
            <label className="flex items-start gap-2.5">
              <input type="radio" name="age" checked={!anew} onChange={() => setAnew(false)} className="mt-1.5" />
              <span>Reuse answers</span>
            </label>
            <label className="flex items-start gap-2.5">
              <input type="radio" name="age" checked={anew} onChange={() => setAnew(true)} className="mt-1.5" />
              <span>Ask again</span>
            </label>
          </fieldset>
        )}
        {seoDomain !== undefined && session !== undefined && (
          <SeoTools
            domain={seoDomain}
            session={session}
            engines={questions.length}
            left={limits?.seoLookupsRemaining}
            value={withSeo}
            set={setWithSeo}
          />
        )}
        {questions.length > 0 && <QuotedPrice quote={quote} error={quoted.error} retry={() => void quoted.refetch()} />}
        {limits !== undefined && remaining !== null && (
          <p className="text-small text-soft">
            {integer(remaining)} of {integer(limits.runsPerDay)} runs left today, {integer(limits.activeRunLimit)} at
            once.
          </p>
        )}
        {isTooMany && (
          <Notice tone="caution" title="More questions than runs left today">
            Questions beyond the allowance are refused and cost nothing.
          </Notice>
        )}
        {session?.maySpend === false && (
          <Notice tone="caution" title="This account may not start paid work">
            The operator allows accounts in <code className="font-mono">ALLOWED_ACCOUNTS</code>.
          </Notice>
        )}
        {ask.isError && <Failure error={ask.error} />}
      </div>
    </Dialog>
  );
}

/** The typical price, if it is known and real money. */
function forAbout(quote: Quote | undefined): string {
  if (quote === undefined || quote.simulated || quote.total.typicalUsd === null) return '';
  return `, about ${aboutDollars(quote.total.typicalUsd)}`;
}

/** Offers to permit the engine one lookup, which the text names, or says why that is impossible here. */
function SeoTools({
  domain,
  session,
  engines,
  left,
  value,
  set,
}: {
  domain: string | null;
  session: Session;
  /** Number of engines that receive the question. */
  engines: number;
  left: number | undefined;
  value: boolean;
  set(value: boolean): void;
}) {
  const refusal =
    domain === null
      ? 'Not possible: SEO data needs a domain, but this question has no website.'
      : engines > 1
        ? 'Not possible for several engines at once: only one may make a lookup. Deselect the others above.'
        : !session.mcpReachable
          ? 'Not possible on this server: the engine makes the lookup through its MCP endpoint, which needs a public https address in PUBLIC_BASE_URL.'
          : left === 0
            ? 'Not possible now: no lookup is left this hour.'
            : null;
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-small">SEO data</legend>
      <label className={`flex items-start gap-2.5 ${refusal === null ? '' : 'text-soft'}`}>
        <input
          type="checkbox"
          checked={value}
          disabled={refusal !== null}
          onChange={(event) => set(event.target.checked)}
          className="mt-1.5 size-4"
        />
        <span>
          Permit one SEO lookup for {domain ?? 'the target domain'}
          <span className="block text-small text-soft">
            {refusal ??
              `While it answers, the engine may make one sandbox lookup, for this domain only. The permission ends with the run, and repeats reuse its report. It counts as one of the ${left ?? '–'} lookups left this hour. Answers with and without it are never compared.`}
          </span>
        </span>
      </label>
    </fieldset>
  );
}
