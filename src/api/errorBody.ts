import { type AppError, type ErrorCode, v1CodeOf } from '../domain/errors.ts';

/** Builds the wire form of an error: the same shape for every failure and transport. */
export function errorBody(error: AppError): Record<string, unknown> {
  return withCode(error, error.code);
}

/** Builds the wire form of an error for callers of v1, with v1's codes only. */
export function v1ErrorBody(error: AppError): Record<string, unknown> {
  return withCode(error, v1CodeOf(error.code));
}

function withCode(error: AppError, code: ErrorCode): Record<string, unknown> {
  return {
    error: {
      code,
      message: error.message,
      ...(error.details === undefined ? {} : { details: error.details }),
      ...(error.retry === undefined ? {} : { retry: error.retry }),
    },
    ...(error.recovery === undefined ? {} : { recovery: error.recovery }),
  };
}
