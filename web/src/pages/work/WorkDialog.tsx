import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/http.ts';
import { type WorkItem, workChanged } from '../../api/workQueries.ts';
import { countWithNoun } from '../../format/numbers.ts';
import { lookup } from '../../i18n/t.ts';
import { AnswersLink } from '../../ui/AnswersLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Sentence } from '../../ui/Foreign.tsx';
import { Failure } from '../../ui/Notice.tsx';
import { adviceWords } from './adviceWords.ts';

type Props = { item: WorkItem; siteId: string; onClose(): void };

/** Shows one item with its evidence, and the decisions that a member can make. */
export function WorkDialog({ item, siteId, onClose }: Props) {
  const [reason, setReason] = useState('');
  const act = useMutation({
    mutationFn: async (verb: 'claimWork' | 'finishWork' | 'declineWork' | 'reopenWork') => {
      const { id } = item;
      if (verb === 'declineWork') await call('declineWork', { id, reason });
      else await call(verb, { id });
    },
    onSuccess: async () => {
      await workChanged(siteId);
      onClose();
    },
  });
  const { evidence, state } = item;
  const isOpen = state === 'open' || state === 'doing';
  return (
    <Dialog open title={lookup(evidence.title)} onClose={onClose}>
      <div className="grid gap-4">
        <p className="measure break-words">
          <Sentence text={adviceWords(evidence)} />
        </p>
        <p className="text-small text-soft">
          {evidence.rule} · {countWithNoun(evidence.questionIds.length, 'question')} · <Evidence item={item} />
          {item.note !== null && ` · ${item.note}`}
          {item.reason !== null && ` · Declined: ${item.reason}`}
        </p>
        {item.experiment !== null && (
          <p className="measure text-small">
            {state === 'done'
              ? 'Did it help? Test the same change on other pages, with a control group. '
              : 'To find out whether the change helps, register an experiment before you change the pages. '}
            <Link to="/sites/$siteId/experiments" params={{ siteId }} search={{ work: item.id }} className="link">
              Design experiment
            </Link>
          </p>
        )}
        {isOpen && (
          <Field
            label="Reason to decline"
            value={reason}
            maxLength={1_000}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
        <div className="flex flex-wrap gap-2">
          {state === 'open' && (
            <Button forMembers small busy={act.isPending} onClick={() => act.mutate('claimWork')}>
              Claim
            </Button>
          )}
          {isOpen && (
            <Button forMembers small disabled={act.isPending} onClick={() => act.mutate('finishWork')}>
              Mark done
            </Button>
          )}
          {isOpen && (
            <Button
              forMembers
              small
              kind="quiet"
              disabled={act.isPending || reason.trim() === ''}
              onClick={() => act.mutate('declineWork')}
            >
              Decline
            </Button>
          )}
          {state !== 'open' && (
            <Button forMembers small kind="quiet" disabled={act.isPending} onClick={() => act.mutate('reopenWork')}>
              Reopen
            </Button>
          )}
        </div>
        {act.isError && <Failure error={act.error} />}
      </div>
    </Dialog>
  );
}

/** Links to the answers or the capture that show an item. */
function Evidence({ item: { evidence, websiteId: siteId } }: { item: WorkItem }) {
  const answers = countWithNoun(evidence.answers, 'answer');
  const [run] = evidence.runIds;
  if (evidence.source === 'check' && run !== undefined) {
    return (
      <Link to="/sites/$siteId/website" params={{ siteId }} search={{ run }} hash={evidence.rule} className="link">
        See what the capture found
      </Link>
    );
  }
  if (evidence.source !== 'suggestion') return answers;
  const [question] = evidence.questionIds;
  const isOfOne = evidence.questionIds.length === 1 && question !== undefined;
  const about = /^(question |website$)/.test(evidence.subject) ? {} : { about: evidence.subject };
  return (
    <AnswersLink find={{ rule: evidence.rule, ...(isOfOne ? { question } : {}), ...about }} every className="link">
      {answers}
    </AnswersLink>
  );
}
