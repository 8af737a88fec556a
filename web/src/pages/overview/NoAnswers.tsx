import { Link } from '@tanstack/react-router';
import type { VisibilityOverview, Website } from '../../../../src/contract/wireTypes.ts';
import type { Question } from '../../api/queries.ts';
import { countWithNoun } from '../../format/numbers.ts';
import { Button, buttonLook } from '../../ui/Button.tsx';
import { ForMembers } from '../../ui/ForMembers.tsx';
import { Empty } from '../../ui/Notice.tsx';

/** Shows the next step before the first answer. */
export function NoAnswers({
  report,
  site,
  questions,
  onAsk,
}: {
  report: VisibilityOverview;
  site: Website;
  questions: readonly Question[];
  onAsk(): void;
}) {
  if (questions.length === 0) {
    return (
      <Empty
        title="No questions yet"
        action={
          <ForMembers>
            <Link to="/start" search={{ site: site.id }} className={buttonLook('primary')}>
              Add questions
            </Link>
          </ForMembers>
        }
      >
        Sightline asks an answer engine what your customers would ask, and reads whom it recommends. A good question
        does not name you, for example “Which accounting tool suits a freelancer in Austria?”
      </Empty>
    );
  }
  const kinds = report.coverage.questionKinds ?? null;
  if (kinds !== null && kinds.choice === 'exclude' && kinds.others === 0 && kinds.branded > 0) {
    return (
      <Empty
        title="Every question is branded"
        action={
          <Link
            from="/sites/$siteId"
            to="/sites/$siteId"
            search={(now) => ({ ...now, branded: 'only' as const })}
            className={buttonLook('primary')}
          >
            Count branded questions
          </Link>
        }
      >
        Answers to questions that name you nearly always list you, so the numbers leave them out. Add questions that do
        not name you, or count these.
      </Empty>
    );
  }
  return (
    <Empty
      title={
        report.coverage.attemptsConsidered === 0 ? 'No answers in this period' : 'No completed answers in this period'
      }
      action={
        <Button forMembers kind="primary" onClick={onAsk}>
          Ask {countWithNoun(questions.length, 'question')}
        </Button>
      }
    >
      {countWithNoun(questions.length, 'question')} saved.{' '}
      {report.coverage.failed > 0 ? `${countWithNoun(report.coverage.failed, 'attempt')} failed. ` : ''}Ask now or
      choose other dates.
    </Empty>
  );
}
