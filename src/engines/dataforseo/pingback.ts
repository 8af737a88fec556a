import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ReceivedNotice, WebhookNotice } from '../../ports/answerReader.ts';

/** Vendor's notice that a task is ready: a GET at an address that only it knows. A hint, never a proof. */
export type Pingback = {
  /** With the vendor's own placeholders for the id and the tag of the task. */
  url: string;
  noticeOf(received: ReceivedNotice): WebhookNotice | null;
};

/** @param secret the deployment's; each engine's address contains one derived from it */
export function createPingback(engineId: string, secret: string, publicBaseUrl: string): Pingback {
  const own = createHmac('sha256', secret).update(`pingback of ${engineId}`).digest('hex').slice(0, 40);
  return {
    url: `${publicBaseUrl}/api/webhooks/${engineId}/${own}?id=$id&tag=$tag`,
    noticeOf({ secret: received, query }) {
      const input = Buffer.from(received ?? '');
      const target = Buffer.from(own);
      if (input.length !== target.length || !timingSafeEqual(input, target)) return null;
      const taskId = query.get('id') ?? '';
      return /^[\w-]{1,64}$/.test(taskId) ? { deliveryId: `${engineId}:${taskId}`, taskId } : null;
    },
  };
}
