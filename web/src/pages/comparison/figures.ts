import type { EngineColumn } from '../../api/engineQueries.ts';
import type { Cell } from '../../charts/exportPicture.ts';
import { countWithNoun, integer } from '../../format/numbers.ts';

/** `5 of 12 answers`. */
export const ofOne = (part: number, whole: number, noun: string): string =>
  `${integer(part)} of ${countWithNoun(whole, noun)}`;

type FileColumn = readonly [head: string, value: (column: EngineColumn) => Cell];

const fileColumns: readonly FileColumn[] = [
  ['Engine', ({ engine }) => engine],
  ['Models', ({ comparability }) => comparability.models.join(' ')],
  ['Visibility score', ({ visibilityScore }) => visibilityScore.value],
  ['Score lower 95 %', ({ visibilityScore }) => visibilityScore.interval95?.lower ?? null],
  ['Score upper 95 %', ({ visibilityScore }) => visibilityScore.interval95?.upper ?? null],
  ['Answers that list you', ({ visibilityScore }) => visibilityScore.numerator],
  ['Answers that can say', ({ visibilityScore }) => visibilityScore.denominator],
  ['Answers that cannot tell', ({ visibilityScore }) => visibilityScore.excludedUnknown],
  ['Share of voice, fraction of 1', ({ shareOfVoice }) => shareOfVoice.value],
  ['Share lower 95 %', ({ shareOfVoice }) => shareOfVoice.interval95?.lower ?? null],
  ['Share upper 95 %', ({ shareOfVoice }) => shareOfVoice.interval95?.upper ?? null],
  ['Recommendations of you', ({ shareOfVoice }) => shareOfVoice.numerator],
  ['Recommendations', ({ shareOfVoice }) => shareOfVoice.denominator],
  ['Average position', ({ averagePosition }) => averagePosition.value],
  ['Answers with a position', ({ averagePosition }) => averagePosition.listed],
  ['Steadiness (mean Jaccard)', ({ steadiness }) => steadiness.meanJaccard],
  ['Steadiness lower 95 %', ({ steadiness }) => steadiness.interval95?.lower ?? null],
  ['Steadiness upper 95 %', ({ steadiness }) => steadiness.interval95?.upper ?? null],
  ['Questions repeated', ({ steadiness }) => steadiness.questionsRepeated],
  ['No answer shown %', ({ coverage }) => coverage.noAnswer.rate],
  ['Questions without an answer', ({ coverage }) => coverage.noAnswer.questions],
  ['Questions with a completed attempt', ({ coverage }) => coverage.noAnswer.of],
  ['Domains cited', ({ sources }) => sources.total],
  ['Citations', ({ sources }) => sources.citations],
  ['Questions answered', ({ coverage }) => coverage.questionsAnswered],
  ['Questions', ({ coverage }) => coverage.questions],
  ['Answers', ({ runIds }) => runIds.join(' ')],
];

export const figureHead: readonly string[] = fileColumns.map(([head]) => head);
export const figureFile = (column: EngineColumn): Cell[] => fileColumns.map(([, value]) => value(column));

export const figureNotes: readonly string[] = [
  'Visibility score: 100 × answers that list you ÷ answers that can say whether they do, over the latest completed answer to each question. The interval is Wilson’s; hollow is what answers that cannot tell leave open.',
  'Share of voice: appearances of your domain ÷ appearances of all identified domains, each once an answer. The interval comes from ratio linearisation over answers.',
  'Average position: mean of your first place in the answers that list you, and in no other. It describes saved answers; it is no search-engine rank.',
  'Steadiness: mean overlap (Jaccard) of the recommended domains over all pairs of answers to one question with one setup, then over questions. Its interval takes the repeated questions as the units (Wilson’s, of their mean). Engines asked once have none.',
  'No answer shown: questions whose newest completed attempt found a page without an answer ÷ questions with a completed attempt. They are in no score. The interval is Wilson’s.',
  'Sources: domains that the latest answers cite, each once an answer. The filter of sources on top shapes this row and no other.',
];
