import { owner } from './service.ts';

type Sent = { method?: string; cookie?: string; body?: unknown };
type Asking = { ask(path: string, sent?: Sent): Promise<{ status: number; body: any }>; cookie: string };

/** Reads a plan as its page shows it: the fields required for activating and resuming it. */
export async function readSeenPlan(
  service: Asking,
  planId: string,
): Promise<{ revision: number; worstCaseUsd: number | null; questionsDigest: string }> {
  const { body } = await service.ask(`/api/v2/plans/${planId}`, { cookie: service.cookie });
  const { plan, quote } = body;
  const worstCaseUsd = quote.round === null ? 0 : quote.round.total.heldUsd;
  return { revision: plan.revision, worstCaseUsd, questionsDigest: quote.questionsDigest };
}

/** Activates a plan as its owner does on its page, with the values shown there. */
export async function activatePlan(
  service: Asking,
  planId: string,
  more: object = {},
): Promise<{ status: number; body: any }> {
  const body = { password: owner.password, ...(await readSeenPlan(service, planId)), ...more };
  return service.ask(`/api/v2/plans/${planId}/activation`, { method: 'POST', cookie: service.cookie, body });
}
