import type { Work } from './answerWork.ts';
import type { Route, RouteResult } from './route.ts';
import type { createWorks, WorkStatus } from './works.ts';

/** Format in which one wire shows a piece of work. */
export type WorkWire = {
  show(work: Work, status: WorkStatus): unknown;
  unknown(id: string): RouteResult;
  /** Refuses a cancel after work has ended; absent if the wire never refuses. */
  tooLate?(): RouteResult;
};

/**
 * Routes `GET /{id}` and `POST /{id}/cancel` of a wire that holds its work under ids. Null for any other method or
 * path.
 */
export function routeToWork(
  works: ReturnType<typeof createWorks>,
  [id = '', verb]: readonly (string | undefined)[],
  method: string,
  wire: WorkWire,
): Route | null {
  const isCancel = method === 'POST' && verb === 'cancel';
  if (!isCancel && (method !== 'GET' || verb !== undefined)) return null;
  const work = works.find(id);
  return {
    operation: isCancel ? 'cancel' : 'retrieve',
    text: String(work?.request.input ?? ''),
    run: () => {
      if (work === undefined) return wire.unknown(id);
      if (isCancel && work.ended !== null && wire.tooLate !== undefined) return wire.tooLate();
      const reply = { status: 200, body: wire.show(work, isCancel ? works.cancel(work) : works.look(work)) };
      // Shown once after its end, then gone, as after the provider's retention.
      if (work.course === 'forgotten' && work.ended !== null && !isCancel) works.forget(id);
      return { reply, created: null };
    },
  };
}
