import type { Command } from 'commander';
import { readConfig } from '../../app/config.ts';
import { printResult } from '../output.ts';
import { safe } from '../safe.ts';
import { serverEnvironment } from '../serverEnvironment.ts';

/** `account reset-password <email>`: lets the operator of the database reset the password of a locked-out user. */
export function addAccountCommands(program: Command): void {
  const account = program.command('account').description('manage accounts of this database');
  account
    .command('remove-second-factor')
    .description('remove the second factor of an account that lost its authenticator')
    .argument('<email>', 'email of the account')
    .action(async (email: string) => {
      const { resetSecondFactor } = await import('../../app/withoutSecondFactor.ts');
      await resetSecondFactor(readConfig(serverEnvironment()), email);
      printResult({ email, secondFactor: false }, () => safe(`${email} now signs in with only the password.`));
    });
  account
    .command('reset-password')
    .description('print a one-time link for setting a new password')
    .argument('<email>', 'email of the account')
    .action(async (email: string) => {
      const { createResetLink } = await import('../../app/passwordReset.ts');
      const resetLink = await createResetLink(readConfig(serverEnvironment()), email);
      printResult(resetLink, () =>
        [
          resetLink.link,
          safe(
            `For ${resetLink.email}. Works once, until ${resetLink.expiresAt}. It ends all sessions of the account.`,
          ),
        ].join('\n'),
      );
    });
}
