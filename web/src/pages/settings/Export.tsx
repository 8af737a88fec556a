import { useState } from 'react';
import { call } from '../../api/http.ts';
import { casesQuery, queryClient, seoReportsQuery, sessionQuery, sitesQuery } from '../../api/queries.ts';
import { download } from '../../charts/exportPicture.ts';
import { counted } from '../../format/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { Failure } from '../../ui/Notice.tsx';

type RunPage = { runs: unknown[]; next: string | null };

/** Reads the workspace page by page and writes one file in the browser: nothing is kept on the server for it. */
export function Export() {
  const [state, setState] = useState<{ runs: number } | 'idle' | { error: unknown }>('idle');
  const isBusy = typeof state === 'object' && 'runs' in state;
  const save = async () => {
    setState({ runs: 0 });
    try {
      const [session, sites, cases, seoReports] = await Promise.all([
        queryClient.fetchQuery(sessionQuery),
        queryClient.fetchQuery(sitesQuery),
        queryClient.fetchQuery(casesQuery),
        queryClient.fetchQuery(seoReportsQuery),
      ]);
      const runs: unknown[] = [];
      let before: string | undefined;
      do {
        const page: RunPage = await call<RunPage>('GET', '/export/runs', {
          query: { before, limit: 50 },
          patience: 60_000,
        });
        runs.push(...page.runs);
        before = page.next ?? undefined;
        setState({ runs: runs.length });
      } while (before !== undefined);
      const exported = {
        exportedAt: new Date().toISOString(),
        workspace: session.workspace,
        sites,
        cases,
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
    <div className="grid gap-3">
      <div>
        <Button busy={isBusy} onClick={save}>
          {isBusy ? `Reading: ${counted(state.runs, 'run')}` : 'Save everything as JSON'}
        </Button>
      </div>
      {typeof state === 'object' && 'error' in state && <Failure error={state.error} retry={() => void save()} />}
    </div>
  );
}
