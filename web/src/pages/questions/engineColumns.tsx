import { Link } from '@tanstack/react-router';
import type { Engine, Question } from '../../api/queries.ts';
import { formatLabel, shortNames } from '../../engines/engineWords.ts';
import { basisText } from '../../format/bases.ts';
import { integer } from '../../format/numbers.ts';
import { utc } from '../../format/times.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { ModelName } from './ModelName.tsx';
import type { Row } from './questionRows.ts';

type AskedAt = Question['engines'][number];
type Mark = { sign: string; told: string; rank: number | null; runId: string | null };

/** Returns the models of an engine's latest answers: if there are several, its cells name them. */
function collectModels(questions: readonly Question[], engine: string): ReadonlySet<string> {
  const requests = questions.flatMap(({ engines }) => engines.filter((one) => one.engine === engine));
  return new Set(requests.flatMap(({ lastAnswer }) => lastAnswer?.model ?? []));
}

/** One column each on wide screens; on a phone, all in one cell. */
const widths = ['sm', 'sm', 'sm', 'md', 'md', 'lg', 'xl'] as const;

/** Returns the symbol of one engine's latest answer to one question, with its text. */
function markOf(request: AskedAt | undefined): Mark {
  if (request === undefined) return { sign: '', told: 'not asked here', rank: null, runId: null };
  const { lastAnswer: answer, activeRunId } = request;
  if (answer === null) {
    return activeRunId === null
      ? { sign: '–', told: 'not answered yet', rank: null, runId: null }
      : { sign: '…', told: 'in progress', rank: null, runId: activeRunId };
  }
  const { runId, observedAt, basis, position } = answer;
  const at = observedAt === null ? '' : ` (${utc(observedAt)})`;
  const why = basis === null ? '' : `, ${basisText(basis, [])}`;
  if (answer.status === 'listed') {
    const [sign, message] = position === null ? ['●', 'listed'] : [integer(position), `position ${integer(position)}`];
    return { sign, told: `${message}${why}${at}`, rank: position ?? 900, runId };
  }
  if (answer.status === 'not_listed') return { sign: '○', told: `not listed${why}${at}`, rank: 1_000, runId };
  if (answer.status === 'no_answer') {
    return { sign: '–', told: `the page was read and shows no answer${at}`, rank: 3_000, runId };
  }
  return { sign: '?', told: `undecided${why}${at}`, rank: 2_000, runId };
}

const askedAt = ({ saved }: Row, engine: string): AskedAt | undefined =>
  saved?.engines.find((query) => query.engine === engine);

/** Returns one column per engine: its latest answer to each question, which the cell opens. */
export function engineColumns(
  ids: readonly string[],
  engines: readonly Engine[],
  questions: readonly Question[],
): Column<Row>[] {
  const names = shortNames(engines);
  const own = ids.map((id, index): Column<Row> => {
    const label = formatLabel(engines, id);
    const from = widths[Math.min(index, widths.length - 1)];
    const isSeveral = collectModels(questions, id).size > 1;
    return {
      id: `engine${index + 1}`,
      name: names.get(id) ?? label,
      from: from ?? 'xl',
      phone: false,
      ...(index === ids.length - 1 ? { info: 'marks' as const } : {}),
      value: (row) => markOf(askedAt(row, id)).rank,
      file: {
        [`${label}: latest answer`]: (row) => askedAt(row, id)?.lastAnswer?.status?.replace('_', ' ') ?? null,
        [`${label}: position`]: (row) => askedAt(row, id)?.lastAnswer?.position ?? null,
        ...(isSeveral ? { [`${label}: model`]: (row: Row) => askedAt(row, id)?.lastAnswer?.model ?? null } : {}),
        [`${label}: answered (UTC)`]: (row) => askedAt(row, id)?.lastAnswer?.observedAt ?? null,
      },
      cell: (row) => {
        const askedValue = askedAt(row, id);
        const model = isSeveral ? (askedValue?.lastAnswer?.model ?? null) : null;
        return (
          <>
            <Cell label={label} mark={markOf(askedValue)} />
            {model !== null && <ModelName name={model} />}
          </>
        );
      },
    };
  });
  const signs: Column<Row> = {
    id: 'engines',
    name: ids.map((id) => names.get(id)?.slice(0, 1) ?? '').join(' · '),
    info: 'marks',
    phone: true,
    file: {},
    cell: (row) => (
      <span className="flex gap-1">
        {ids.map((id) => (
          <Cell key={id} label={formatLabel(engines, id)} mark={markOf(askedAt(row, id))} />
        ))}
      </span>
    ),
  };
  return [...own, signs];
}

function Cell({ label, mark: { sign, told, rank, runId } }: { label: string; mark: Mark }) {
  const text = `${label}: ${told}`;
  const look = `inline-grid h-7 min-w-7 place-items-center rounded-small px-1 ${rank !== null && rank < 1_000 ? 'bg-accent-wash font-medium text-ink' : 'text-soft'}`;
  if (runId === null) {
    return (
      <span className={look} title={text}>
        {sign}
        <span className="sr-only">{told}</span>
      </span>
    );
  }
  return (
    <Link to="/answers/$runId" params={{ runId }} title={text} aria-label={text} className={`${look} hover:underline`}>
      {sign}
    </Link>
  );
}
