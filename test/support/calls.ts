import { expect } from 'vitest';
import { type Call, send } from '../../src/client/send.ts';
import type { SightlineError } from '../../src/client/sightlineError.ts';
import { bearerTransport, cookieTransport, type Transport } from '../../src/client/transport.ts';
import type { InputOf, OutputOf } from '../../src/contract/callTypes.ts';
import type { OperationId } from '../../src/contract/routes.ts';
import { waitLimitMs } from './patience.ts';

/** Calls operations by their ids, typed by the contract, as the published client and the web app do. */
export type Calls = {
  call: Call;
  /** A call that must be refused with `code`; returns the refusal. Its input may be what the contract forbids. */
  refuse(
    id: OperationId,
    input: Readonly<Record<string, unknown>>,
    code: string,
    options?: Parameters<Call>[2],
  ): Promise<SightlineError>;
  /** Has a target evaluated, and follows its run to the end. */
  evaluate(input: InputOf<'ensureObservation'>, idempotencyKey: string): Promise<EndedRun>;
};

type EndedRun = NonNullable<OutputOf<'ensureObservation'>['run']>;

/** Calls with an API key, which starts with `sl_`, or with the cookie of a session. */
export function callsOf(url: string, secret: string): Calls {
  const transport: Transport = secret.startsWith('sl_')
    ? bearerTransport({ url, apiKey: secret })
    : withCookie(cookieTransport({ origin: url }), secret);
  const call: Call = (id, input, options) => send(transport, id, input, options);
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
      let { run } = await call('ensureObservation', input, { idempotencyKey });
      for (const until = Date.now() + waitLimitMs; Date.now() < until; ) {
        if (run !== null && ['completed', 'failed', 'cancelled'].includes(run.status)) return run;
        await new Promise((resolve) => setTimeout(resolve, 25));
        ({ run } = await call('readRun', { kind: input.kind, id: String(run?.id) }));
      }
      throw new Error(`the run of ${idempotencyKey} is ${run?.status} and does not end`);
    },
  };
}

function withCookie(transport: Transport, cookie: string): Transport {
  return { ...transport, headers: { ...transport.headers, cookie } };
}
