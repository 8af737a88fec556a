type Json = Readonly<Record<string, unknown>>;

/** Members that identify the subject of a request, most specific first. */
const telling = ['id', 'runId', 'caseId', 'websiteId', 'siteId', 'workspaceId', 'domain', 'url', 'email', 'name'];

/**
 * Finds the subject of an action in the path, otherwise in the body, otherwise in the response. Never a secret: only
 * ids, names and addresses.
 */
export function subjectOf({
  params,
  body,
  answered,
}: {
  params?: unknown;
  body?: unknown;
  answered?: unknown;
}): string | null {
  return named(params) ?? named(body) ?? named(answered) ?? named(Object.values(jsonOf(answered)).find(isJson));
}

function named(input: unknown): string | null {
  const json = jsonOf(input);
  const name = telling.find((member) => typeof json[member] === 'string');
  return name === undefined ? null : String(json[name]);
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function jsonOf(value: unknown): Json {
  return isJson(value) ? value : {};
}
