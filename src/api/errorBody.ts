import type { AppError } from '../domain/errors.ts';

/** The wire form of an error: always the same shape, whatever failed and through whichever door. */
export function errorBody(error: AppError): Record<string, unknown> {
  return {
    error: {
      code: error.code,
      message: error.message,
      ...(error.details === undefined ? {} : { details: error.details }),
      ...(error.retry === undefined ? {} : { retry: error.retry }),
    },
    ...(error.recovery === undefined ? {} : { recovery: error.recovery }),
  };
}
