import { errorBody } from '../api/errorBody.ts';
import type { AppError } from '../domain/errors.ts';

/**
 * Builds the JSON-RPC form of an error that occurred before any message was read (no key, wrong host, too large): the
 * protocol's code, and in `data` the error object of REST.
 */
export function rpcErrorBody(error: AppError): Record<string, unknown> {
  const { error: inner, recovery } = errorBody(error);
  const data = { ...(inner as object), ...(recovery === undefined ? {} : { recovery }) };
  return { jsonrpc: '2.0', id: null, error: { code: rpcCodeOf(error), message: error.message, data } };
}

/**
 * Returns the JSON-RPC 2.0 code: -32700 unreadable, -32600 not a request, -32603 our fault; -32000 and others are the
 * server's own.
 */
function rpcCodeOf(error: AppError): number {
  if (error.code === 'internal_error') return -32603;
  if (error.code !== 'invalid_request') return -32000;
  return error.message.includes('not valid JSON') ? -32700 : -32600;
}
