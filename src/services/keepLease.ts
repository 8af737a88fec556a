import { type AppContext, steadyIso } from './appContext.ts';

/**
 * Says again and again that this process is at work on something, so that slow work is not taken for abandoned, and a dead
 * process is soon known. Returns what ends it, and waits for a renewal in progress.
 * @param renew takes the work until the given time
 */
export function keepLease(
  app: AppContext,
  of: { what: string; id: string; leaseMs: number },
  renew: (until: string) => Promise<void>,
): () => Promise<void> {
  const { what, id, leaseMs } = of;
  let renewed: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    renewed = renew(steadyIso(app, leaseMs)).catch((cause: unknown) =>
      app.log.warn({ id, cause: String(cause) }, `the lease of ${what} could not be renewed`),
    );
  }, leaseMs / 4);
  return () => {
    clearInterval(timer);
    return renewed;
  };
}
