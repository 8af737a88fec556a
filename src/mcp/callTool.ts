import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ApiContext } from '../api/apiContext.ts';
import { errorBody } from '../api/errorBody.ts';
import { asAppError, invoke } from '../api/invoke.ts';
import { keyOperations } from '../api/registry.ts';
import type { Principal } from '../domain/access/principal.ts';
import { AppError } from '../domain/errors.ts';
import { describeCuts, fitResult, maxResultCharacters } from './fitResult.ts';
import { notice, withoutHiddenSigns } from './quotedText.ts';
import { readableText } from './readableText.ts';
import type { Tool } from './tools.ts';

/** Returns one sentence on what an agent should do after an error, from its `retry` field. */
function adviceFor(error: AppError): string {
  if (error.code === 'approval_required' && error.details?.state === 'pending') {
    return `${priceOf(error.details)}Next: show the user ${String(error.details.approvalUrl)} with what it may cost, and wait. Once they have approved, call again with the same arguments and the same idempotencyKey.`;
  }
  switch (error.retry) {
    case 'same_key':
      return 'Next: call again with the same arguments and the same idempotencyKey, if any.';
    case 'after_seconds':
      return `Next: wait ${error.retryAfterSeconds ?? 1} s, then call again with the same arguments and the same idempotencyKey, if any.`;
    case 'inspect_run':
      return `Next: inspect what exists before any new request (${inspection(error)}). Do not use a new idempotencyKey for this request.`;
    default:
      if (error.details?.newKeyNeeded === true)
        return `Next: this idempotencyKey stays refused. ${laterWithNewKey(error)}`;
      return error.status === 400 || error.details?.field !== undefined
        ? 'Next: correct the named argument and call again.'
        : 'Next: do not repeat this call unchanged; show the user this message.';
  }
}

/**
 * Formats the price of a purchase that awaits approval as a sentence, because some clients show a model only the text.
 */
function priceOf({ typicalUsd, maxUsd, leftUsd, simulated }: Json): string {
  if (typeof maxUsd !== 'number') return 'Its price is not known. ';
  const typical = typeof typicalUsd === 'number' ? `about $${typicalUsd}, ` : '';
  const remainder = typeof leftUsd === 'number' ? `; the budget has $${leftUsd} left` : '';
  return `Price: ${typical}at most $${maxUsd}${remainder}${simulated === true ? ' (simulated: no real money)' : ''}. `;
}

function laterWithNewKey({ retryAfterSeconds }: AppError): string {
  const when = retryAfterSeconds === undefined ? 'Once that other run has ended' : `After ${retryAfterSeconds} s`;
  return `${when}, and if you still need it, call again with a new one.`;
}

function inspection(error: AppError): string {
  const id = error.recovery?.runId ?? '';
  return id.startsWith('seo_') ? `read_seo_reports with reportId "${id}"` : `read_run with id "${id}"`;
}

/** Returns the recommended next step after a result as a sentence, or null if none is needed. */
function nextStepOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  if ('disposition' in body) return nextOfObservation(body as Json);
  if ('nextCursor' in body && typeof body.nextCursor === 'string') {
    return `Next: there is more; call again with the same arguments and cursor "${body.nextCursor}".`;
  }
  const report = 'report' in body ? (body.report as Json) : null;
  if (report?.state !== 'pending') return null;
  return `Next: the report is pending; read it again with read_seo_reports and reportId "${String(report.reportId)}" after some seconds. It costs nothing.`;
}

function nextOfObservation({ disposition, run }: Json): string | null {
  if (disposition === 'missing')
    return 'No result is saved. This read started nothing; call an ensure tool to get one.';
  if (typeof run !== 'object' || run === null) return null;
  const { id, kind, status } = run as Json;
  if (status === 'queued' || status === 'running') {
    return `Next: follow this run with read_run (kind "${String(kind)}", id "${String(id)}") every few seconds until its status is completed, failed or cancelled.`;
  }
  if (status === 'requires_action') {
    return `Next: this run must be inspected (see its error); reconcile_run or read_run with id "${String(id)}" shows whether it moved. Do not start a replacement.`;
  }
  return null;
}

type Json = Readonly<Record<string, unknown>>;

const toolNames = new Map<string, string>(keyOperations.map(({ id, tools }) => [id, tools[0]?.name ?? id]));

/** Calls an operation as a tool. Never throws: every error becomes a tool error with the same code as in REST. */
export async function callTool(api: ApiContext, tool: Tool, principal: Principal, args: Json): Promise<CallToolResult> {
  try {
    const { body: whole, headers } = await readFitting(api, tool, principal, args);
    const { body, cuts } = fitResult(withoutHiddenSigns(whole), takesLimit(tool) ? pagedMembers : []);
    const replayed = headers?.['Idempotency-Replayed'] === 'true';
    const heading = [
      replayed ? 'This idempotencyKey was used before: nothing new was started or bought.' : null,
      describeCuts(cuts),
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

/** Paged lists: after a cut, the next cursor would skip entries. */
const pagedMembers = ['items', 'sites', 'cases', 'reports'];

/** Reads a tool's response, with as many entries of a paged list as fit. The next page begins after them. */
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

/** Renames headers and operations in an error: a tool has an argument where REST has a header. */
function inToolWords(error: AppError): AppError {
  const { details } = error;
  const message = error.message
    .replaceAll('Idempotency-Key', 'idempotencyKey')
    .replace(/\blist[A-Z]\w+(?= lists them)/, (id) => toolNames.get(id) ?? id);
  if (message === error.message && details?.field !== 'Idempotency-Key') return error;
  return new AppError(error.code, message, {
    retry: error.retry,
    retryAfterSeconds: error.retryAfterSeconds,
    recovery: error.recovery,
    details: details?.field === 'Idempotency-Key' ? { ...details, field: 'idempotencyKey' } : details,
  });
}
