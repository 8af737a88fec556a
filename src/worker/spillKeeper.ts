import type { AppContext } from '../services/appContext.ts';
import { replaySpill } from '../services/operator/replaySpill.ts';

export type SpillKeeper = { stop(): Promise<void> };

const everyMs = 5_000;

/**
 * Imports receipts spilled to this process's own disk, until stopped. Needed by a process that serves without following
 * runs, because a worker elsewhere cannot read this disk.
 */
export function createSpillKeeper(app: AppContext): SpillKeeper {
  let stopping = false;
  let timer: NodeJS.Timeout | null = null;
  let turn: Promise<void> = Promise.resolve();
  const loop = (): void => {
    turn = replaySpill(app).then(
      () => {},
      (cause: unknown) => app.log.error({ cause: String(cause) }, 'could not save spilled receipts; will retry'),
    );
    void turn.then(() => {
      if (!stopping) timer = setTimeout(loop, everyMs);
    });
  };
  loop();
  return {
    async stop() {
      stopping = true;
      if (timer !== null) clearTimeout(timer);
      await turn;
    },
  };
}
