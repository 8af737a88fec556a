import { fillRecord, pickFields, recordsOf, type WireRecord, wordOf } from '../../providers/wireRecords.ts';

/**
 * Fields of a response to save, by allow-list: new fields of the provider stay out until someone decides otherwise.
 * Deliberately left out are the echoed request (instructions, input, tools with their authorization), reasoning,
 * encrypted content, and the arguments and outputs of tools.
 */
const keptOfResponse = [
  'id',
  'object',
  'status',
  'background',
  'created_at',
  'completed_at',
  'model',
  'service_tier',
  'incomplete_details',
  'metadata',
  'usage',
  'tool_usage',
];

const keptOfItem: Readonly<Record<string, readonly string[]>> = {
  message: ['id', 'role', 'status', 'phase'],
  web_search_call: ['id', 'status'],
  mcp_list_tools: ['id', 'server_label'],
  mcp_call: ['id', 'server_label', 'name', 'status', 'approval_request_id'],
  mcp_approval_request: ['id', 'server_label', 'name'],
  mcp_approval_response: ['id', 'approval_request_id', 'approve'],
  function_call: ['id', 'call_id', 'name', 'status'],
  function_call_output: ['id', 'call_id', 'status'],
  custom_tool_call: ['id', 'call_id', 'name', 'status'],
  custom_tool_call_output: ['id', 'call_id', 'status'],
};

function keptContent(part: WireRecord): Record<string, unknown> {
  return pickFields(part, part.type === 'refusal' ? ['type', 'refusal'] : ['type', 'text', 'annotations']);
}

function keptItem(item: WireRecord): Record<string, unknown>[] {
  const type = wordOf(item.type);
  if (type === 'reasoning') return [];
  const fields = { type, ...pickFields(item, keptOfItem[type] ?? ['id', 'status']) };
  if (type === 'message') {
    // A message of ours is the echoed question: its position is kept, and we already have its text.
    const spoken = item.role === 'assistant' || item.role === undefined;
    return [spoken ? { ...fields, content: recordsOf(item.content).map(keptContent) } : fields];
  }
  if (type === 'web_search_call') {
    const action = fillRecord(item.action);
    return [
      action === null
        ? fields
        : {
            ...fields,
            action: {
              ...pickFields(action, ['type', 'query', 'queries', 'url', 'pattern']),
              ...(action.sources === undefined
                ? {}
                : { sources: recordsOf(action.sources).map((source) => pickFields(source, ['type', 'url', 'name'])) }),
            },
          },
    ];
  }
  return [fields];
}

/**
 * Returns the private copy of a response that is saved for later reading. `clean` removes secrets from third-party
 * text. The copy gives the same frozen answer as the original.
 */
export function copyResponse(response: WireRecord, clean: (text: string) => string): Record<string, unknown> {
  const error = fillRecord(response.error);
  const conversation = fillRecord(response.conversation);
  return {
    ...pickFields(response, keptOfResponse),
    ...(conversation === null ? {} : { conversation: pickFields(conversation, ['id']) }),
    ...(error === null ? {} : { error: { code: error.code ?? null, message: clean(String(error.message ?? '')) } }),
    output: recordsOf(response.output).flatMap(keptItem),
  };
}
