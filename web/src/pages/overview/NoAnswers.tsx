import { Link } from '@tanstack/react-router';
import type { KeywordCase, VisibilityOverview, Website } from '../../../../src/api/wireTypes.ts';
import { useAsking } from '../../asking/useAsking.ts';
import { counted } from '../../format/numbers.ts';
import { Button, buttonLook } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Notice.tsx';

/** What to do next where nothing is answered yet. */
export function NoAnswers({
  report,
  site,
  cases,
  onAsk,
}: {
  report: VisibilityOverview;
  site: Website;
  cases: readonly KeywordCase[];
  onAsk(): void;
}) {
  const isAsking = useAsking(site.id).some((item) => item.state !== 'ended');
  if (cases.length === 0) {
    return (
      <Empty
        title="No questions yet"
        action={
          <Link to="/start" search={{ site: site.id }} className={buttonLook('primary')}>
            Add questions
          </Link>
        }
      >
        Sightline asks an answer engine what your customers would ask, and reads who it recommends. A good question
        sounds like “Which accounting tool suits a freelancer in Austria?”: it does not name you.
      </Empty>
    );
  }
  if (isAsking || report.coverage.active > 0) {
    return (
      <Empty title="The first answers are on their way">This page fills in as they land; you need not reload it.</Empty>
    );
  }
  return (
    <Empty
      title={
        report.coverage.attemptsConsidered === 0 ? 'No answers in this window' : 'No completed answers in this window'
      }
      action={
        <Button kind="primary" onClick={onAsk}>
          Ask {counted(cases.length, 'question')}
        </Button>
      }
    >
      {counted(cases.length, 'question')} saved.{' '}
      {report.coverage.failed > 0 ? `${counted(report.coverage.failed, 'attempt')} failed. ` : ''}Ask now, or choose
      other dates above.
    </Empty>
  );
}
