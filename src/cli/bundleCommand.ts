import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Command } from 'commander';
import { readConfig } from '../app/config.ts';
import { makeBundle } from '../app/records.ts';
import { type BundleFile, manifestPath } from '../domain/bundle/bundle.ts';
import type { Difference } from '../domain/bundle/differences.ts';
import { type Verification, verifyBundle } from '../domain/bundle/verifyBundle.ts';
import { sha256Hex } from '../domain/canonicalJson.ts';
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
      const verification = verifyBundle(readFolder(folder));
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

/** The manifest goes last: a folder without one is a bundle that was not finished. Returns the manifest's digest. */
function writeBundle(folder: string, files: readonly BundleFile[]): string {
  let digest = '';
  for (const { path, text } of files) {
    const place = join(folder, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text, { flag: 'wx' });
    if (path === manifestPath) digest = sha256Hex(text);
  }
  return digest;
}

function readFolder(folder: string): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    const place = join(entry.parentPath, entry.name);
    // A link would let a bundle speak of what is not in it.
    files.set(relative(folder, place).replaceAll('\\', '/'), entry.isFile() ? readFileSync(place) : new Uint8Array());
  }
  return files;
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
  return `  ${file}${at === '' ? '' : ` ${at}`}: says ${says}, evidence gives ${gives}`;
}
