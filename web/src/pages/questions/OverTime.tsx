import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import type { Engine, Question } from '../../api/queries.ts';
import { type FoundAnswer, questionAnswersQuery } from '../../api/visibilityQueries.ts';
import { AnswerTimeline, type TimelineAnswer } from '../../charts/AnswerTimeline.tsx';
import { formatLabel, shortNames } from '../../engines/engineWords.ts';
import { countWithNoun, integer } from '../../format/numbers.ts';
import { shortAgo } from '../../format/times.tsx';
import { canSay } from '../../shell/answerSearch.ts';
import { AnswersLink } from '../../ui/AnswersLink.tsx';
import { HowComputed } from '../../ui/HowComputed.tsx';
import { Info } from '../../ui/Info.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { ReadAs } from '../../ui/ReadAs.tsx';
import { SaveCsv, SavePng } from '../../ui/Save.tsx';

type Props = { question: Question; engines: readonly Engine[]; siteId: string };

const isKnown = ({ status }: TimelineAnswer): boolean => status === 'listed' || status === 'not_listed';

/** Draws every answer to one question: a strip per engine on one time axis, and the names in the newest answer. */
export function OverTime({ question, engines, siteId }: Props) {
  const read = useQuery(questionAnswersQuery(siteId, question.id));
  const { data } = read;
  const completed = completedOf(data);
  const ids = enginesWith(completed, engines);
  const names = shortNames(ids.map((id) => ({ id, label: formatLabel(engines, id) })));
  const times = completed.map((answer) => Date.parse(timeOf(answer)));
  return (
    <section
      aria-label="Answers over time"
      className="mb-3 grid grid-cols-1 gap-x-8 gap-y-3 lg:grid-cols-[minmax(0,1fr)_15rem]"
    >
      {read.isError && data === undefined && <Failure error={read.error} retry={() => void read.refetch()} />}
      {data === undefined && !read.isError && <Skeleton className="h-42" />}
      <div className="min-w-0">
        {ids.map((id, index) => (
          <OfEngine
            key={id}
            label={formatLabel(engines, id)}
            name={names.get(id) ?? id}
            engine={id}
            question={question}
            from={Math.min(...times)}
            to={Math.max(...times)}
            isLast={index === ids.length - 1}
            answers={completed
              .filter(({ engine }) => engine === id)
              .map(dotOf)
              .reverse()}
          />
        ))}
      </div>
      {completed[0] !== undefined && (
        <NewestNames answer={completed[0]} engine={names.get(completed[0].engine) ?? completed[0].engine} />
      )}
    </section>
  );
}

/** Returns completed answers, newest first. */
export const completedOf = (data: { items: readonly FoundAnswer[] } | undefined): readonly FoundAnswer[] =>
  data?.items.filter(({ runStatus }) => runStatus === 'completed') ?? [];

/** Returns engines with answers, in the order of the deployment. */
export function enginesWith(answers: readonly FoundAnswer[], engines: readonly Engine[]): readonly string[] {
  const answeredKeys = new Set(answers.map(({ engine }) => engine));
  return [...new Set([...engines.map(({ id }) => id), ...answeredKeys])].filter((id) => answeredKeys.has(id));
}

/** Lists domains that the newest answer recommends, in its order. */
function NewestNames({ answer, engine }: { answer: FoundAnswer; engine: string }) {
  return (
    <div className="min-w-0 text-small">
      <h2 className="truncate font-medium text-soft">
        <Link to="/answers/$runId" params={{ runId: answer.runId }} className="hover:text-ink hover:underline">
          Newest answer, {engine}, {shortAgo(timeOf(answer))}
        </Link>
      </h2>
      {answer.domains.length === 0 ? (
        <p className="text-soft">Recommends no domain.</p>
      ) : (
        <ol className="mt-0.5">
          {answer.domains.slice(0, maxNames).map((domain, index) => (
            <li key={domain} className="flex gap-2 leading-6">
              <span className="w-4 text-right text-soft">{integer(index + 1)}</span>
              <bdi className="min-w-0 truncate">{domain}</bdi>
            </li>
          ))}
          {answer.domains.length > maxNames && (
            <li className="pl-6 text-soft">{integer(answer.domains.length - maxNames)} more</li>
          )}
        </ol>
      )}
    </div>
  );
}

