import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import type { Sdk } from './sdk.ts';

type Asked = Pick<ServerContext['mcpReq'], 'envelope' | 'inputResponses'>;

/**
 * Returns the question with which a client itself can ask its person to open the page of an approval. The client
 * repeats the call afterwards. Null if the result needs none, if the client cannot ask, and where it has asked
 * already: then the result says in words what to do.
 */
export function approvalQuestion(sdk: Sdk, result: CallToolResult, request: Asked): InputRequiredResult | null {
  const address = openApproval(result);
  if (address === null || request.inputResponses !== undefined || !canOpenAddresses(request)) return null;
  const message = 'A member must approve this purchase. Open the page, approve it and return.';
  return sdk.inputRequired({ inputRequests: { approval: sdk.inputRequired.elicitUrl({ message, url: address }) } });
}

/** The address of an approval that is still open; null for every other result. */
function openApproval({ isError, structuredContent }: CallToolResult): string | null {
  const { error } = (structuredContent ?? {}) as { error?: { code?: string; details?: Record<string, unknown> } };
  if (isError !== true || error?.code !== 'approval_required' || error.details?.state !== 'pending') return null;
  return String(error.details.approvalUrl);
}

/** Said with each request of the current revision. Clients of earlier ones say it when they connect, which is not kept. */
function canOpenAddresses({ envelope }: Asked): boolean {
  const statement = envelope as Readonly<Record<string, { elicitation?: { url?: object } }>> | undefined;
  const { elicitation } = statement?.['io.modelcontextprotocol/clientCapabilities'] ?? {};
  return elicitation?.url !== undefined;
}
