import { Link } from '@tanstack/react-router';
import type { ListedAnswer } from '../../../../src/contract/wireTypes.ts';
import type { Engine } from '../../api/queries.ts';
import { labelOf } from '../../engines/engineWords.ts';
import { basisText } from '../../format/bases.ts';
import { countWithNoun, integer } from '../../format/numbers.ts';
import { Time } from '../../format/times.tsx';
import { AnswersLink } from '../../ui/AnswersLink.tsx';
import { buttonLook } from '../../ui/Button.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { foreign, Sentence } from '../../ui/Foreign.tsx';
import { Reason } from '../../ui/Reason.tsx';
import { Section } from '../../ui/Section.tsx';
import { Status } from '../../ui/Status.tsx';
import { useListSearch } from '../../ui/useListSearch.tsx';

/** Every attempt, whatever its end and its engine. */
type Props = {
  /** Newest first. */
  answers: readonly ListedAnswer[];
  engines: readonly Engine[];
  questionId: string;
  /** There are older ones. */
  isCut: boolean;
};

export function Attempts({ answers, engines, questionId, isCut }: Props) {
  const nameOf = (id: string | null): string => (id === null ? '' : labelOf(engines, id));
  const { found, field, none } = useListSearch({
    place: 'attempts',
    rows: answers,
    textOf: ({ run, targetStatus }) =>
      [run.observedAt ?? run.createdAt, run.status, targetStatus, nameOf(run.engine), run.model, run.error].join(' '),
    noun: 'attempt',
  });
  return (
    <Section
      title={
        isCut ? `The newest ${countWithNoun(answers.length, 'attempt')}` : countWithNoun(answers.length, 'attempt')
      }
      info="attempts"
      actions={
        <AnswersLink find={{ question: questionId, all: true }} every className={buttonLook('plain', true)}>
          All in the list of answers
        </AnswersLink>
      }
    >
      {field}
      {none}
      <ul className="divide-y divide-line">
        {found.map(({ run, targetStatus, targetBasis, noAnswer, candidates, position, searches }) => (
          <li key={run.id} className="flex flex-wrap items-center gap-x-6 gap-y-1 py-2">
            <Link to="/answers/$runId" params={{ runId: run.id }} className="link basis-56">
              <Time iso={run.observedAt ?? run.createdAt} />
            </Link>
            <span className="basis-32">
              <Status of={run.status} />
            </span>
            <span className="basis-36">
              {noAnswer !== null && <Status of="no_answer" />}
              {targetStatus !== null && (
                <Status of={targetStatus} {...(position === null ? {} : { word: `Position ${integer(position)}` })} />
              )}
            </span>
            <span className="flex-1 basis-56 text-small text-soft">
              {targetBasis !== null && (
                <span className="block">
                  <Sentence text={basisText(targetBasis, candidates.map(foreign))} />
                </span>
              )}
              {nameOf(run.engine)}, {run.model ?? 'model unknown'}
              {run.useSeoTools ? ', with SEO tools' : ''}
            </span>
            {searches !== null && searches.length > 0 && (
              <Disclosure
                className="folded-on-paper basis-full"
                summary={`${countWithNoun(searches.length, 'search', 'searches')} of the engine`}
              >
                <ul className="grid gap-0.5 border-line border-l-2 pl-3 text-small text-soft">
                  {searches.map(({ query, pages, cited }) => (
                    <li key={query} className="wrap-anywhere">
                      <bdi className="text-ink">{query}</bdi>: {countWithNoun(pages, 'page')} returned, {integer(cited)}{' '}
                      cited
                    </li>
                  ))}
                </ul>
              </Disclosure>
            )}
            {run.error !== null && (
              <span className="basis-full text-danger text-small">
                <Reason text={run.error} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
