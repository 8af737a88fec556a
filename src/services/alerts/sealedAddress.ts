import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import type { AppContext } from '../appContext.ts';

/**
 * Seals secrets and addresses of outside services (AES-256-GCM): with the database alone, no one can send messages in
 * this product's name or read a token in an address. The server's key is not in the database, and the row id is bound,
 * so that a sealed text cannot be moved to another row.
 */
const version = 'v1';
const nonceBytes = 12;
const tagBytes = 16;

function keyOf({ settings }: Pick<AppContext, 'settings'>): Buffer {
  return createHmac('sha256', settings.alertSecret).update('sealed addresses').digest();
}

export function seal(app: Pick<AppContext, 'settings' | 'runtime'>, id: string, value: object): string {
  const nonce = app.runtime.randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', keyOf(app), nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(id));
  const sealed = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${version}.${Buffer.from(nonce).toString('base64url')}.${sealed.toString('base64url')}`;
}

/** Returns null if it was sealed with another key, or is damaged. */
export function openSealed<T>(app: Pick<AppContext, 'settings'>, id: string, text: string): T | null {
  const [madeText, nonce = '', body = ''] = text.split('.');
  if (madeText !== version) return null;
  const bytes = Buffer.from(body, 'base64url');
  if (bytes.length < tagBytes) return null;
  try {
    const key = keyOf(app);
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(id));
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    const opened = Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]);
    return JSON.parse(opened.toString('utf8')) as T;
  } catch {
    return null;
  }
}
