import { createHmac, timingSafeEqual } from 'node:crypto';
import type { JWTVerifyGetKey } from 'jose';
import type { ReceivedNotice, WebhookNotice } from '../../ports/answerReader.ts';
import { fillRecord, textOf } from '../../providers/wireRecords.ts';

export type GeminiNoticeOptions = {
  /** `whsec_…` of the project's webhook; null without one. */
  secret: string | null;
  /** Address of the vendor's keys that sign the notices of single interactions. */
  keysUrl: string;
  /** Accepted audiences of such notices; empty: none. */
  audiences: readonly string[];
};

/** Older or newer deliveries are refused, however well signed. */
const toleranceSeconds = 300;
/** Hosts of issuers that may sign for the vendor. */
const issuerHost = /^(?:[a-z0-9-]+\.)*(?:googleapis|google)\.com$/;

/**
 * Verifies a notice in either of the vendor's two ways: HMAC of the project's webhook (Standard Webhooks), or a JWT
 * signed with the vendor's published keys. Null unless one of them proves it. Only the id in it is used.
 */
export function createGeminiNotices(options: GeminiNoticeOptions) {
  let keys: JWTVerifyGetKey | null = null;

  async function isSignedByVendor(token: string, taskId: string): Promise<boolean> {
    if (options.audiences.length === 0) return false;
    const { createRemoteJWKSet, jwtVerify } = await import('jose');
    keys ??= createRemoteJWKSet(new URL(options.keysUrl), { timeoutDuration: 5_000 });
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ['RS256'],
      audience: [...options.audiences],
      maxTokenAge: toleranceSeconds,
      requiredClaims: ['iss'],
    });
    const stated = textOf(fillRecord(payload.data)?.id);
    return isVendor(payload.iss) && (stated === null || stated === taskId);
  }

  return async function verify({ rawBody, headers }: ReceivedNotice): Promise<WebhookNotice | null> {
    try {
      const event = fillRecord(JSON.parse(rawBody));
      const taskId = textOf(fillRecord(event?.data)?.id);
      const deliveryId = headers['webhook-id'];
      const signature = headers['webhook-signature'];
      const aboutInteraction = textOf(event?.type)?.startsWith('interaction.') === true;
      if (!aboutInteraction || taskId === null || !deliveryId || !signature || !isRecent(headers)) return null;
      const proven = signature.startsWith('v1,')
        ? isSignedWith(options.secret, signature, `${deliveryId}.${headers['webhook-timestamp']}.${rawBody}`)
        : await isSignedByVendor(signature, taskId);
      return proven ? { deliveryId, taskId } : null;
    } catch {
      // An unreadable body or token counts like a wrong signature; the caller learns nothing more.
      return null;
    }
  };
}

function isRecent(headers: ReceivedNotice['headers']): boolean {
  const stamp = headers['webhook-timestamp'] ?? '';
  return /^\d+$/.test(stamp) && Math.abs(Date.now() / 1_000 - Number(stamp)) <= toleranceSeconds;
}

/**
 * Checks the signature. While a secret is being replaced, a delivery has one signature for each, separated by spaces.
 */
function isSignedWith(secret: string | null, signatures: string, signedText: string): boolean {
  if (secret === null) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(signedText).digest();
  return signatures.split(' ').some((one) => {
    const input = Buffer.from(one.replace(/^v1,/, ''), 'base64');
    return input.length === expected.length && timingSafeEqual(input, expected);
  });
}

function isVendor(issuer: unknown): boolean {
  const stated = textOf(issuer) ?? '';
  const host = URL.parse(stated)?.hostname ?? stated.split('@').at(-1) ?? '';
  return issuerHost.test(host);
}
