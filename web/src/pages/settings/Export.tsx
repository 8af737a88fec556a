import { useState } from 'react';
import type { OutputOf } from '../../../../src/contract/callTypes.ts';
import { call } from '../../api/http.ts';
import { queryClient, questionsQuery, sessionQuery, sitesQuery } from '../../api/queries.ts';
import { seoReportsQuery } from '../../api/seoQueries.ts';
import { download } from '../../format/files.ts';
import { countWithNoun } from '../../format/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { Info } from '../../ui/Info.tsx';
import { Failure } from '../../ui/Notice.tsx';
import { Row } from '../../ui/Rows.tsx';

/** Reads the workspace page by page and writes one file in the browser; the server stores nothing for it. */
export function Export() {
  const [state, setState] = useState<{ runs: number } | 'idle' | { error: unknown }>('idle');
  const isBusy = typeof state === 'object' && 'runs' in state;
  const save = async () => {
    setState({ runs: 0 });
    try {
      const [session, sites, questions, seoReports] = await Promise.all([
        queryClient.fetchQuery(sessionQuery),
        queryClient.fetchQuery(sitesQuery),
        queryClient.fetchQuery(questionsQuery()),
        queryClient.fetchQuery(seoReportsQuery),
      ]);
      const runs: unknown[] = [];
      let cursor: string | undefined;
      do {
        const page: OutputOf<'exportRuns'> = await call('exportRuns', { cursor }, { timeoutMs: 60_000 });
        runs.push(...page.items);
        cursor = page.nextCursor ?? undefined;
        setState({ runs: runs.length });
      } while (cursor !== undefined);
      const exported = {
        exportedAt: new Date().toISOString(),
        workspace: session.workspace,
        sites,
        questions,
        cases: questions.flatMap(({ engines }) => engines.flatMap(({ cases }) => cases)),
        seoReports,
        runs,
      };
      const name = `sightline-${exported.exportedAt.slice(0, 10)}.json`;
      download(new Blob([JSON.stringify(exported, null, 1)], { type: 'application/json' }), name);
      setState('idle');
    } catch (error) {
      setState({ error });
    }
  };
  return (
    <Row
      name={
        <span className="flex items-center gap-1.5">
          Export <Info of="export" label="export" />
        </span>
      }
      state={isBusy ? countWithNoun(state.runs, 'run') : 'JSON'}
    >
      <Button small busy={isBusy} onClick={save}>
        Download everything
      </Button>
      {typeof state === 'object' && 'error' in state && <Failure error={state.error} retry={() => void save()} />}
    </Row>
  );
}
