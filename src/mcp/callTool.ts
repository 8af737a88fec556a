import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ApiContext } from '../api/apiContext.ts';
import { errorBody } from '../api/errorBody.ts';
import { asAppError, invoke } from '../api/invoke.ts';
import type { Principal } from '../domain/access/principal.ts';
import { AppError } from '../domain/errors.ts';
import { adviceFor, nextStepOf } from './advice.ts';
import { fitResult, maxResultCharacters, sentenceOfCuts } from './fitResult.ts';
import { notice, withoutHiddenSigns } from './quotedText.ts';
import { readableText } from './readableText.ts';
import type { Tool } from './tools.ts';

type Json = Readonly<Record<string, unknown>>;

/** Calls an operation as a tool. Never throws: every refusal is a tool error with the code that REST would give. */
export async function callTool(api: ApiContext, tool: Tool, principal: Principal, args: Json): Promise<CallToolResult> {
  try {
    const { body: whole, headers } = await readFitting(api, tool, principal, args);
    const { body, cuts } = fitResult(withoutHiddenSigns(whole), takesLimit(tool) ? pagedMembers : []);
    const replayed = headers?.['Idempotency-Replayed'] === 'true';
    const heading = [
      replayed ? 'This idempotencyKey was used before: nothing new was started or bought.' : null,
      sentenceOfCuts(cuts),
      nextStepOf(body),
      notice,
    ].filter((line) => line !== null);
    return {
      content: [{ type: 'text', text: [...heading, readableText(body)].join('\n') }],
      structuredContent: body as Record<string, unknown>,
      _meta: {
        'sightline/notice': notice,
        ...(cuts.length === 0 ? {} : { 'sightline/shortened': cuts }),
        ...(replayed ? { 'sightline/idempotencyReplayed': true } : {}),
      },
    };
  } catch (cause) {
    return refusal(inToolWords(asAppError(api, tool.operation, cause)));
  }
}

/** Lists that are pages: an entry that were cut off would be skipped by the next cursor. */
const pagedMembers = ['items', 'sites', 'cases', 'reports'];

/** Reads what a tool answers; of a list, as many entries as fit. The next page begins after them. */
async function readFitting(api: ApiContext, tool: Tool, principal: Principal, args: Json) {
  const read = async (request: Json) => {
    const { body, headers } = await invoke(api, tool.operation, principal, tool.inputOf(request, principal));
    return { body: tool.partOf(body, request), headers };
  };
  let reply = await read(args);
  if (!takesLimit(tool)) return reply;
  for (let length = lengthOfPage(reply.body); length > 1; length = lengthOfPage(reply.body)) {
    const size = JSON.stringify(reply.body).length;
    if (size <= maxResultCharacters) break;
    reply = await read({ ...args, limit: Math.max(1, Math.floor((length * maxResultCharacters * 0.95) / size)) });
  }
  return reply;
}

function takesLimit({ descriptor }: Tool): boolean {
  return 'limit' in ((descriptor.inputSchema.properties ?? {}) as Json);
}

/** Counts the entries on a page of a list with a cursor; 0 for anything else. */
function lengthOfPage(body: unknown): number {
  if (typeof body !== 'object' || body === null) return 0;
  const list = Object.entries(body).find(([name, value]) => pagedMembers.includes(name) && Array.isArray(value));
  return list === undefined ? 0 : (list[1] as unknown[]).length;
}

function refusal(error: AppError): CallToolResult {
  return {
    isError: true,
    content: [{ type: 'text', text: withoutHiddenSigns(`${error.code}: ${error.message}\n${adviceFor(error)}`) }],
    structuredContent: withoutHiddenSigns(errorBody(error)),
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
