import { createHash, webcrypto } from 'node:crypto';

/** SHA-256 hex. */
export function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Does the same off the event loop: the bodies of a website together would block it for too long. */
export async function digestOffThread(bytes: Uint8Array): Promise<string> {
  const digest = await webcrypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
  return Buffer.from(digest).toString('hex');
}
