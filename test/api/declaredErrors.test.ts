import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createActiveOperations } from '../../src/api/activeOperations.ts';
import { errorBody, v1ErrorBody } from '../../src/api/errorBody.ts';
import { invoke } from '../../src/api/invoke.ts';
import type { Operation } from '../../src/api/operation.ts';
import { registry } from '../../src/api/registry.ts';
import { errorSchemas } from '../../src/contract/schemas.ts';
import type { Principal } from '../../src/domain/access/principal.ts';
import { AppError, type ErrorCode, errorCodes, statusOfCode, v1CodeOf } from '../../src/domain/errors.ts';

const nothing = z.strictObject({});
const [first] = registry;

/** Calls an operation that always refuses. */
function refuse(code: ErrorCode, declared: readonly ErrorCode[], strictOutput: boolean) {
  const said: string[] = [];
  const log = { error: (_about: object, message: string) => said.push(message) };
  const operation = {
    ...first,
    permission: 'read',
    audience: 'v1',
    errors: declared,
    params: nothing,
    query: nothing,
    headers: nothing,
    body: nothing,
    run: () => Promise.reject(new AppError(code, 'No.')),
  } as unknown as Operation;
  const app = { log, strictOutput, underWay: createActiveOperations() } as unknown as Parameters<typeof invoke>[0];
  const principal = { kind: 'key', permissions: ['read'] } as unknown as Principal;
  const raw = { params: {}, query: {}, headers: {}, body: undefined };
  return { said, ended: invoke(app, operation, principal, raw).catch((error: AppError) => error.code) };
}

it.each(errorCodes.filter((code) => v1CodeOf(code) !== code))(
  'error codes that v1 lacks: %s becomes a v1 code with the same status',
  (code) => {
    const error = new AppError(code, 'No.', { details: { field: 'x' }, retry: 'never' });
    expect(errorSchemas.v1.safeParse(errorBody(error)).success).toBe(false);
    expect(errorSchemas.v1.safeParse(v1ErrorBody(error)).success).toBe(true);
    expect(v1ErrorBody(error)).toEqual({ error: { ...(errorBody(error).error as object), code: v1CodeOf(code) } });
    expect(statusOfCode[v1CodeOf(code)]).toBe(error.status);
  },
);

describe('error codes of an operation', () => {
  it('are declared, or common to all operations', async () => {
    expect(await refuse('run_limit', ['run_limit'], true).ended).toBe('run_limit');
    expect(await refuse('not_found', [], true).ended).toBe('not_found');
  });

  it('fail in strict mode if undeclared, so that every test of an operation checks its list', async () => {
    expect(await refuse('run_limit', ['seo_limit'], true).ended).toBe('internal_error');
  });

  it('still reach a real caller and the log if undeclared', async () => {
    const { said, ended } = refuse('run_limit', [], false);
    expect(await ended).toBe('run_limit');
    expect(said.join()).toMatch(/run_limit, which it does not declare/);
  });
});
