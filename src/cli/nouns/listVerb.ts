import type { Command } from 'commander';

/** Adds the verb `list` to a noun, which also runs if no verb is given: `sites` is `sites list`. */
export function addListVerb(noun: Command): Command {
  return noun.command('list', { isDefault: true });
}
