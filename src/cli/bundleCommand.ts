import { readdirSync } from 'node:fs';
import type { Command } from 'commander';
import { readConfig } from '../app/config.ts';
import { manifestPath } from '../domain/bundle/bundle.ts';
import type { Difference } from '../domain/bundle/differences.ts';
import { type Verification, verifyBundle } from '../domain/bundle/verifyBundle.ts';
import { readBundle, writeBundle } from './bundleFolder.ts';
import { utcDate } from './dateOption.ts';
import { exitCodes, UsageError } from './failures.ts';

type BundleOptions = { website: string; out: string; start?: string; end?: string; model?: string };

/** `bundle` writes the evidence behind a website's reports into a folder; `verify` recomputes them from it, offline. */
export function addBundleCommands(program: Command): void {
  program
    .command('bundle')
    .description('write the evidence behind the reports of a website into a folder that anyone can verify')
    .requiredOption('--website <id>', 'id from `sightline call listSites`')
    .requiredOption('--out <folder>', 'an empty or new folder')
    .option('--start <date>', 'inclusive UTC date', utcDate)
    .option('--end <date>', 'inclusive UTC date', utcDate)
    .option('--model <name>', 'exact saved model')
    .action(async (options: BundleOptions) => {
      const { start = null, end = null, model = null } = options;
      if (start !== null && end !== null && start > end) throw new UsageError('--start must not be after --end');
      assertEmpty(options.out);
      const window = { startDate: start, endDate: end };
      const { makeBundle } = await import('../app/records.ts');
      const files = await makeBundle(readConfig(process.env), { websiteId: options.website, model, ...window });
      const digest = writeBundle(options.out, files);
      process.stdout.write(`${files.length} files in ${options.out}\nmanifest sha256 ${digest}\n`);
    });
  program
    .command('verify')
    .description('recompute every reported number of a bundle from its evidence, offline; exit 1 where they differ')
    .argument('<folder>', 'a folder written by `sightline bundle`')
    .option('--digest <hex>', 'the manifest digest that `sightline bundle` printed')
    .option('--json', 'print the verification as JSON')
    .action((folder: string, options: { digest?: string; json?: boolean }) => {
      const verification = verifyBundle(readBundle(folder));
      if (options.digest !== undefined && options.digest !== verification.manifestDigest) {
        verification.differences.unshift({
          file: manifestPath,
          at: 'sha256',
          says: verification.manifestDigest ?? 'nothing',
          gives: options.digest,
        });
      }
      process.stdout.write(
        options.json === true ? `${JSON.stringify(verification, null, 2)}\n` : textOf(folder, verification),
      );
      if (verification.differences.length > 0) process.exitCode = exitCodes.failure;
    });
}

function assertEmpty(folder: string): void {
  let entries: string[] = [];
  try {
    entries = readdirSync(folder);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
  }
  if (entries.length > 0) throw new UsageError(`--out: ${folder} is not empty, and a bundle holds nothing else`);
}

function textOf(folder: string, { manifestDigest, differences, notes, counted }: Verification): string {
  const checked = `${counted.files} files, ${counted.readings} readings and ${counted.reports} reports checked`;
  const lines =
    differences.length === 0
      ? [`${folder} holds: ${checked}, nothing differs.`]
      : [`${folder} does NOT hold: ${checked}, ${differences.length} differences.`, ...differences.map(lineOf)];
  if (manifestDigest !== null) lines.push(`manifest sha256 ${manifestDigest}`);
  return `${[...lines, ...notes.map((note) => `Note: ${note}`)].join('\n')}\n`;
}

function lineOf({ file, at, says, gives }: Difference): string {
  return `  ${file}${at === '' ? '' : ` ${at}`}: says ${says}, expected ${gives}`;
}
