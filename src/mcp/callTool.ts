import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Door } from '../api/door.ts';
import { errorBody } from '../api/errorBody.ts';
import { asAppError, invoke } from '../api/invoke.ts';
import { AppError } from '../domain/errors.ts';
import type { Principal } from '../domain/principal.ts';
import { adviceFor, nextStepOf } from './advice.ts';
import { readableText } from './readableText.ts';
import type { Tool } from './tools.ts';

type Json = Readonly<Record<string, unknown>>;

/** Calls an operation as a tool. Never throws: every refusal is a tool error with the code that REST would give. */
export async function callTool(door: Door, tool: Tool, principal: Principal, args: Json): Promise<CallToolResult> {
  try {
    const { body, headers } = await invoke(door, tool.operation, principal, tool.inputOf(args, principal));
    const replayed = headers?.['Idempotency-Replayed'] === 'true';
    const heading = [
      replayed ? 'This idempotencyKey was used before: nothing new was started or bought.' : null,
      nextStepOf(body),
    ].filter((line) => line !== null);
    return {
      content: [{ type: 'text', text: [...heading, readableText(body)].join('\n') }],
      structuredContent: body as Record<string, unknown>,
      ...(replayed ? { _meta: { 'sightline/idempotencyReplayed': true } } : {}),
    };
  } catch (cause) {
    return refusal(inToolWords(asAppError(door, tool.operation, cause)));
  }
}

function refusal(error: AppError): CallToolResult {
  return {
    isError: true,
    content: [{ type: 'text', text: `${error.code}: ${error.message}\n${adviceFor(error)}` }],
    structuredContent: errorBody(error),
  };
}

/** A tool has an argument where REST has a header. */
function inToolWords(error: AppError): AppError {
  const { details } = error;
  if (!error.message.includes('Idempotency-Key') && details?.field !== 'Idempotency-Key') return error;
  return new AppError(error.code, error.message.replaceAll('Idempotency-Key', 'idempotencyKey'), {
    retry: error.retry,
    retryAfterSeconds: error.retryAfterSeconds,
    recovery: error.recovery,
    details: details?.field === 'Idempotency-Key' ? { ...details, field: 'idempotencyKey' } : details,
  });
}
