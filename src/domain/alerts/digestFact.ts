import type { WindowComparison } from '../visibility/comparison/windows.ts';
import { averagePosition, shareOfVoice } from '../visibility/listingScore.ts';
import { shareMetric } from '../visibility/metrics.ts';
import { type AlertFact, maxFactRuns } from './alertFact.ts';
import { type ComparedPeriods, prefixed, reportPath, sharesOf } from './changeFact.ts';
import { datesText, differenceText, twoDigits } from './numberWords.ts';

const verdictWords: Readonly<Record<WindowComparison['verdict'], string>> = {
  increase: 'a significant increase',
  decrease: 'a significant decrease',
  no_detectable_change: 'no detectable change',
  insufficient_data: 'too few answers to compare',
  not_comparable: 'not comparable',
};

/**
 * Summarises a week in numbers, each with its count or interval. A difference is reported only with the verdict of its
 * test.
 */
export function digestFact(
  compared: ComparedPeriods,
  comparison: WindowComparison,
  further: { failedGates: readonly string[] | null },
): AlertFact {
  const { website, engine, period, previousPeriod, current, simulated } = compared;
  const domain = current.owner.domain;
  const now = sharesOf(current);
  const voice = shareOfVoice(current.answers, domain);
  const position = averagePosition(current.answers, domain);
  const { difference, interval95, p } = comparison;
  const isTested = comparison.verdict === 'increase' || comparison.verdict === 'decrease';
  const { failedGates } = further;
  const percent = (fraction: number) => (100 * fraction).toFixed(1);
  return {
    kind: 'weekly_digest',
    subject: `digest:${period.endDate}`,
    websiteId: website.id,
    title: `${website.name}, ${datesText(period)}: recommended in ${now.text}`,
    lines: [
      `Recommended by ${engine.label} in ${now.text}.`,
      voice.value === null || voice.interval95 === null
        ? `${shareMetric.label}: no identified website in any answer.`
        : `${shareMetric.label} ${percent(voice.value)} % (${percent(voice.interval95.lower)}–${percent(voice.interval95.upper)} % at 95 %): ${voice.numerator} of ${voice.denominator} recommendations.`,
      position.value === null
        ? 'Position: listed in no answer.'
        : `Mean position where listed ${position.value.toFixed(1)}, over ${now.figures.listed} answers.`,
      `Against ${datesText(previousPeriod)}: ${verdictWords[comparison.verdict]}${isTested ? `, ${differenceText(comparison)}, judged at ${twoDigits(comparison.level)}` : ''}.`,
      failedGates === null
        ? 'The website was not checked yet.'
        : failedGates.length === 0
          ? 'The last website check failed no gate.'
          : `The last website check failed ${failedGates.length} ${failedGates.length === 1 ? 'gate' : 'gates'}: ${failedGates.join(', ')}.`,
    ],
    figures: {
      engine: engine.id,
      startDate: period.startDate,
      endDate: period.endDate,
      ...prefixed('', now.figures),
      shareOfVoice: voice.value,
      shareOfVoiceLower: voice.interval95?.lower ?? null,
      shareOfVoiceUpper: voice.interval95?.upper ?? null,
      meanPosition: position.value,
      verdict: comparison.verdict,
      differencePoints: isTested ? difference : null,
      differenceLower: isTested ? (interval95?.lower ?? null) : null,
      differenceUpper: isTested ? (interval95?.upper ?? null) : null,
      p: isTested ? p : null,
      level: comparison.level,
      ...prefixed('previous', sharesOf(compared.previous).figures),
      failedGates: failedGates === null ? null : failedGates.length,
    },
    runIds: current.answers.map(({ attempt }) => attempt.runId).slice(0, maxFactRuns),
    path: reportPath(website.id, period, engine.id),
    simulated,
  };
}
