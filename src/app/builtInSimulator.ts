import type { Simulator } from '../engines/startSimulator.ts';
import type { AnswerProvider } from '../ports/answerProvider.ts';
import type { Db } from '../store/database/transaction.ts';
import { listWebsitesOfRun } from '../store/websites/rows.ts';

/** The bundled simulator, and the owned websites that its answer to a run may name. */
export type BuiltInSimulator = { simulator: Simulator; sitesOfRun: Map<string, { name: string; domain: string }[]> };

export async function startBuiltInSimulator(): Promise<BuiltInSimulator> {
  const [{ startSimulator }, { callRemoteTool }] = await Promise.all([
    import('../engines/startSimulator.ts'),
    import('../simulator/callRemoteTool.ts'),
  ]);
  const sitesOfRun: BuiltInSimulator['sitesOfRun'] = new Map();
  const simulator = await startSimulator({
    hints: ({ runId }) => sitesOfRun.get(runId ?? '') ?? [],
    callTool: callRemoteTool,
    // It lives as long as the server, which saves everything that ends.
    maxKept: { requests: 0, works: 500 },
  });
  return { simulator, sitesOfRun };
}

/** Lets a simulated answer name only the workspace's own sites, so that a trial report looks realistic. */
export function withHints(provider: AnswerProvider, builtIn: BuiltInSimulator, db: Db): AnswerProvider {
  if (!provider.engine.simulated) return provider;
  return {
    ...provider,
    async submit(request, handle) {
      builtIn.sitesOfRun.set(request.runId, await listWebsitesOfRun(db, request.runId));
      try {
        return await provider.submit(request, handle);
      } finally {
        builtIn.sitesOfRun.delete(request.runId);
      }
    },
  };
}
