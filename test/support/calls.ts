import { expect } from 'vitest';
import { type Call, send } from '../../src/client/send.ts';
import type { SightlineError } from '../../src/client/sightlineError.ts';
import { bearerTransport, cookieTransport, type Transport } from '../../src/client/transport.ts';
import type { InputOf, OutputOf } from '../../src/contract/callTypes.ts';
import type { OperationId } from '../../src/contract/routes.ts';
import { hasEnded, until } from './until.ts';
import type { WireBody } from './wire.ts';

type KeysOf<Union> = Union extends unknown ? keyof Union : never;
type MemberOf<Union, Key> = Union extends unknown ? (Key extends keyof Union ? Union[Key] : never) : never;
type Scalar = string | number | boolean;

/**
 * A value as if every member of every variant were present: a test asserts which are. Its server checks each success
 * against its schema (strictOutput), which verifies the shapes.
 */
type Present<T> =
  | Extract<T, Scalar>
  | (Exclude<T, Scalar | null | undefined> extends infer Whole
      ? [Whole] extends [never]
        ? never
        : [Whole] extends [readonly (infer Item)[]]
          ? Present<Item>[]
          : { [Key in KeysOf<Whole>]-?: Present<MemberOf<Whole, Key>> }
      : never);

type Answer<Id extends OperationId> = Present<OutputOf<Id>>;
type CallFor<Options> = <Id extends OperationId>(id: Id, input: InputOf<Id>, options?: Options) => Promise<Answer<Id>>;

/** Typed calls of operations by their ids, as in the published client and the web app. */
export type Calls = {
  call: CallFor<Parameters<Call>[2]>;
  /** Makes a call that must be refused with `code`; returns the refusal. Its input may violate the contract. */
  refuse(
    id: OperationId,
    input: Readonly<Record<string, unknown>>,
    code: string,
    options?: Parameters<Call>[2],
  ): Promise<SightlineError>;
  /** Evaluates a target, and follows its run to the end. */
  evaluate(input: InputOf<'ensureObservation'>, idempotencyKey: string): Promise<EndedRun>;
};

/** A caller: a program by its key, or a person by the cookie of a session. */
type Caller = {
  key?: string;
  cookie?: string | undefined;
  headers?: Readonly<Record<string, string>>;
  /** Calls v1's operations with a key under v2's path. */
  under?: 'v2';
} & Parameters<Call>[2];

/** A response as received, with its status: of a success the output, of a refusal the error. */
export type Reply<Id extends OperationId> = {
  status: number;
  headers: Headers;
  text: string;
  body: Readonly<Present<Pick<WireBody, 'error' | 'recovery'>>> & ([Answer<Id>] extends [never] ? unknown : Answer<Id>);
};

export type CallsAs = {
  call: CallFor<Caller>;
  refuse(
    id: OperationId,
    input: Readonly<Record<string, unknown>>,
    code: string,
    caller?: Caller,
  ): Promise<SightlineError>;
  /** Makes a call that may be refused, for tests of its status or headers. Its input may violate the contract. */
  reply<Id extends OperationId>(
    id: Id,
    input: InputOf<Id> | Readonly<Record<string, unknown>>,
    caller?: Caller,
  ): Promise<Reply<Id>>;
};

/** Creates calls of a server by the named caller, or by default by the person with this cookie. */
export function callsAs(address: string | (() => string), person: string | (() => string)): CallsAs {
  const currentOf = (value: string | (() => string)): string => (typeof value === 'string' ? value : value());
  const transportOf = ({ key, cookie = currentOf(person), headers, under }: Caller): Transport => {
    const url = currentOf(address);
    const by = key === undefined ? personTransport(url, cookie) : bearerTransport({ url, apiKey: key });
    const basePathOf = under === 'v2' ? { ...by.basePathOf, v1: by.basePathOf.v2 } : by.basePathOf;
    return { ...by, basePathOf, headers: { ...by.headers, ...headers } };
  };
  const callsBy = (caller: Caller): Calls => callsBetween(transportOf(caller));
  return {
    call: (id, input, caller = {}) => callsBy(caller).call(id, input, caller),
    refuse: (id, input, code, caller = {}) => callsBy(caller).refuse(id, input, code, caller),
    async reply(id, input, caller = {}) {
      const by = transportOf(caller);
      const received: Response[] = [];
      const receive: typeof fetch = async (...sent) => {
        const response = await by.fetch(...sent);
        received.push(response.clone());
        return response;
      };
      await send({ ...by, fetch: receive }, id, input as InputOf<typeof id>, caller).catch((error: unknown) => {
        if (received.length === 0) throw error;
      });
      const [response = Response.error()] = received;
      const text = await response.text();
      const body = (text === '' ? null : JSON.parse(text)) as Reply<typeof id>['body'];
      return { status: response.status, headers: response.headers, text, body };
    },
  };
}

type EndedRun = Answer<'ensureObservation'>['run'];

/** Creates calls with an API key, which starts with `sl_`, or with the cookie of a session. */
export function callsOf(url: string, secret: string): Calls {
  return callsBetween(
    secret.startsWith('sl_') ? bearerTransport({ url, apiKey: secret }) : personTransport(url, secret),
  );
}

function callsBetween(transport: Transport): Calls {
  const call: Calls['call'] = async (id, input, options) =>
    (await send(transport, id, input, options)) as Answer<typeof id>;
  return {
    call,
    async refuse(id, input, code, options) {
      const ended = await call(id, input as never, options).then(
        (answer) => answer,
        (error: SightlineError) => error,
      );
      expect(ended, `${id} is refused`).toMatchObject({ name: 'SightlineError', code });
      return ended as SightlineError;
    },
    async evaluate(input, idempotencyKey) {
      const { run } = await call('ensureObservation', input, { idempotencyKey });
      const read = async () => (await call('readRun', { kind: input.kind, id: run.id })).run;
      return until(read, hasEnded);
    },
  };
}

function personTransport(url: string, cookie: string): Transport {
  const transport = cookieTransport({ origin: url });
  return { ...transport, headers: { ...transport.headers, cookie } };
}
