import type { DeliveryOutcome, OutgoingMessage } from '../../ports/messenger.ts';

/** The operator's mail server, with its credentials in the address, and the sender of mails. */
export type SmtpServer = { url: string; from: string };

type Mail = Extract<OutgoingMessage, { kind: 'mail' }>;

/** Sends one mail at a time over a connection of its own. The server's replies are neither saved nor reported. */
export function createMailSender(
  smtp: SmtpServer,
  timeoutMs: number,
): (mail: Mail, signal: AbortSignal) => Promise<DeliveryOutcome> {
  return async ({ to, messageId, subject, text, html }, signal) => {
    const transport = await openTransport(smtp, timeoutMs);
    const close = () => transport.close();
    const timer = setTimeout(close, 2 * timeoutMs);
    signal.addEventListener('abort', close, { once: true });
    try {
      await transport.sendMail({ from: smtp.from, to: { name: '', address: to }, messageId, subject, text, html });
      return { kind: 'delivered', status: 250 };
    } catch (thrown) {
      return failureOf(thrown);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', close);
      transport.close();
    }
  };
}

/** Connects and signs in to the mail server without sending a mail. Returns why that failed; null if it worked. */
export async function findMailFault(smtp: SmtpServer, timeoutMs: number): Promise<string | null> {
  const transport = await openTransport(smtp, timeoutMs);
  try {
    await transport.verify();
    return null;
  } catch (thrown) {
    return faultText(thrown);
  } finally {
    transport.close();
  }
}

async function openTransport({ url }: SmtpServer, timeoutMs: number) {
  // Loaded by the first mail: most servers send none.
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

const faultWords: Readonly<Record<string, string>> = {
  EAUTH: 'The mail server refused the user name or password in SMTP_URL.',
  EENVELOPE: 'The mail server refused the sender or the recipient.',
  ECONNECTION: 'The mail server could not be reached.',
  ESOCKET: 'The connection to the mail server failed.',
  EPROTOCOL: 'The server in SMTP_URL does not answer as a mail server.',
  EDNS: 'The host of the mail server has no address.',
  ETIMEDOUT: 'The mail server gave no answer in time.',
  ETLS: 'The connection to the mail server could not be encrypted.',
};

function faultText(thrown: unknown): string {
  const { code } = (thrown ?? {}) as { code?: unknown };
  return faultWords[String(code)] ?? 'The mail server did not accept the message.';
}

function failureOf(thrown: unknown): DeliveryOutcome {
  const { code, responseCode } = (thrown ?? {}) as { code?: unknown; responseCode?: unknown };
  const status = typeof responseCode === 'number' ? responseCode : null;
  return {
    kind: 'failed',
    status,
    reason: faultText(thrown),
    retryAfterSeconds: null,
    // A recipient refused permanently stays refused.
    isFinal: code === 'EENVELOPE' && status !== null && status >= 500,
  };
}
