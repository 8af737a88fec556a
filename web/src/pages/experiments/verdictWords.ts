import type { Experiment, ExperimentResult } from '../../api/workQueries.ts';
import { decimal } from '../../format/numbers.ts';

const reasons: Readonly<Record<NonNullable<ExperimentResult['reason']>, string>> = {
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

/** Verdict as a sentence. Arms that the owner chose allow no word of cause. */
export function verdictWords({ protocol }: Experiment, result: ExperimentResult): string {
  const points = result.estimate === null ? '' : `${decimal(Math.abs(result.estimate.difference))} points`;
  const reason = result.reason === null ? '' : reasons[result.reason];
  switch (result.verdict) {
    case 'raised':
    case 'lowered':
      return protocol.assignment === 'chosen'
        ? `Differs from the control by ${result.verdict === 'lowered' ? '−' : '+'}${points}`
        : `The change ${result.verdict} it by ${points}`;
    case 'no_effect_found':
      return 'No effect found';
    case 'inconclusive':
      return `Inconclusive: ${reason}`;
    case 'void':
      return `Void: ${reason}`;
    case 'waiting':
      return `Waiting: ${reason}`;
    case 'running':
      return result.roundsToNextLook === null ? 'Running' : `Running: next look in ${result.roundsToNextLook} rounds`;
    case 'retrospective':
      return 'Retrospective: figures without a verdict';
  }
}
