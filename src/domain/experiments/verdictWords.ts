import type { Judgement, VerdictReason } from './judge.ts';
import { interimRounds, type Protocol } from './protocol.ts';

const reasons: Readonly<Record<VerdictReason, string>> = {
  rounds_before: 'rounds before the change are missing',
  change_not_recorded: 'the change is not recorded yet',
  rounds_after: 'rounds after the change are missing',
  change_not_live: 'the capture does not show the change',
  control_touched: 'a control page changed too',
  model_changed: 'the engine changed its model',
  harness_changed: 'the settings of a question changed',
  reader_changed: 'answers were read by different versions',
  round_missed: 'a round was missed',
  stopped: 'it was stopped',
  arm_unknown: 'one arm has no known answers',
  missing_differs: 'one arm has far fewer known answers',
  arms_diverging_before: 'the arms differed before the change',
  interval_includes_effect: 'an effect that matters is still possible',
};

/**
 * Puts a verdict in a sentence. With arms chosen by the owner it must not claim a cause; an effect found before the
 * last look is likely overestimated.
 */
export function verdictWords(protocol: Protocol, judgement: Omit<Judgement, 'words'>): string {
  const { verdict, estimate, roundsToNextLook } = judgement;
  const points = estimate === null ? '' : `${Math.abs(estimate.difference).toFixed(1)} points`;
  const reason = judgement.reason === null ? '' : reasons[judgement.reason];
  switch (verdict) {
    case 'raised':
    case 'lowered': {
      if (protocol.assignment === 'chosen')
        return `Differs from the control by ${verdict === 'lowered' ? '−' : '+'}${points}`;
      const early = readsHigh(protocol, judgement) ? ' (found early, so it may be overestimated)' : '';
      return `The change ${verdict} it by ${points}${early}`;
    }
    case 'no_effect_found':
      return 'No effect found';
    case 'inconclusive':
      return `Inconclusive: ${reason}`;
    case 'void':
      return `Void: ${reason}`;
    case 'waiting':
      return `Waiting: ${reason}`;
    case 'running':
      return roundsToNextLook === null
        ? 'Running'
        : `Running: next look in ${roundsToNextLook} ${roundsToNextLook === 1 ? 'round' : 'rounds'}`;
    case 'retrospective':
      return 'Retrospective: figures without a verdict';
  }
}

function readsHigh(protocol: Protocol, { foundAtLook }: Pick<Judgement, 'foundAtLook'>): boolean {
  return foundAtLook !== null && foundAtLook < interimRounds(protocol).length;
}
