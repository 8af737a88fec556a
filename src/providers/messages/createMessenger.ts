import type { Messenger } from '../../ports/messenger.ts';
import { createMailSender } from './mailSender.ts';
import type { MessengerOptions } from './messengerOptions.ts';

/**
 * Creates a messenger that delivers over HTTP, through the address guard, and by mail, through the operator's server.
 */
export function createMessenger(options: MessengerOptions): Messenger {
  const { smtp, timeoutMs } = options;
  const sendMail = smtp === null ? null : createMailSender(smtp, timeoutMs);
  return {
    canMail: sendMail !== null,
    async deliver(message, signal) {
      if (message.kind === 'post') {
        // Loads an HTTP client of its own, which an idle server does not need.
        const { postMessage } = await import('./postMessage.ts');
        return postMessage(message, options, signal);
      }
      if (sendMail !== null) return sendMail(message, signal);
      const reason = 'No mail server is configured (SMTP_URL).';
      return { kind: 'failed', status: null, reason, retryAfterSeconds: null, isFinal: false };
    },
  };
}
