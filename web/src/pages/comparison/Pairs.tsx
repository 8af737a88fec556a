import { Link } from '@tanstack/react-router';
import type { EngineComparison, EnginePair } from '../../api/engineQueries.ts';
import type { Question } from '../../api/queries.ts';
import { DifferenceTrack } from '../../charts/DifferenceTrack.tsx';
import { shortLabel } from '../../engines/engineWords.ts';
import type { Cell } from '../../format/files.ts';
import { countWithNoun, integer, share } from '../../format/numbers.ts';
import { pWords, signed } from '../../format/tests.ts';
import { AnswersLink } from '../../ui/AnswersLink.tsx';
import { Clamped } from '../../ui/Clamped.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { SaveCsv } from '../../ui/Save.tsx';
import { Section } from '../../ui/Section.tsx';

type Props = { data: EngineComparison; name: string; questions: readonly Question[] };

/** Significant pairs first, then tested ones, then the others. */
const order: Record<EnginePair['verdict'], number> = {
  first_listed_more: 0,
  second_listed_more: 0,
  no_detectable_difference: 1,
  insufficient_data: 2,
  not_comparable: 3,
};

/** Compares every two engines on the questions that both answered, with the result of the paired test. */
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

function formatVerdict({ verdict }: EnginePair, first: string, second: string): string {
  if (verdict === 'first_listed_more') return `${first} lists you more often`;
  if (verdict === 'second_listed_more') return `${second} lists you more often`;
  if (verdict === 'no_detectable_difference') return 'No detectable difference';
  return verdict === 'insufficient_data' ? 'Too few shared questions to compare' : 'Cannot be compared';
}

function Pair({ pair, first, second, questions }: PairProps) {
  const { difference, interval95, paired, onlyFirst, onlySecond } = pair;
  return (
    <li className="py-1">
      <div className="flex min-h-7 flex-wrap items-center gap-x-4 text-small">
        <h3 className="w-52 font-medium sm:text-body">
          {first} – {second}
        </h3>
        <span className="sr-only">{formatVerdict(pair, first, second)}.</span>
        {difference === null ? (
          <span className="text-soft">{formatVerdict(pair, first, second)}</span>
        ) : (
          <>
            <span className="w-48">
              <DifferenceTrack label={`${first} minus ${second}`} value={difference} interval={interval95} />
            </span>
            <span className="text-soft">
              <span className="font-semibold text-ink">
                {/_listed_more$/.test(pair.verdict) ? (difference > 0 ? '▲' : '▼') : '≈'} {signed(difference)}
              </span>
              {interval95 !== null && ` ${signed(interval95.lower)} to ${signed(interval95.upper)}`} · {testWords(pair)}{' '}
              · {integer(onlyFirst)} + {integer(onlySecond)} of {countWithNoun(paired, 'paired question')} differ
            </span>
          </>
        )}
      </div>
      <Details pair={pair} first={first} second={second} questions={questions} />
    </li>
  );
}

function testWords({ p, adjustedP }: EnginePair): string {
  return adjustedP === null ? `${pWords(p)}, not judged` : `${pWords(p)}, ${pWords(adjustedP)} corrected`;
}

function Details({ pair, first, second, questions }: PairProps) {
  const { reason, unpaired, unknownIdentity, repeated, compared, differing, sources, paired, onlyFirst, onlySecond } =
    pair;
  const askedByKey = new Map(questions.map((question) => [question.id, question.query]));
  return (
    <Disclosure summary="Details and questions that differ" className="mt-1">
      <div className="grid gap-2 border-line border-l-2 pl-3 text-small text-soft">
        <p>{reason}</p>
        <p>
          {countWithNoun(unpaired, 'question')} answered by only one of the two;{' '}
          {countWithNoun(unknownIdentity, 'question')} answered by both, with one unknown.
        </p>
        {repeated === 0 && paired > 0 && (
          <p className="font-mono">
            100 × ({integer(onlyFirst)} − {integer(onlySecond)}) ÷ {integer(paired)} = {signed(pair.difference ?? 0)}
          </p>
        )}
        <p>
          {repeated === 0
            ? 'The interval is Tango’s for paired shares; p is McNemar’s exact test, corrected over all pairs by Benjamini and Hochberg.'
            : `${countWithNoun(repeated, 'question has', 'questions have')} several answers, so all answers count: the mean difference of the shares of ${countWithNoun(compared, 'question')}. p comes from a sign-flip test, corrected over all pairs; the interval contains the differences that this test would not reject.`}
        </p>
        <p>
          Per question, the cited domains overlap by {share(sources.meanJaccard)} on average over{' '}
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
                  <Clamped text={askedByKey.get(questionId) ?? 'An archived question'} />
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
  ['Listed only by the first', ({ onlyFirst }) => onlyFirst],
  ['Listed only by the second', ({ onlySecond }) => onlySecond],
  ['Difference, points', ({ difference }) => difference],
  ['Lower 95 %', ({ interval95 }) => interval95?.lower ?? null],
  ['Upper 95 %', ({ interval95 }) => interval95?.upper ?? null],
  ['Compared questions', ({ compared }) => compared],
  ['p', ({ p }) => p],
  ['Corrected p', ({ adjustedP }) => adjustedP],
  ['Domains cited by both', ({ sources }) => sources.shared],
  ['Domains cited by the first', ({ sources }) => sources.shared + sources.onlyFirst],
  ['Domains cited by the second', ({ sources }) => sources.shared + sources.onlySecond],
];
