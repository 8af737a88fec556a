import { type AppContext, steadyIso } from './appContext.ts';

/**
 * Renews a lease while this process works, so that slow work does not count as abandoned, and a dead process is noticed
 * soon. Returns a function that stops this and waits for a renewal in progress.
 * @param renew extends the lease to the given time
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
