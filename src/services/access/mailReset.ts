import { AppError } from '../../domain/errors.ts';
import type { AppContext } from '../appContext.ts';
import { openReset } from './passwords.ts';

/**
 * Mails an account's holder a one-time link that resets the password. The caller does not wait, so neither the response
 * nor its timing reveals whether the account exists.
 */
export async function mailReset(app: AppContext, email: string): Promise<void> {
  const reset = await openReset(app, email).catch((cause: unknown) => {
    if (cause instanceof AppError && cause.code === 'not_found') return null;
    throw cause;
  });
  if (reset === null) return;
  // In the fragment, which browsers never send, so that it stays out of logs and referrers.
  const link = `${app.settings.publicBaseUrl}/reset#${reset.secret}`;
  const lines = [
    'Someone asked to reset the password of your Sightline account.',
    `To choose a new password, open this link. It works once, until ${reset.expiresAt}, and ends every open session:`,
    link,
    'If this was not you, ignore this message. Your password stays the same.',
  ];
  const outcome = await app.messenger.deliver(
    {
      kind: 'mail',
      to: reset.email,
      messageId: `<${app.runtime.newId('mail')}@${new URL(app.settings.publicBaseUrl).hostname}>`,
      subject: 'Set a new password for Sightline',
      text: `${lines.join('\n\n')}\n`,
      html: `<p>${lines[0]}</p><p>${lines[1]}</p><p><a href="${link}">${link}</a></p><p>${lines[3]}</p>`,
    },
    app.stopping,
  );
  if (outcome.kind === 'failed') app.log.warn({ reason: outcome.reason }, 'a password reset could not be mailed');
}
