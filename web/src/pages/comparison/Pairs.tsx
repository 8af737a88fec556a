import { Link } from '@tanstack/react-router';
import type { EngineComparison, EnginePair } from '../../api/engineQueries.ts';
import type { Question } from '../../api/queries.ts';
import { DifferenceTrack } from '../../charts/DifferenceTrack.tsx';
import type { Cell } from '../../charts/exportPicture.ts';
import { shortLabel } from '../../engines/engineWords.ts';
import { countWithNoun, integer, share } from '../../format/numbers.ts';
import { pWords, signed } from '../../format/tests.ts';
import { AnswersLink } from '../../ui/AnswersLink.tsx';
import { Clamped } from '../../ui/Clamped.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { SaveCsv } from '../../ui/Save.tsx';
import { Section } from '../../ui/Section.tsx';

type Props = { data: EngineComparison; name: string; questions: readonly Question[] };

/** Those that a test carries first, then those that were tested, then the others. */
const order: Record<EnginePair['verdict'], number> = {
  first_listed_more: 0,
  second_listed_more: 0,
  no_detectable_difference: 1,
  insufficient_data: 2,
  not_comparable: 3,
};

/** Every two engines on the questions that both answered, with what the paired test says. */
export function Pairs({ data: { pairs, engines }, name, questions }: Props) {
  const labels = new Map(engines.map(({ engine, label }) => [engine, shortLabel(label)]));
  const labelOf = (engine: string) => labels.get(engine) ?? engine;
  if (pairs.length === 0) return null;
  const sorted = pairs.toSorted((one, other) => order[one.verdict] - order[other.verdict]);
  return (
    <Section
      title="Differences on the same questions"
      info="pairedTest"
      actions={
        <SaveCsv
          name={`${name}-engine-differences`}
          head={pairColumns.map(([head]) => head)}
          rows={() => pairs.map((pair) => pairColumns.map(([, value]) => value(pair)))}
        />
      }
    >
      <ul className="divide-y divide-line">
        {sorted.map((pair) => (
          <Pair
            key={`${pair.first} ${pair.second}`}
            pair={pair}
            first={labelOf(pair.first)}
            second={labelOf(pair.second)}
            questions={questions}
          />
        ))}
      </ul>
    </Section>
  );
}

type PairProps = { pair: EnginePair; first: string; second: string; questions: readonly Question[] };

function verdictOf({ verdict }: EnginePair, first: string, second: string): string {
  if (verdict === 'first_listed_more') return `${first} lists you more often`;
  if (verdict === 'second_listed_more') return `${second} lists you more often`;
  if (verdict === 'no_detectable_difference') return 'No difference that these answers could show';
  return verdict === 'insufficient_data' ? 'Too few questions in common to tell' : 'Cannot be compared';
}

function Pair({ pair, first, second, questions }: PairProps) {
  const { paired, onlyFirst, onlySecond, difference, interval95, sources } = pair;
  return (
    <li className="grid gap-x-8 gap-y-2 py-3 md:grid-cols-[minmax(0,1fr)_minmax(0,18rem)]">
      <div className="min-w-0">
        <h3>
          <span className="font-medium">
            {first} and {second}
          </span>
          <span className="text-soft">: {verdictOf(pair, first, second)}.</span>
        </h3>
        <p className="text-small text-soft">
          {paired === 0
            ? 'No question is answered and known at both.'
            : `Of ${countWithNoun(paired, 'paired question')}, ${integer(onlyFirst)} list you at ${first} only and ${integer(onlySecond)} at ${second} only.`}
        </p>
        <Details pair={pair} first={first} second={second} questions={questions} />
      </div>
      {difference !== null && (
        <div className="min-w-0">
          <DifferenceTrack label={`${first} minus ${second}`} value={difference} interval={interval95} />
          <p className="text-small text-soft">
            {signed(difference)} points on average of {countWithNoun(pair.compared, 'question')}
            {interval95 === null ? '' : ` (${signed(interval95.lower)} to ${signed(interval95.upper)} at 95 %)`};{' '}
            {testWords(pair)}
          </p>
          <p className="text-small text-soft">
            {sources.jaccard === null
              ? 'Neither cites a source.'
              : `${integer(sources.shared)} of ${countWithNoun(sources.shared + sources.onlyFirst + sources.onlySecond, 'cited domain')} in common (${share(sources.jaccard)})`}
          </p>
        </div>
      )}
    </li>
  );
}

