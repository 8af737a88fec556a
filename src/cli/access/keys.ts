import type { Command } from 'commander';
import { everyPage } from '../../client/everyPage.ts';
import { SightlineError } from '../../client/sightlineError.ts';
import type { InputOf, OutputOf } from '../../contract/callTypes.ts';
import { type Permission, permissions } from '../../domain/access/permissions.ts';
import { UsageError } from '../failures.ts';
import { addListVerb } from '../nouns/listVerb.ts';
import { printError, printResult, printView } from '../output.ts';
import { type ReportView, tableView } from '../report/view.ts';
import { callServer } from '../serverConnection.ts';
import { withPrompter } from '../session/prompter.ts';

type Key = OutputOf<'listKeys'>['items'][number];
type NewKey = { permission: Permission[]; asks?: boolean; expiresInDays?: string };

/** Adds `keys`: access for programs. Requires `sign-in`, because a key cannot create another. */
export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('API keys of this workspace');
  addListVerb(keys)
    .description('list the API keys of this workspace, without their secrets; needs a signed-in user')
    .action(async () => {
      const all = await everyPage(callServer, 'listKeys', {});
      printView(all, () => viewOf(all));
    });
  keys
    .command('create')
    .description('create a key and print its secret, once')
    .argument('<name>', 'purpose of the key')
    .option(
      '--permission <name>',
      'permission besides reading: evaluate, seo or manage; repeatable',
      (name: string, all: Permission[]) => [...all, permissionOf(name)],
      [],
    )
    .option('--asks', 'a member approves each purchase before it is made')
    .option('--expires-in-days <count>', '1 to 3650 (default: never expires)')
    .action(createKey);
  keys
    .command('revoke')
    .description('revoke a key: its next request is refused')
    .argument('<id>', 'id from `sightline keys`')
    .action(async (id: string) => {
      await callServer('revokeKey', { id });
      printResult({ id, state: 'revoked' }, () => `${id} is revoked`);
    });
}

function permissionOf(name: string): Permission {
  const match = permissions.find((one) => one === name);
  if (match === undefined) throw new UsageError(`--permission takes ${permissions.join(', ')}`);
  return match;
}

/** Prints only the secret to standard output, so that a shell can capture it. */
async function createKey(name: string, options: NewKey): Promise<void> {
  const days = options.expiresInDays;
  if (days !== undefined && !/^\d+$/.test(days)) throw new UsageError('--expires-in-days takes a whole number');
  const { key, secret } = await withPasswordWhereAsked({
    name,
    permissions: options.permission,
    asksToSpend: options.asks === true,
    ...(days === undefined ? {} : { expiresInDays: Number(days) }),
  });
  printError(`${key.id} may ${key.permissions.join(', ')}. Copy its secret now; it is not shown again:`);
  printResult({ key, secret }, () => secret);
}

/** Asks for the password again before creating a key that may buy, unless the session is fresh. */
async function withPasswordWhereAsked(input: InputOf<'createKey'>): Promise<OutputOf<'createKey'>> {
  try {
    return await callServer('createKey', input);
  } catch (cause) {
    if (!(cause instanceof SightlineError) || cause.details?.field !== 'password') throw cause;
    const password = await withPrompter((prompter) => prompter.secret('Your password, for a key that may buy: '));
    return callServer('createKey', { ...input, password });
  }
}

function stateOf({ revokedAt, expiresAt }: Key): string {
  if (revokedAt !== null) return `revoked ${revokedAt.slice(0, 10)}`;
  if (expiresAt === null) return 'valid';
  return `${Date.parse(expiresAt) <= Date.now() ? 'expired' : 'valid until'} ${expiresAt.slice(0, 10)}`;
}

function viewOf(keys: readonly Key[]): ReportView {
  return tableView({
    title: 'Keys',
    columns: ['id', 'begins with', { name: 'name', flexible: true }, 'may', 'state', { name: 'last used', wide: true }],
    rows: keys.map((key) => [
      key.id,
      key.prefix,
      key.name,
      `${key.permissions.join(', ')}${key.asksToSpend ? ' (needs approval to buy)' : ''}`,
      stateOf(key),
      key.lastUsedAt?.slice(0, 10) ?? 'never',
    ]),
    empty: 'no keys yet; `sightline keys create <name>` creates one',
  });
}
