import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ListedAnswer } from '../../../../src/contract/wireTypes.ts';
import type { Engine } from '../../api/queries.ts';
import { questionAnswersQuery } from '../../api/visibilityQueries.ts';
import { formatLabel, shortNames } from '../../engines/engineWords.ts';
import { basisText } from '../../format/bases.ts';
import { countWithNoun, integer } from '../../format/numbers.ts';
import { shortDate, Time } from '../../format/times.tsx';
import { AnswersLink } from '../../ui/AnswersLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { foreign, Sentence, withoutMarkers } from '../../ui/Foreign.tsx';
import { Reason } from '../../ui/Reason.tsx';
import { Status } from '../../ui/Status.tsx';
import { useListSearch } from '../../ui/useListSearch.tsx';

type Props = {
  /** Newest first. */
  answers: readonly ListedAnswer[];
  engines: readonly Engine[];
  questionId: string;
  siteId: string;
  /** True if there are older ones. */
  isCut: boolean;
};

/** Rows before the reader asks for all. */
const maxRowsAtFirst = 30;

/** Lists every attempt, of any outcome and engine. */
export function Attempts({ answers, engines, questionId, siteId, isCut }: Props) {
  const marked = useQuery(questionAnswersQuery(siteId, questionId)).data?.items ?? [];
  const recommended = new Map(marked.map(({ runId, domains }) => [runId, domains]));
  const [isWhole, setWhole] = useState(false);
  const names = shortNames(engines);
  const nameOf = (id: string | null): string => (id === null ? '' : (names.get(id) ?? formatLabel(engines, id)));
  const { found, field, none } = useListSearch({
    place: 'attempts',
    rows: answers,
    textOf: ({ run, targetStatus }) =>
      [
        ...[run.observedAt ?? run.createdAt, run.status, targetStatus, nameOf(run.engine), run.model, run.error],
        ...(recommended.get(run.id) ?? []),
      ].join(' '),
    noun: 'attempt',
  });
  return (
    <section aria-label="Attempts">
      <div className="screen-only mb-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <AnswersLink find={{ question: questionId, all: true }} every className="text-small text-soft hover:underline">
          {isCut ? `Newest ${integer(answers.length)}; all in Answers` : 'All in Answers'}
        </AnswersLink>
        {field}
      </div>
      {none}
      <p
        aria-hidden="true"
        className="flex h-8 items-center gap-x-4 border-line border-b text-small text-soft max-sm:hidden"
      >
        <span className="w-28">Time (UTC)</span>
        <span className="w-28">Outcome</span>
        <span className="w-36">Engine</span>
        <span className="max-md:hidden">Recommended, in order</span>
      </p>
      <ul className="divide-y divide-line">
        {found.slice(0, isWhole ? undefined : maxRowsAtFirst).map((answer) => (
          <Attempt
            key={answer.run.id}
            answer={answer}
            engine={nameOf(answer.run.engine)}
            domains={recommended.get(answer.run.id) ?? []}
          />
        ))}
      </ul>
      {!isWhole && found.length > maxRowsAtFirst && (
        <Button small kind="quiet" className="screen-only mt-2 -ml-2.5" onClick={() => setWhole(true)}>
          Show all {countWithNoun(found.length, 'attempt')}
        </Button>
      )}
    </section>
  );
}

/** Shows one attempt in a line: its time, position or outcome, engine, and the domains it recommends in order. */
function Attempt({ answer, engine, domains }: { answer: ListedAnswer; engine: string; domains: readonly string[] }) {
  const at = answer.run.observedAt ?? answer.run.createdAt;
  const { run, targetStatus, targetBasis, noAnswer, candidates, position } = answer;
  const basis = targetBasis === null ? '' : basisText(targetBasis, candidates.map(foreign));
  return (
    <li data-row className="flex min-h-9 items-center gap-x-4 text-small max-sm:flex-wrap">
      <Link to="/answers/$runId" params={{ runId: run.id }} className="w-28 shrink-0 hover:underline">
        <Time iso={at} shown={`${shortDate(at)}, ${at.slice(11, 16)}`} />
      </Link>
      <span className="w-28 shrink-0">
        {noAnswer !== null ? (
          <Status of="no_answer" />
        ) : targetStatus !== null ? (
          <Status of={targetStatus} {...(position === null ? {} : { word: `Position ${integer(position)}` })} />
        ) : (
          <Status of={run.status} />
        )}
      </span>
      <span className="w-36 min-w-0 truncate text-soft max-sm:w-auto max-sm:flex-1 max-sm:text-right">
        {engine}
        {run.useSeoTools ? ', with SEO tools' : ''}
      </span>
      <span title={withoutMarkers(basis)} className="min-w-0 flex-1 truncate text-soft max-md:hidden">
        {run.error !== null ? (
          <span className="text-danger">
            <Reason text={run.error} />
          </span>
        ) : (
          <Sentence text={domains.length > 0 ? allInOrder(domains) : basis === '' ? (run.model ?? '') : basis} />
        )}
      </span>
    </li>
  );
}

/** Returns domains with their places: `1 a.example · 2 b.example`. */
const allInOrder = (domains: readonly string[]): string =>
  domains.map((domain, index) => `${integer(index + 1)} ${foreign(domain)}`).join(' · ');