/** Limited to as many as fit the height of the strips. */
const maxNames = 5;

const timeOf = ({ observedAt, createdAt }: FoundAnswer): string => observedAt ?? createdAt;

const dotOf = (answer: FoundAnswer): TimelineAnswer => ({
  ...{ runId: answer.runId, position: answer.position, status: answer.status, model: answer.model },
  at: timeOf(answer),
});

type OfEngineProps = {
  label: string;
  /** Short name. */
  name: string;
  engine: string;
  question: Question;
  from: number;
  to: number;
  isLast: boolean;
  answers: readonly TimelineAnswer[];
};

function OfEngine({ label, name, engine, question, from, to, isLast, answers }: OfEngineProps) {
  const place = useRef<HTMLDivElement>(null);
  const file = `question-${question.id}-${engine}`;
  const timelineAnswers = answers.filter(isKnown);
  const listed = timelineAnswers.filter(({ status }) => status === 'listed').length;
  const without = answers.filter(({ status }) => status === 'no_answer').length;
  const unknown = answers.length - timelineAnswers.length - without;
  const find = { question: question.id, engine, all: true } as const;
  const words = `Listed in ${integer(listed)} of ${countWithNoun(timelineAnswers.length, 'decided answer')}`;
  const draw = async () => {
    const svg = place.current?.querySelector<SVGSVGElement>('svg[role=img]');
    if (svg == null) return null;
    const { buildPng } = await import('../../charts/exportPicture.ts');
    return buildPng([svg], question.query, `${label}. ${words}.`);
  };
  return (
    <div ref={place} className="flex gap-x-3 border-line border-b last:border-0">
      <div className="w-28 shrink-0 py-1 text-small max-sm:w-20">
        <h2 className="flex items-center gap-1 font-medium" title={label}>
          <span className="truncate">{name}</span>
          <Info of="questionStrip" label={`answers of ${label}`}>
            <HowComputed
              formula="Answers that list you ÷ decided answers, over every completed answer of this engine to this question."
              counts={`${integer(listed)} ÷ ${integer(timelineAnswers.length)}`}
              notes={[
                <span key="unknown">
                  <AnswersLink find={{ ...find, listing: 'unknown' }} every count={unknown}>
                    {countWithNoun(unknown, 'answer')}
                  </AnswersLink>{' '}
                  left out: unclear whether it names or recommends you, or unreadable.
                </span>,
              ]}
              answers={timelineAnswers.length}
              find={{ ...find, listing: canSay }}
              every
            />
            <span className="flex gap-1">
              <SaveCsv
                name={file}
                head={['Answered (UTC)', 'Position', 'Status', 'Model', 'Run']}
                rows={() => answers.map((one) => [one.at, one.position, one.status, one.model, one.runId])}
              />
              <SavePng name={file} draw={draw} />
            </span>
          </Info>
        </h2>
        <p className="text-soft">
          <AnswersLink find={{ ...find, listing: 'listed' }} every count={listed} className="hover:underline">
            <ReadAs text={words}>{`${integer(listed)}/${integer(timelineAnswers.length)}`}</ReadAs>
          </AnswersLink>
          {unknown > 0 && (
            <>
              {' · '}
              <AnswersLink find={{ ...find, listing: 'unknown' }} every count={unknown}>
                <ReadAs text={`${integer(unknown)} undecided`}>{`${integer(unknown)} ?`}</ReadAs>
              </AnswersLink>
            </>
          )}
          {without > 0 && (
            <>
              {' · '}
              <AnswersLink find={{ ...find, listing: 'no_answer' }} every count={without}>
                <ReadAs text={`${countWithNoun(without, 'page')} showed no answer`}>{`${integer(without)} –`}</ReadAs>
              </AnswersLink>
            </>
          )}
        </p>
      </div>
      <div className="min-w-0 flex-1">
        <AnswerTimeline key={answers.length} answers={answers} from={from} to={to} label={label} axis={isLast} />
      </div>
    </div>
  );
}
