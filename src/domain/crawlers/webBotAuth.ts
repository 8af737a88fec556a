import type { LogEntry } from './logEntry.ts';

/** Header fields by which a crawler signs a request (RFC 9421, draft-ietf-webbotauth-httpsig-protocol-01). */
export type SignatureFields = { input: string; signature: string; agent: string };

/** A signed request as far as it can be read: what was signed, by which key, and where that key is published. */
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
/** Clocks of signer and server may differ by so much. */
const skewSeconds = 60;

/** Path of a directory of keys below its origin. */
const directoryPath = '/.well-known/http-message-signatures-directory';
export const directoryOf = (origin: string): string => `${origin}${directoryPath}`;
export const isDirectory = (url: string): boolean => url.endsWith(directoryPath);

/**
 * Reads the signature of a logged request, or null if it has none that could be valid at its time: authority or target and
 * the agent have to be covered, and it lives 24 hours at most. Only components that a log holds can be rebuilt.
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

/** Agents by label, each with its text as it is signed; a bare text, as older drafts send it, under the empty label. */
function readAgents(agent: string): Map<string, SignatureAgent> {
  const members = [...agent.matchAll(/(?:^|,\s*)([a-z*][\w.*-]*)=("([^"]*)"(?:;[a-z*][\w.*-]*(?:=[^;,\s]+)?)*)/gi)].map(
    ([, label = '', text = '', url = '']) => [label, { url, text }] as const,
  );
  if (members.length > 0) return new Map(members);
  return new Map([['', { url: agent.trim().replace(/^"|"$/g, ''), text: agent.trim() }]]);
}

/** Value of the agent's field: one member of it where the component names a key, or the whole field. */
function agentText(agent: string, key: string): string | null {
  const label = /;key="([^"]*)"/.exec(key)?.[1];
  if (label === undefined) return agent.trim();
  return readAgents(agent).get(label)?.text ?? null;
}

function originOf(text: string | undefined): string | null {
  const url = URL.parse(text ?? '');
  return url?.protocol === 'https:' && url.username === '' ? url.origin : null;
}
