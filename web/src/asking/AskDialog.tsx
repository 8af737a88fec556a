import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { limitsQuery, type Session, sessionQuery } from '../api/queries.ts';
import { counted, integer } from '../format/numbers.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { type Asking, askQueue } from './askQueue.ts';

export type Question = Pick<Asking, 'caseId' | 'question' | 'siteId'>;
type Props = {
  open: boolean;
  questions: readonly Question[];
  /** The domain that a lookup may be permitted for: offered only where one question is asked. */
  seoDomain?: string | null;
  /** False where none of the questions has an answer yet: there is then nothing to reuse. */
  hasAnswers?: boolean;
  onClose(): void;
  onAsked?: (() => void) | undefined;
};

const dayAge = 86_400;

/** Says what asking costs and waits for a yes: the only way from the app to paid answers. */
export function AskDialog({ open, questions, seoDomain, hasAnswers = true, onClose, onAsked }: Props) {
  const limits = useQuery({ ...limitsQuery, enabled: open }).data;
  const session = useQuery(sessionQuery).data;
  const [anew, setAnew] = useState(false);
  const [withSeo, setWithSeo] = useState(false);
  const left = limits === undefined ? null : Math.max(0, limits.runsPerDay - limits.runsToday);
  const isTooMany = left !== null && questions.length > left;
  const confirm = () => {
    askQueue.ask(questions, { maxAgeSeconds: anew ? 0 : dayAge, useSeoTools: withSeo });
    setWithSeo(false);
    onClose();
    onAsked?.();
  };
  return (
    <Dialog open={open} onClose={onClose} title={`Ask ${counted(questions.length, 'question')}`}>
      <div className="grid gap-4">
        <p>
          Each question is one run of <strong className="font-medium">{session?.model ?? 'the model'}</strong> with web
          search.{' '}
          {session?.simulated.answers === true
            ? 'The simulator answers: nothing is bought.'
            : 'The provider charges your account for each; its price is shown with the answer where it is known.'}
        </p>
        {hasAnswers && (
          <fieldset className="grid gap-2">
            <legend className="mb-1 text-small font-medium">Answers of the last 24 hours</legend>
            <label className="flex items-start gap-2.5">
              <input type="radio" name="age" checked={!anew} onChange={() => setAnew(false)} className="mt-1.5" />
              <span>
                Reuse them{' '}
                <span className="block text-small text-soft">Only questions without a recent answer are asked.</span>
              </span>
            </label>
            <label className="flex items-start gap-2.5">
              <input type="radio" name="age" checked={anew} onChange={() => setAnew(true)} className="mt-1.5" />
              <span>
                Ask again <span className="block text-small text-soft">A repeat shows how steady the answers are.</span>
              </span>
            </label>
          </fieldset>
        )}
        {seoDomain !== undefined && session !== undefined && (
          <SeoTools
            domain={seoDomain}
            session={session}
            left={limits?.seoLookupsRemaining}
            value={withSeo}
            set={setWithSeo}
          />
        )}
        {limits !== undefined && (
          <p className="text-small text-soft">
            {hasAnswers && 'Reused answers take no run. '}Days are counted in UTC;{' '}
            {counted(limits.activeRunLimit, 'run')} at once, the others wait.
          </p>
        )}
        {isTooMany && (
          <Notice tone="caution" title="More questions than runs left today">
            The ones beyond the allowance are refused and cost nothing.
          </Notice>
        )}
        {session?.maySpend === false && (
          <Notice tone="caution" title="This account may not start paid work">
            The operator lists the accounts that may in <code className="font-mono">ALLOWED_ACCOUNTS</code>.
          </Notice>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Not now</Button>
          <Button kind="primary" onClick={confirm} disabled={questions.length === 0}>
            Ask {counted(questions.length, 'question')}
            {withSeo ? ' and permit one lookup' : ''}
            {` (${counted(questions.length, 'run')}${left === null ? '' : ` of ${integer(left)} left today`})`}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Permits the engine one lookup, in words that name it; or says why that cannot be permitted here. */
function SeoTools({
  domain,
  session,
  left,
  value,
  set,
}: {
  domain: string | null;
  session: Session;
  left: number | undefined;
  value: boolean;
  set(value: boolean): void;
}) {
  const refusal =
    domain === null
      ? 'Not possible: this question has no target website whose domain could be looked up.'
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
              `While it answers, the engine may make one sandbox lookup for this domain and no other. The permission ends with the run, and repeats reuse its report. It counts as one of the ${left ?? '–'} lookups left this hour. Answers with and without it are never compared.`}
          </span>
        </span>
      </label>
    </fieldset>
  );
}
