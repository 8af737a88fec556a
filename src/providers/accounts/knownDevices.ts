import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Cookies of browsers that have signed in to an account, so that failed attempts elsewhere do not lock them out. */
export type KnownDevices = {
  /** Returns the Set-Cookie line for a browser that has just proved that it belongs to this account. */
  remember(email: string): string;
  /** Returns the account's device with these cookies; null if there is none. */
  known(cookies: string | undefined, email: string): string | null;
};

const lifetimeSeconds = 365 * 86_400;

/**
 * Creates device cookies. A device is a random id signed together with the account's email. It grants nothing and only
 * shows that this browser knew the password once. Its key is derived from the session secret, so that neither signature
 * is valid as the other.
 */
export function createKnownDevices(secret: string, secure: boolean): KnownDevices {
  const name = secure ? '__Host-sightline_device' : 'sightline_device';
  const key = createHmac('sha256', secret).update('sightline: known devices').digest();
  const signature = (device: string, email: string): Buffer =>
    createHmac('sha256', key).update(`${device}\n${email.trim().toLowerCase()}`).digest();
  return {
    remember(email) {
      const device = randomBytes(18).toString('base64url');
      const value = `${device}.${signature(device, email).toString('base64url')}`;
      const line = `${name}=${value}; Max-Age=${lifetimeSeconds}; Path=/; HttpOnly; SameSite=Lax`;
      return secure ? `${line}; Secure` : line;
    },
    known(cookies, email) {
      for (const cookie of cookies?.split(';') ?? []) {
        const [text, value = ''] = cookie.trim().split('=', 2);
        if (text !== name) continue;
        const [device = '', signed = ''] = value.split('.', 2);
        const got = Buffer.from(signed, 'base64url');
        const expected = signature(device, email);
        if (got.length === expected.length && timingSafeEqual(got, expected)) return device;
      }
      return null;
    },
  };
}
