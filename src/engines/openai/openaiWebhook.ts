import type { OpenAI } from 'openai';
import type { WebhookNotice } from '../../ports/answerReader.ts';
import { recordOf, textOf } from '../../providers/wireRecords.ts';

/** Standard Webhooks: a delivery older or newer than this is not believed, however well it is signed. */
const toleranceSeconds = 300;

/**
 * Checks a delivery with the vendor's own signature check and reads which response it is about. Null for a bad signature,
 * an old delivery, or an event about anything but a response. `rawBody` must be the bytes as received, undecoded by JSON.
 */
export async function webhookNotice(
  api: Pick<OpenAI, 'webhooks'>,
  secret: string,
  rawBody: string,
  headers: Readonly<Record<string, string | undefined>>,
): Promise<WebhookNotice | null> {
  try {
    const received = new Headers();
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined) received.set(name, value);
    }
    await api.webhooks.verifySignature(rawBody, received, secret, toleranceSeconds);
    const event = recordOf(JSON.parse(rawBody));
    const taskId = textOf(recordOf(event?.data)?.id);
    const deliveryId = received.get('webhook-id');
    const aboutResponse = textOf(event?.type)?.startsWith('response.') === true;
    return aboutResponse && taskId !== null && deliveryId ? { deliveryId, taskId } : null;
  } catch {
    // An unreadable header or body is as untrue as a wrong signature; the caller learns nothing more.
    return null;
  }
}
