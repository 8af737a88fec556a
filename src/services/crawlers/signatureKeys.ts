import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import type { LogEntry } from '../../domain/crawlers/logEntry.ts';
import { directoryOf, readSignature } from '../../domain/crawlers/webBotAuth.ts';
import { invalidField } from '../../domain/errors.ts';
import { readJson } from '../../domain/text/readJson.ts';

const maxKeys = 20;

/** Example keys of RFC 9421, whose private keys are public. */
const printedKeys = new Set(['JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs']);

/**
 * Parses a key directory to the form in which keys are saved: the public part of each JWK. @throws invalid_request
 * naming `list`
 */
export function parseDirectory(text: string): string[] {
  const value = readJson<({ keys?: unknown } & JsonWebKey) | null>(text) ?? null;
  if (value === null) throw invalidField('list', 'is not JSON');
  // Some agents publish one bare key.
  const keys: unknown = value.kty === undefined ? value.keys : [value];
  if (!Array.isArray(keys) || keys.length === 0 || keys.length > maxKeys) {
    throw invalidField('list', `must contain 1 to ${maxKeys} keys`);
  }
  const saved = keys.flatMap((key: unknown) => {
    const { kty, crv, x }: JsonWebKey = Object(key);
    if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string' || !/^[\w-]{43}$/.test(x)) return [];
    return printedKeys.has(x) ? [] : [x];
  });
  if (saved.length === 0) throw invalidField('list', 'contains no usable Ed25519 key');
  return saved;
}

/** Computes an RFC 7638 thumbprint (with RFC 8037): the SHA-256 of the key's required members in order. */
function thumbprintOf(x: string): string {
  return createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
}

export type SavedDirectory = { url: string; digest: string; prefixes: readonly string[] };

/**
 * Creates a verifier that returns the origin and list digest of a signature proved by a saved directory; null if none
 * proves it, including an invalid one.
 */
export function signatureVerifier(directories: readonly SavedDirectory[]) {
  const keys = directories.flatMap(({ url, digest, prefixes }) =>
    prefixes.map((x) => ({
      url,
      digest,
      id: thumbprintOf(x),
      key: createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } }),
    })),
  );
  return (entry: LogEntry): { origin: string; digest: string } | null => {
    if (entry.signed === null || keys.length === 0) return null;
    const signed = readSignature(entry, entry.signed);
    if (signed === null) return null;
    const match = keys.find(({ url, id }) => url === directoryOf(signed.origin) && id === signed.keyId);
    if (match === undefined) return null;
    const isValid = verify(null, Buffer.from(signed.base), match.key, Buffer.from(signed.signature, 'base64'));
    return isValid ? { origin: signed.origin, digest: match.digest } : null;
  };
}
