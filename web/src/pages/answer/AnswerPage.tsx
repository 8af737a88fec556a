import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { answerQuery } from '../../api/queries.ts';
import { foreign } from '../../ui/Foreign.tsx';
import { PageHead } from '../../ui/Section.tsx';
import { AnswerBody } from './AnswerBody.tsx';

/** One saved answer as a page, under its question. */
export function AnswerPage() {
  const { runId } = useParams({ from: '/inside/answers/$runId' });
  const { data, isError } = useQuery(answerQuery(runId));
  const keywordCase = data?.case;
  return (
    // On a phone a question takes two lines, which its head reserves before the question is known.
    <div className="max-md:[&>[data-bar]]:grid max-md:[&>[data-bar]]:min-h-[4.3125rem] max-md:[&>[data-bar]]:content-center">
      {keywordCase === undefined ? (
        // A failed read shows its own heading.
        !isError && <PageHead title="Answer" />
      ) : (
        <PageHead
          title={foreign(keywordCase.query)}
          parent={
            keywordCase.target === null ? undefined : (
              <Link
                to="/sites/$siteId/questions/$questionId"
                params={{ siteId: keywordCase.target.websiteId, questionId: keywordCase.questionId }}
                aria-label="All answers to this question"
                className="hover:underline"
              >
                Question
              </Link>
            )
          }
        />
      )}
      <AnswerBody runId={runId} />
    </div>
  );
}
