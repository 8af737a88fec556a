import type { AlertFact } from '../alerts/alertFact.ts';
import type { WorkItem } from './workItem.ts';

/** Reports a state of an item, once for each change to it. Its webhook is `work.<state>`. */
export function workFact({ id, websiteId, state, owner, dueDay, reason, changedAt, evidence }: WorkItem): AlertFact {
  return {
    kind: 'work_changed',
    subject: `${id} ${state} ${changedAt}`,
    websiteId,
    title: `Work ${state}: ${evidence.title}`.slice(0, 200),
    lines: [evidence.advice, owner === null ? 'It has no owner.' : `${owner} has it.`],
    figures: {
      itemId: id,
      state,
      rule: evidence.rule,
      subject: evidence.subject,
      owner,
      dueDay,
      reason,
      questions: evidence.questionIds.length,
      answers: evidence.answers,
    },
    runIds: evidence.runIds,
    path: `/sites/${websiteId}/work`,
    simulated: false,
  };
}
