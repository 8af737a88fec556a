import { currentRequestId } from '../http/requestIds.ts';
import { assertOutsideTransaction } from '../store/database/transaction.ts';

/** Number and total time of one kind of call to a provider, by outcome. */
type CallCount = { provider: string; call: string; outcome: string; count: number; seconds: number };

/** Called provider: the name under which it is counted, and whether it is simulated and so free. */
type AskedProvider = { name: string; simulated: boolean };

/** Counts of this process since it started. */
export type ProviderCalls = {
  note(asked: AskedProvider, call: string, outcome: string, milliseconds: number): void;
  /** Counts a call as pending until it ends. */
  follow(call: Promise<unknown>): void;
  all(): readonly CallCount[];
  /** Returns the number of calls so far that may have cost money; it only grows. */
  paid(): number;
  /** Returns the number of requests to this server that are waiting for a provider. */
  waiting(): number;
};

/** Methods of an adapter that use the network, with the names under which they are counted. */
const callNames: Readonly<Record<string, string>> = {
  prepare: 'prepare',
  submit: 'create',
  retrieve: 'look',
  findLost: 'find',
  requestCancel: 'cancel',
  listTasks: 'list',
  listCosts: 'list',
  read: 'create',
  call: 'create',
  findByTag: 'find',
  listCalls: 'list',
};

export function createProviderCalls(): ProviderCalls {
  const counts = new Map<string, CallCount>();
  let paid = 0;
  let waiting = 0;
  return {
    follow(call) {
      // No request waits for the worker's calls.
      if (currentRequestId() === undefined) return;
      waiting += 1;
      const end = (): void => {
        waiting -= 1;
      };
      call.then(end, end);
    },
    note({ name: provider, simulated }, call, outcome, milliseconds) {
      const key = `${provider}\n${call}\n${outcome}`;
      const entry = counts.get(key) ?? { provider, call, outcome, count: 0, seconds: 0 };
      counts.set(key, { ...entry, count: entry.count + 1, seconds: entry.seconds + milliseconds / 1000 });
      if (call === 'create' && !simulated) paid += 1;
    },
    all: () => [...counts.values()],
    paid: () => paid,
    waiting: () => waiting,
  };
}

/** Refuses network calls inside a transaction at run time: rows are locked there, and money must not wait for them. */
export function refuseInTransaction<T extends object>(port: T, what: string): T {
  return withEachCall(port, (_name, call) => {
    assertOutsideTransaction(what);
    return call();
  });
}

/** Does the same, and counts every call by the kind of its outcome. */
export function countCalls<T extends object>(
  port: T,
  what: string,
  askedProvider: AskedProvider,
  calls: ProviderCalls,
): T {
  return withEachCall(port, (name, call) => {
    assertOutsideTransaction(what);
    const counted = callNames[name];
    const input = call();
    if (counted === undefined || !(input instanceof Promise)) return input;
    calls.follow(input);
    const began = performance.now();
    const note = (outcome: string): void => calls.note(askedProvider, counted, outcome, performance.now() - began);
    input.then(
      (outcome: unknown) => note(kindOf(outcome)),
      () => note('thrown'),
    );
    return input;
  });
}

function kindOf(outcome: unknown): string {
  const shape = outcome as { kind?: unknown; acknowledged?: unknown } | null;
  if (typeof shape?.kind === 'string') return shape.kind;
  return shape?.acknowledged === true ? 'acknowledged' : 'not_acknowledged';
}

/** Members that use no network and may run anywhere. */
const pureMembers: ReadonlySet<string | symbol> = new Set(['fingerprint', 'freeze']);

function withEachCall<T extends object>(port: T, around: (name: string, call: () => unknown) => unknown): T {
  return new Proxy(port, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member !== 'function' || pureMembers.has(name)) return member;
      return (...values: unknown[]) => around(String(name), () => Reflect.apply(member, target, values));
    },
  });
}
