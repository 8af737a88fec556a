import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import type { DestinationAddress } from '../../domain/alerts/alertDestination.ts';
import type { AppContext } from '../appContext.ts';

/**
 * Seals addresses and secrets of destinations (AES-256-GCM): the database alone is not enough to send anything in this
 * product's name, or to read a token in an address. The server's key is not in the database; the destination's id is
 * bound, so that a sealed text cannot be moved to another.
 */
const version = 'v1';
const nonceBytes = 12;
const tagBytes = 16;

function keyOf({ settings }: Pick<AppContext, 'settings'>): Buffer {
  return createHmac('sha256', settings.alertSecret).update('sealed addresses').digest();
}

export function sealAddress(
  app: Pick<AppContext, 'settings' | 'runtime'>,
  destinationId: string,
  address: DestinationAddress,
): string {
  const nonce = app.runtime.randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', keyOf(app), nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(destinationId));
  const sealed = Buffer.concat([cipher.update(JSON.stringify(address), 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${version}.${Buffer.from(nonce).toString('base64url')}.${sealed.toString('base64url')}`;
}

/** Null: it was sealed with another key, or is damaged. */
export function openAddress(
  app: Pick<AppContext, 'settings'>,
  destinationId: string,
  text: string,
): DestinationAddress | null {
  const [made, nonce = '', body = ''] = text.split('.');
  if (made !== version) return null;
  const bytes = Buffer.from(body, 'base64url');
  if (bytes.length < tagBytes) return null;
  try {
    const key = keyOf(app);
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(destinationId));
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    const opened = Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]);
    return JSON.parse(opened.toString('utf8')) as DestinationAddress;
  } catch {
    return null;
  }
}
