import type { VisibilityOverview } from '../../../../src/contract/wireTypes.ts';
import type { Cell } from '../../charts/exportPicture.ts';

export const numbersHead = [
  'Number',
  'Value',
  'Unit',
  'Lower 95 %',
  'Upper 95 %',
  'Numerator',
  'Denominator',
  'Left out: unknown',
  'No: by domain',
  'No: by your word',
  'No: by name alone',
];

/** The numbers of the first screen as rows of a file. */
export function numbersOf({
  visibilityScore: score,
  shareOfVoice: voice,
  shareAmongRivals: among,
  averagePosition: place,
}: VisibilityOverview): Cell[][] {
  const [of, within] = [score.interval95, voice.interval95];
  return [
    [
      'Visibility score',
      score.value,
      '0 to 100',
      of?.lower ?? null,
      of?.upper ?? null,
      score.numerator,
      score.denominator,
      score.excludedUnknown,
      score.noBases.by_domain,
      score.noBases.by_owner_word,
      score.noBases.by_name,
    ],
    [
      'Share of voice',
      voice.value,
      'fraction of 1',
      within?.lower ?? null,
      within?.upper ?? null,
      voice.numerator,
      voice.denominator,
      null,
      null,
      null,
      null,
    ],
    ...(among === null
      ? []
      : [
          [
            'Share of voice among declared rivals',
            among.value,
            'fraction of 1',
            among.interval95?.lower ?? null,
            among.interval95?.upper ?? null,
            among.numerator,
            among.denominator,
            null,
            null,
            null,
            null,
          ],
        ]),
    ['Average position', place.value, 'place', null, null, null, place.listed, null, null, null, null],
  ];
}
