import { createHmac } from 'node:crypto';
import type { TestService } from './service.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * Returns the code that an authenticator shows (RFC 6238: SHA-1, 30 s, six digits). `late`: steps ago, negative: steps
 * ahead.
 */
export function codeOf(uri: string, late = 0): string {
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  const bits = [...secret.replace(/=+$/, '')]
    .map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) - late));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** Advances the clock by the half minute that a person waits for their next code. */
export async function waitForNextCode(service: TestService): Promise<void> {
  await service.setRows('twoFactor', { lastStep: null });
}
