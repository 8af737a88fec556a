import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../api/http.ts';
import { type Plan, planQuoteQuery, plansQueryKey } from '../../api/planQueries.ts';
import { queryClient } from '../../api/queries.ts';
import { countWithNoun } from '../../format/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { Failure, Notice } from '../../ui/Notice.tsx';
import { QuoteText } from './QuoteText.tsx';
import { worstCaseOf } from './worstCase.ts';

/**
 * Lists questions that the plan selects and that were saved after it was allowed: no round asks them before a member
 * allows it.
 */
export function WaitingQuestions({ plan, count }: { plan: Plan; count: number }) {
  const { questionIds, websiteId, tags } = plan.questions;
  const questions = {
    ...(questionIds === null ? {} : { questionIds }),
    ...(websiteId === null ? {} : { websiteId }),
    ...(tags === null ? {} : { tags }),
  };
  const { engines, repeats, cadence } = plan;
  const quote = useQuery(planQuoteQuery(count === 0 ? null : { questions, engines, repeats, cadence })).data ?? null;
  const allow = useMutation({
    mutationFn: () => call('changePlan', { id: plan.id, questions, worstCaseUsd: worstCaseOf(quote ?? undefined) }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: plansQueryKey }),
  });
  if (count === 0) return null;
  return (
    <Notice tone="caution" title={`${countWithNoun(count, 'question')} saved since then, not asked yet`}>
      <p>Rounds ask only approved questions. With these added, a round costs:</p>
      {quote !== null && <QuoteText quote={quote} />}
      <Button forMembers busy={allow.isPending} disabled={quote === null} onClick={() => allow.mutate()}>
        Add to plan
      </Button>
      {allow.isError && <Failure error={allow.error} />}
    </Notice>
  );
}
