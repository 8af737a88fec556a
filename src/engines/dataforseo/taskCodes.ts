import type { RemoteSnapshot } from '../../ports/answerRequest.ts';

/**
 * Meaning of this vendor's codes for a create. Exact values rather than ranges, because 406xx are codes of unfinished
 * work.
 */
type RefusedCreate = 'flaw' | 'owner' | 'later' | 'repeated' | 'account';

const owner = [40100, 40104, 40200, 40201, 40203, 40204, 40207, 40210];
const later = [40202, 40209];
const flaws = [40006, 40400, 40402, 40501, 40502, 40503, 40506];
const repeated = [40205, 40206];
const account = [40000, 40001, 40002, 40003, 40004];

const refusals: ReadonlyMap<number, RefusedCreate> = new Map<number, RefusedCreate>([
  ...owner.map((code) => [code, 'owner'] as const),
  ...later.map((code) => [code, 'later'] as const),
  ...flaws.map((code) => [code, 'flaw'] as const),
  ...repeated.map((code) => [code, 'repeated'] as const),
  ...account.map((code) => [code, 'account'] as const),
]);

/** Seconds to wait after the vendor demanded fewer requests. */
const laterSeconds = 60;

const advice: Readonly<Record<RefusedCreate, string>> = {
  flaw: 'DataForSEO does not take this task.',
  owner: 'The owner has to act at DataForSEO: credit, limits or access.',
  later: 'DataForSEO wants fewer tasks at once; ask again in a minute.',
  repeated: 'The owner of the DataForSEO account limits repeated tasks; its settings say how often one may be sent.',
  account: 'These credentials may not use this function of DataForSEO.',
};

/** Returns null if the code does not prove that nothing was created. */
export function refusedCreate(code: number): { advice: string; retryAfterSeconds: number | null } | null {
  const kind = refusals.get(code);
  if (kind === undefined) return null;
  return { advice: advice[kind], retryAfterSeconds: kind === 'later' ? laterSeconds : null };
}

export const acceptedCode = 20100;

/** Meaning of a code about existing work. */
export type PollCode =
  | { kind: 'done' }
  | { kind: 'nothing_shown' }
  | { kind: 'pending'; status: Extract<RemoteSnapshot['status'], 'queued' | 'running'> }
  | { kind: 'failed'; why: string }
  | { kind: 'gone' }
  /** A person has to check: another request would not help. */
  | { kind: 'inspect' }
  | { kind: 'unavailable'; retryAfterSeconds: number | null };

export function pollCode(code: number | null): PollCode {
  switch (code) {
    case 20000:
      return { kind: 'done' };
    case 40102:
      return { kind: 'nothing_shown' };
    case 40602:
      return { kind: 'pending', status: 'queued' };
    case 40601:
    case acceptedCode:
      return { kind: 'pending', status: 'running' };
    case 40101:
      return { kind: 'failed', why: 'The page could not be read. DataForSEO charges for that.' };
    case 40103:
      return { kind: 'failed', why: 'DataForSEO could not complete the task. Whether it is refunded is not known.' };
    // Shortly after a create 40401 proves nothing; runs are not given up before their deadline, which covers that.
    case 40401:
    case 40403:
      return { kind: 'gone' };
    case null:
      return { kind: 'unavailable', retryAfterSeconds: null };
  }
  if (later.includes(code)) return { kind: 'unavailable', retryAfterSeconds: laterSeconds };
  return flaws.includes(code) || account.includes(code)
    ? { kind: 'inspect' }
    : { kind: 'unavailable', retryAfterSeconds: null };
}
