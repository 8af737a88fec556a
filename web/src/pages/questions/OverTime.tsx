import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Engine, Question } from '../../api/queries.ts';
import { type FoundAnswer, questionAnswersQuery } from '../../api/visibilityQueries.ts';
import { AnswerTimeline, type TimelineAnswer } from '../../charts/AnswerTimeline.tsx';
import { pngOf } from '../../charts/exportPicture.ts';
import { labelOf } from '../../engines/engineWords.ts';
import { countWithNoun, integer } from '../../format/numbers.ts';
import { canSay } from '../../shell/answerSearch.ts';
import { AnswersLink } from '../../ui/AnswersLink.tsx';
import { HowComputed } from '../../ui/HowComputed.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { SaveCsv, SavePng } from '../../ui/Save.tsx';
import { Section } from '../../ui/Section.tsx';
import { NamedHere } from './NamedHere.tsx';

type Props = { question: Question; engines: readonly Engine[]; siteId: string };

const isKnown = ({ status }: TimelineAnswer): boolean => status === 'listed' || status === 'not_listed';

/** Every answer to one question, each engine by itself on one axis of time, and whom they name. */
export function OverTime({ question, engines, siteId }: Props) {
  const read = useQuery(questionAnswersQuery(siteId, question.id));
  const { data } = read;
  const completed = data?.items.filter(({ runStatus }) => runStatus === 'completed') ?? [];
  const answered = new Set(completed.map(({ engine }) => engine));
  const ids = [...new Set([...engines.map(({ id }) => id), ...answered])].filter((id) => answered.has(id));
  const times = completed.map((answer) => Date.parse(timeOf(answer)));
  return (
    <>
      <Section
        title="Answers over time"
        actions={
          data !== undefined && (
            <span className="text-small text-soft">
              {data.matched > data.items.length ? `newest ${integer(data.items.length)} of ` : ''}
              <AnswersLink
                find={{ question: question.id, all: true }}
                every
                count={data.matched}
                className="hover:underline"
              >
                {countWithNoun(data.matched, 'attempt')}
              </AnswersLink>
            </span>
          )
        }
      >
        {read.isError && data === undefined && <Failure error={read.error} retry={() => void read.refetch()} />}
        {data === undefined && !read.isError && <Skeleton className="h-72" />}
        <div className="grid gap-4">
          {ids.map((id) => (
            <OfEngine
              key={id}
              label={labelOf(engines, id)}
              engine={id}
              question={question}
              from={Math.min(...times)}
              to={Math.max(...times)}
              answers={completed
                .filter(({ engine }) => engine === id)
                .map(dotOf)
                .reverse()}
            />
          ))}
        </div>
      </Section>
      {ids.length > 0 && <NamedHere questionId={question.id} engines={engines} ids={ids} answers={completed} />}
    </>
  );
}

const timeOf = ({ observedAt, createdAt }: FoundAnswer): string => observedAt ?? createdAt;

const dotOf = (answer: FoundAnswer): TimelineAnswer => ({
  ...{ runId: answer.runId, position: answer.position, status: answer.status, model: answer.model },
  at: timeOf(answer),
});

type OfEngineProps = {
  label: string;
  engine: string;
  question: Question;
  from: number;
  to: number;
  answers: readonly TimelineAnswer[];
};

function OfEngine({ label, engine, question, from, to, answers }: OfEngineProps) {
  const place = useRef<HTMLDivElement>(null);
  const name = `question-${question.id}-${engine}`;
  const known = answers.filter(isKnown);
  const listed = known.filter(({ status }) => status === 'listed').length;
  const without = answers.filter(({ status }) => status === 'no_answer').length;
  const unknown = answers.length - known.length - without;
  const find = { question: question.id, engine, all: true } as const;
  const note = `Listed in ${integer(listed)} of ${countWithNoun(known.length, 'answer')} that can say`;
  const draw = () => {
    const svg = place.current?.querySelector<SVGSVGElement>('svg[role=img]');
    return svg == null ? Promise.resolve(null) : pngOf([{ svg }], question.query, `${label}. ${note}.`);
  };
  return (
    <div ref={place}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <h3 className="font-medium">{label}</h3>
          <p className="text-small text-soft">
            <AnswersLink find={{ ...find, listing: 'listed' }} every count={listed} className="hover:underline">
              {note}
            </AnswersLink>
            {unknown > 0 && (
              <>
                ;{' '}
                <AnswersLink find={{ ...find, listing: 'unknown' }} every count={unknown}>
                  {integer(unknown)} cannot tell
                </AnswersLink>
              </>
            )}
            {without > 0 && (
              <>
                ;{' '}
                <AnswersLink find={{ ...find, listing: 'no_answer' }} every count={without}>
                  {countWithNoun(without, 'page')} showed no answer
                </AnswersLink>
              </>
            )}
          </p>
        </div>
        <span className="screen-only flex gap-1">
          <SaveCsv
            name={name}
            head={['Answered (UTC)', 'Position', 'Status', 'Model', 'Run']}
            rows={() => answers.map((one) => [one.at, one.position, one.status, one.model, one.runId])}
          />
          <SavePng name={name} draw={draw} />
        </span>
      </div>
      <AnswerTimeline key={answers.length} answers={answers} from={from} to={to} label={label} />
      <div>
        <HowComputed
          formula="Answers that list you ÷ answers that can say whether they do, over every completed answer of this engine to this question."
          counts={`${integer(listed)} ÷ ${integer(known.length)}`}
          notes={[
            <span key="unknown">
              <AnswersLink find={{ ...find, listing: 'unknown' }} every count={unknown}>
                {countWithNoun(unknown, 'answer')}
              </AnswersLink>{' '}
              in which your name stands without being recommended, in which a name may be yours, or that cannot be read:
              left out.
            </span>,
            'Repeats of one question resemble each other: they tell less than as many different questions would.',
          ]}
          answers={known.length}
          find={{ ...find, listing: canSay }}
          every
        />
      </div>
    </div>
  );
}
