import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { BetterAuthOptions, DBAdapter, Where } from 'better-auth';

type MakeAdapter = (options: BetterAuthOptions) => DBAdapter;
type Row = Record<string, unknown>;
/** Part of an adapter's call. Each of its methods takes one object. */
type Call = { model?: string; where?: Where[]; data?: Row; update?: Row };

export type HashedSessions = {
  /** For `database` of the account library: rows of sessions store the SHA-256 of their token. */
  database: MakeAdapter;
  /** Runs the work of one request. A session that it names by its token has that token in every result within. */
  within<T>(work: () => Promise<T>): Promise<T>;
};

/** Library tokens never contain a colon, so a stored one can be distinguished from a real one. */
const storedPrefix = 'sha256:';

/** Returns the stored form of a token. Tokens are random (190 bits): a plain hash of one cannot be reversed. */
function storedToken(token: string): string {
  return `${storedPrefix}${createHash('sha256').update(token).digest('hex')}`;
}

/**
 * Wraps the library's own adapter. The library finds a session by its token, writes the token of that row into the
 * cookie, and compares tokens of rows to find the current one; so rows get their real token back if the request itself
 * contained it. All others show the stored form, which is enough to delete them but never to sign in: the query for one
 * session, which signs a request in, always hashes its argument.
 */
export function hashedSessions(make: MakeAdapter): HashedSessions {
  const scope = new AsyncLocalStorage<Map<string, string>>();

  function hide(token: unknown, keepStored: boolean): unknown {
    if (Array.isArray(token)) return token.map((one) => hide(one, keepStored));
    if (typeof token !== 'string' || (keepStored && token.startsWith(storedPrefix))) return token;
    const stored = storedToken(token);
    scope.getStore()?.set(stored, token);
    return stored;
  }

  function hideIn(call: Call, keepStored: boolean): Call {
    const row = (input: Row): Row => ('token' in input ? { ...input, token: hide(input.token, keepStored) } : input);
    return {
      ...call,
      ...(call.where && {
        where: call.where.map((clause) =>
          clause.field === 'token' ? { ...clause, value: hide(clause.value, keepStored) as string } : clause,
        ),
      }),
      ...(call.data && { data: row(call.data) }),
      ...(call.update && { update: row(call.update) }),
    };
  }

  function show(answer: unknown): unknown {
    if (Array.isArray(answer)) return answer.map(show);
    if (typeof answer !== 'object' || answer === null || !('token' in answer)) return answer;
    return { ...answer, token: scope.getStore()?.get(String(answer.token)) ?? answer.token };
  }

  function wrap<Adapter extends object>(adapter: Adapter): Adapter {
    return new Proxy(adapter, {
      get(target, name, receiver) {
        const member: unknown = Reflect.get(target, name, receiver);
        if (typeof member !== 'function') return member;
        if (name === 'transaction') {
          return (work: (inner: object) => unknown) =>
            Reflect.apply(member, target, [(inner: object) => work(wrap(inner))]);
        }
        return (call: unknown, ...rest: unknown[]) => {
          if (!isOnSessions(call)) return Reflect.apply(member, target, [call, ...rest]);
          const request = Reflect.apply(member, target, [hideIn(call, name !== 'findOne'), ...rest]);
          return Promise.resolve(request).then(show);
        };
      },
    });
  }

  return { database: (options) => wrap(make(options)), within: (work) => scope.run(new Map(), work) };
}

function isOnSessions(call: unknown): call is Call {
  return typeof call === 'object' && call !== null && 'model' in call && call.model === 'session';
}
