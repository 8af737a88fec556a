import type { LogEntry } from './logEntry.ts';

/** Header fields with which a crawler signs a request (RFC 9421, draft-ietf-webbotauth-httpsig-protocol-01). */
export type SignatureFields = { input: string; signature: string; agent: string };

/** Parsed signature of a request: what was signed, by which key, and where that key is published. */
export type SignedRequest = {
  /** Text that the signature covers. */
  base: string;
  /** Signature in base64. */
  signature: string;
  /** SHA-256 thumbprint of the key (RFC 7638), in base64url. */
  keyId: string;
  /** Origin that publishes the key. */
  origin: string;
};

const maxLifeSeconds = 24 * 60 * 60;
/** Accepted clock difference between signer and server, in seconds. */
const skewSeconds = 60;

/** Path of an origin's key directory. */
const directoryPath = '/.well-known/http-message-signatures-directory';
export const directoryOf = (origin: string): string => `${origin}${directoryPath}`;
export const isDirectory = (url: string): boolean => url.endsWith(directoryPath);

/**
 * Reads the signature of a logged request; null if it has none that could be valid at its time: it must cover authority
 * or target and the agent, and expire within 24 hours. Only components that a log records can be rebuilt.
 */
export function readSignature(entry: LogEntry, { input, signature, agent }: SignatureFields): SignedRequest | null {
  const member = /^\s*([a-z*][\w.*-]*)=(\(([^()]*)\)((?:;[a-z*][\w.*-]*=(?:"[^"]*"|-?\d+))*))\s*$/i.exec(input);
  if (member === null) return null;
  const [, label = '', signatureParams = '', list = '', tail = ''] = member;
  const params = new Map(
    [...tail.matchAll(/;([a-z*][\w.*-]*)=(?:"([^"]*)"|(-?\d+))/gi)].map((match) => [match[1], match[2] ?? match[3]]),
  );
  const [created, expires] = [Number(params.get('created')), Number(params.get('expires'))];
  const atSeconds = entry.atMs / 1000;
  const isTimely =
    expires - created <= maxLifeSeconds && created <= atSeconds + skewSeconds && atSeconds <= expires + skewSeconds;
  const keyId = params.get('keyid') ?? '';
  if (!isTimely || params.get('tag') !== 'web-bot-auth' || keyId === '') return null;
  const agents = readAgents(agent);
  const origin = originOf((agents.get(label) ?? agents.get(''))?.url);
  const value = signature
    .split(',')
    .map((member) => member.trim())
    .find((member) => member.startsWith(`${label}=:`))
    ?.slice(label.length + 2)
    .split(':')[0];
  if (origin === null || value === undefined) return null;
  const components = [...list.matchAll(/"([^"]+)"((?:;[a-z]+(?:="[^"]*")?)*)/g)].map(
    ([whole, name = '', key = '']) => ({ whole, name, key }),
  );
  const names = components.map(({ name }) => name);
  if (!names.includes('signature-agent') || !(names.includes('@authority') || names.includes('@target-uri')))
    return null;
  const lines: string[] = [];
  for (const { whole, name, key } of components) {
    const text = name === 'signature-agent' ? agentText(agent, key) : findComponent(entry, name);
    if (text === null) return null;
    lines.push(`${whole}: ${text}`);
  }
  const base = [...lines, `"@signature-params": ${signatureParams}`].join('\n');
  return { base, signature: value, keyId, origin };
}

function findComponent({ host, method, target }: LogEntry, name: string): string | null {
  if (host === null) return null;
  const [path = '', query] = target.split(/\?(.*)/s);
  const values: Readonly<Record<string, string>> = {
    '@authority': host,
    '@method': method,
    '@path': path,
    '@query': `?${query ?? ''}`,
    '@target-uri': `https://${host}${target}`,
    '@request-target': target,
    '@scheme': 'https',
  };
  return Object.hasOwn(values, name) ? (values[name] ?? null) : null;
}

type SignatureAgent = { url: string; text: string };

/** Returns agents by label, each with its text as signed. A bare text, which older drafts send, has the empty label. */
function readAgents(agent: string): Map<string, SignatureAgent> {
  const members = [...agent.matchAll(/(?:^|,\s*)([a-z*][\w.*-]*)=("([^"]*)"(?:;[a-z*][\w.*-]*(?:=[^;,\s]+)?)*)/gi)].map(
    ([, label = '', text = '', url = '']) => [label, { url, text }] as const,
  );
  if (members.length > 0) return new Map(members);
  return new Map([['', { url: agent.trim().replace(/^"|"$/g, ''), text: agent.trim() }]]);
}

/** Returns the value of the agent's field: one member if the component names a key, otherwise the whole field. */
function agentText(agent: string, key: string): string | null {
  const label = /;key="([^"]*)"/.exec(key)?.[1];
  if (label === undefined) return agent.trim();
  return readAgents(agent).get(label)?.text ?? null;
}

function originOf(text: string | undefined): string | null {
  const url = URL.parse(text ?? '');
  return url?.protocol === 'https:' && url.username === '' ? url.origin : null;
}
