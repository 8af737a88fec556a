import type { ListedAnswer } from '../../../../src/contract/wireTypes.ts';
import type { Engine, Question } from '../../api/queries.ts';
import { PositionStrip, type StripCell } from '../../charts/PositionStrip.tsx';
import { pngOfDrawing } from '../../charts/pngOfDrawing.ts';
import { StripDrawing } from '../../charts/StripDrawing.tsx';
import { labelOf } from '../../engines/engineWords.ts';
import { countWithNoun, integer } from '../../format/numbers.ts';
import { HowComputed } from '../../ui/HowComputed.tsx';
import { SaveCsv, SavePng } from '../../ui/Save.tsx';
import { Section } from '../../ui/Section.tsx';

type Props = { question: Question; engines: readonly Engine[]; completed: readonly ListedAnswer[] };
type Cell = StripCell & { model: string | null };

const isKnown = ({ status }: StripCell): boolean => status === 'listed' || status === 'not_listed';

function cellsOf(answers: readonly ListedAnswer[]): Cell[] {
  return [...answers].reverse().map((answer) => ({
    runId: answer.run.id,
    position: answer.position,
    status: answer.noAnswer === null ? answer.targetStatus : 'no_answer',
    at: answer.run.observedAt ?? answer.run.createdAt,
    model: answer.run.model,
  }));
}

/** One strip an engine: its answers to this question, oldest first. */
export function OverTime({ question, engines, completed }: Props) {
  const answered = new Set(completed.map(({ run }) => run.engine ?? ''));
  const ids = [...new Set([...engines.map(({ id }) => id), ...answered])].filter((id) => answered.has(id));
  return (
    <Section
      title="Answers over time"
      note="Oldest first; the number is your position, empty is not listed, ?&nbsp;is unknown, –&nbsp;is a page without an answer. Engines stand beside each other and are never added up."
    >
      <div className="grid gap-8">
        {ids.map((id) => (
          <Strip
            key={id}
            label={labelOf(engines, id)}
            engine={id}
            questionId={question.id}
            name={`question-${question.id}-${id}`}
            query={question.query}
            cells={cellsOf(completed.filter(({ run }) => (run.engine ?? '') === id))}
          />
        ))}
      </div>
    </Section>
  );
}

type StripProps = { label: string; engine: string; questionId: string; name: string; query: string; cells: Cell[] };

function Strip({ label, engine, questionId, name, query, cells }: StripProps) {
  const known = cells.filter(isKnown);
  const listed = known.filter((cell) => cell.status === 'listed').length;
  const without = cells.filter((cell) => cell.status === 'no_answer').length;
  const note = `Listed in ${integer(listed)} of ${countWithNoun(known.length, 'answer')} that can say${without > 0 ? `; ${countWithNoun(without, 'page')} showed no answer` : ''}.`;
  return (
    <div>
      <div className="mb-2 flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
        <div className="min-w-0">
          <h3 className="font-medium">{label}</h3>
          <p className="text-small text-soft">{note}</p>
        </div>
        <span className="screen-only flex gap-1">
          <SaveCsv
            name={name}
            head={['Answered (UTC)', 'Position', 'Status', 'Model', 'Run']}
            rows={() => cells.map((cell) => [cell.at, cell.position, cell.status, cell.model, cell.runId])}
          />
          <SavePng name={name} draw={() => pngOfDrawing(<StripDrawing cells={cells} />, query, `${label}. ${note}`)} />
        </span>
      </div>
      <PositionStrip cells={cells} />
      <div className="mt-3">
        <HowComputed
          formula="Answers that list you ÷ answers that can say whether they do, over every completed answer of this engine to this question."
          counts={`${integer(listed)} ÷ ${integer(known.length)}`}
          notes={[
            `${countWithNoun(cells.length - known.length - without, 'answer')} in which your name stands without being recommended, in which a name may be yours, or that cannot be read: left out.`,
            'Repeats of one question resemble each other: they tell less than as many different questions would.',
          ]}
          runIds={known.map((cell) => cell.runId)}
          find={{ question: questionId, engine, all: true }}
          every
          behind="All answers of this engine to this question"
        />
      </div>
    </div>
  );
}
