import type { WebhookNotice } from '../../ports/answerReader.ts';
import { fillRecord, textOf } from '../../providers/wireRecords.ts';

/** Standard Webhooks: older or newer deliveries are refused, however well signed. */
const toleranceSeconds = 300;

/**
 * Verifies a delivery with the vendor's own signature check and returns the response it is about. Null for an invalid
 * signature, an old delivery, or an event about anything but a response. `rawBody` must be the bytes as received, not
 * parsed as JSON.
 */
export async function webhookNotice(
  secret: string,
  rawBody: string,
  headers: Readonly<Record<string, string | undefined>>,
): Promise<WebhookNotice | null> {
  try {
    const received = new Headers();
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined) received.set(name, value);
    }
    const { OpenAI } = await import('openai');
    const { webhooks } = new OpenAI({ apiKey: 'none', logLevel: 'off' });
    await webhooks.verifySignature(rawBody, received, secret, toleranceSeconds);
    const event = fillRecord(JSON.parse(rawBody));
    const taskId = textOf(fillRecord(event?.data)?.id);
    const deliveryId = received.get('webhook-id');
    const aboutResponse = textOf(event?.type)?.startsWith('response.') === true;
    return aboutResponse && taskId !== null && deliveryId ? { deliveryId, taskId } : null;
  } catch {
    // An unreadable header or body counts like a wrong signature; the caller learns nothing more.
    return null;
  }
}