function testWords({ p, adjustedP }: EnginePair): string {
  return adjustedP === null ? `${pWords(p)}, not judged` : `${pWords(p)}, ${pWords(adjustedP)} corrected`;
}

function Details({ pair, first, second, questions }: PairProps) {
  const { reason, unpaired, unknownIdentity, repeated, compared, differing, sources, paired, onlyFirst, onlySecond } =
    pair;
  const asked = new Map(questions.map((question) => [question.id, question.query]));
  return (
    <Disclosure summary="Why, and which questions differ" className="mt-1">
      <div className="grid gap-2 border-line border-l-2 pl-3 text-small text-soft">
        <p>{reason}</p>
        <p>
          {countWithNoun(unpaired, 'question')} answered at one of the two only;{' '}
          {countWithNoun(unknownIdentity, 'question')} answered at both and unknown at one.
        </p>
        {repeated === 0 && paired > 0 && (
          <p className="font-mono">
            100 × ({integer(onlyFirst)} − {integer(onlySecond)}) ÷ {integer(paired)} = {signed(pair.difference ?? 0)}
          </p>
        )}
        <p>
          {repeated === 0
            ? 'The interval is Tango’s for paired shares; p is McNemar’s exact test, corrected over all pairs by Benjamini and Hochberg.'
            : `${countWithNoun(repeated, 'question')} ${repeated === 1 ? 'has' : 'have'} several answers, so all answers count: the mean difference of the shares of ${countWithNoun(compared, 'question')}. p is that of flipping signs, corrected over all pairs; the interval holds the differences that the same test would not reject.`}
        </p>
        <p>
          Question by question the cited domains overlap by {share(sources.meanJaccard)} on average, over{' '}
          {countWithNoun(sources.questions, 'question')} with a citation.
        </p>
        {differing.rows.length > 0 && (
          <ul className="grid gap-1">
            {differing.rows.map(({ questionId, listedAt }) => (
              <li key={questionId}>
                <Link
                  from="/sites/$siteId/engines"
                  to="/sites/$siteId/questions/$questionId"
                  params={(now) => ({ siteId: now.siteId ?? '', questionId })}
                  className="link"
                >
                  <Clamped text={asked.get(questionId) ?? 'An archived question'} />
                </Link>{' '}
                lists you at{' '}
                <AnswersLink find={{ question: questionId, engine: listedAt === 'first' ? pair.first : pair.second }}>
                  {listedAt === 'first' ? first : second}
                </AnswersLink>{' '}
                and not at{' '}
                <AnswersLink find={{ question: questionId, engine: listedAt === 'first' ? pair.second : pair.first }}>
                  {listedAt === 'first' ? second : first}
                </AnswersLink>
              </li>
            ))}
            {differing.total > differing.rows.length && (
              <li>and {integer(differing.total - differing.rows.length)} more</li>
            )}
          </ul>
        )}
      </div>
    </Disclosure>
  );
}

const pairColumns: readonly (readonly [head: string, value: (pair: EnginePair) => Cell])[] = [
  ['First', ({ first }) => first],
  ['Second', ({ second }) => second],
  ['Verdict', ({ verdict }) => verdict.replaceAll('_', ' ')],
  ['Paired questions', ({ paired }) => paired],
  ['Listed at the first only', ({ onlyFirst }) => onlyFirst],
  ['Listed at the second only', ({ onlySecond }) => onlySecond],
  ['Difference, points', ({ difference }) => difference],
  ['Lower 95 %', ({ interval95 }) => interval95?.lower ?? null],
  ['Upper 95 %', ({ interval95 }) => interval95?.upper ?? null],
  ['Compared questions', ({ compared }) => compared],
  ['p', ({ p }) => p],
  ['Corrected p', ({ adjustedP }) => adjustedP],
  ['Domains both cite', ({ sources }) => sources.shared],
  ['Domains the first cites', ({ sources }) => sources.shared + sources.onlyFirst],
  ['Domains the second cites', ({ sources }) => sources.shared + sources.onlySecond],
];
