import type { InputOf } from '../../src/contract/callTypes.ts';
import type { CallsAs, Reply } from './calls.ts';
import { owner } from './service.ts';

type Server = Pick<CallsAs, 'call' | 'reply'> & { cookie: string };

/** Reads a plan as its page shows it: the fields required for activating and resuming it. */
export async function readSeenPlan(
  { call, cookie }: Omit<Server, 'reply'>,
  id: string,
): Promise<{ revision: number; worstCaseUsd: number | null; questionsDigest: string }> {
  const { plan, quote } = await call('readPlan', { id }, { cookie });
  const worstCaseUsd = quote.round === null ? 0 : quote.round.total.heldUsd;
  return { revision: plan.revision, worstCaseUsd, questionsDigest: quote.questionsDigest };
}

/** Activates a plan as its owner does on its page, with the values shown there. */
export async function activatePlan(
  service: Server,
  id: string,
  more: Partial<InputOf<'activatePlan'>> = {},
): Promise<Reply<'activatePlan'>> {
  const input = { id, password: owner.password, ...(await readSeenPlan(service, id)), ...more };
  return service.reply('activatePlan', input, { cookie: service.cookie });
}
