import { type Command, InvalidArgumentError } from 'commander';
import type { InputOf } from '../../contract/callTypes.ts';
import { UsageError } from '../failures.ts';
import { printResult } from '../output.ts';
import { callServer } from '../serverConnection.ts';

type Names = InputOf<'acceptNames'>['names'];

/** Adds `sites accept-names`: records the owner's decisions about which company a name belongs to. */
export function addAcceptNames(sites: Command): void {
  sites
    .command('accept-names')
    .description('decide which company names in answers belong to (needs `manage`)')
    .argument('<id>', 'from `sightline sites`')
    .option('--ours <name>', 'this name means the website; repeatable', ours, [])
    .option('--theirs <name=domain>', 'this name means the company at that domain; repeatable', theirs, [])
    .action(async (id: string, options: { ours: Names; theirs: Names }) => {
      const names = [...options.ours, ...options.theirs];
      if (names.length === 0) throw new UsageError('name at least one with --ours or --theirs');
      const decided = await callServer('acceptNames', { id, names });
      printResult(decided, () =>
        [
          ...decided.accepted.map(({ name, domain }) => `${name} is ${domain ?? 'the website'}`),
          ...decided.skipped.map(({ name, why }) => `${name}: unchanged. ${why}`),
        ].join('\n'),
      );
    });
}

function ours(name: string, before: Names): Names {
  return [...before, { name, domain: null }];
}

/** Splits at the last `=`, because names may contain one. */
export function nameAndDomain(value: string): { name: string; domain: string } {
  const at = value.lastIndexOf('=');
  if (at < 1 || at === value.length - 1) throw new InvalidArgumentError('write it as NAME=DOMAIN');
  return { name: value.slice(0, at), domain: value.slice(at + 1) };
}

function theirs(value: string, before: Names): Names {
  return [...before, nameAndDomain(value)];
}
