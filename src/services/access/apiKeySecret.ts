import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 43;
const checksumLength = 6;

export type SecretPrefix = 'sl_' | 'slc_' | 'sls_';

/**
 * Creates a secret that a double click selects and scanners recognise: prefix, 32 random bytes in Base62, and a CRC32
 * that catches a typing error before the database is queried. `slc_` marks a run's capability and `sls_` a link to a
 * shared report, so that the kinds cannot be confused.
 */
export function createSecret(prefix: SecretPrefix, random: Uint8Array): string {
  if (random.length !== 32) throw new Error('a secret takes 32 random bytes');
  const body = prefix + base62(BigInt(`0x${Buffer.from(random).toString('hex')}`), randomLength);
  return body + checksumOf(body);
}

/** Returns true if the text has the form and checksum of a secret with this prefix. */
export function isWellFormedSecret(prefix: SecretPrefix, secret: string): boolean {
  if (secret.length !== prefix.length + randomLength + checksumLength || !secret.startsWith(prefix)) return false;
  const body = secret.slice(0, -checksumLength);
  return /^[0-9A-Za-z]+$/.test(secret.slice(prefix.length)) && secret.endsWith(checksumOf(body));
}

/**
 * Returns the digest stored instead of a secret. A fast hash is enough for 256 random bits; slow ones are for
 * passwords.
 */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}

export function displayPrefix(secret: string): string {
  return secret.slice(0, 10);
}

/** Returns the CRC32 in Base62: 62^6 is more than 2^32. */
function checksumOf(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let index = 0; index < checksumLength; index += 1) {
    text = alphabet[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

function base62(value: bigint, length: number): string {
  let rest = value;
  let text = '';
  for (let index = 0; index < length; index += 1) {
    text = alphabet[Number(rest % 62n)] + text;
    rest /= 62n;
  }
  return text;
}
