import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { auditStateQuery, latestAuditQuery, wordsChanged } from '../../api/auditQueries.ts';
import { call } from '../../api/http.ts';
import type { ReportFilters } from '../../api/reports.ts';
import { countWithNoun, percentRange } from '../../format/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { CheckAnswer } from './CheckAnswer.tsx';
import { checkedText, correctedText } from './standingText.ts';

const size = 40;

/** Draws a random sample of answers, which a person checks one by one, and shows the result. */
export function AuditPart({ siteId, filters }: { siteId: string; filters: ReportFilters }) {
  const latest = useQuery(latestAuditQuery(siteId));
  const [sample, choose] = useState<string | null>(null);
  const id = sample ?? latest.data?.latest?.audit.id ?? null;
  const draw = useMutation({
    mutationFn: () =>
      call('createAudit', {
        ...{ websiteId: siteId, size },
        ...(filters.engine === undefined ? {} : { engine: filters.engine }),
        ...(filters.startDate === undefined ? {} : { startDate: filters.startDate }),
        ...(filters.endDate === undefined ? {} : { endDate: filters.endDate }),
      }),
    onSuccess: ({ audit }) => choose(audit.id),
  });
  if (latest.data === undefined) {
    return latest.isError ? (
      <Failure error={latest.error} retry={() => void latest.refetch()} />
    ) : (
      <Skeleton className="h-96" />
    );
  }
  return (
    <>
      <div className="my-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1">
          Read random answers without our reading, about ten seconds each. From 30 answers on, your verdicts correct the
          score.
        </p>
        <Button forMembers small busy={draw.isPending} onClick={() => draw.mutate()}>
          Draw {size} answers
        </Button>
      </div>
      {draw.isError && <Failure error={draw.error} />}
      {id !== null && <AuditState siteId={siteId} id={id} />}
    </>
  );
}

function AuditState({ siteId, id }: { siteId: string; id: string }) {
  const state = useQuery(auditStateQuery(siteId, id));
  const { data } = state;
  if (data === undefined) {
    return state.isError ? (
      <Failure error={state.error} retry={() => void state.refetch()} />
    ) : (
      <Skeleton className="h-96" />
    );
  }
  const doneCount = data.words.length + data.skipped;
  return (
    <>
      <ul className="mb-4">
        {data.standings.map((standing) => (
          <li key={standing.engine}>
            <span className="font-medium">{standing.engine}</span>: {checkedText(standing)}
            {standing.rightShare !== null && ` (${percentRange(standing.rightShare.interval95)} right)`}
            {` · Score ${correctedText(standing)}`}
          </li>
        ))}
      </ul>
      <p className="text-small text-soft">
        {doneCount} of {countWithNoun(data.drawn, 'drawn answer')} done, {data.skipped} skipped
      </p>
      {data.next !== null && (
        <CheckAnswer
          key={data.next.runId}
          auditId={id}
          siteId={siteId}
          names={data.names}
          answer={data.next}
          last={data.words.toSorted((one, other) => (one.saidAt < other.saidAt ? 1 : -1))[0]?.id ?? null}
          changed={() => wordsChanged(siteId)}
        />
      )}
    </>
  );
}
