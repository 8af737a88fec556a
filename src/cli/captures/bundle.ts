import { readdirSync, readFileSync, statSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { readConfig } from '../../app/config.ts';
import { manifestPath } from '../../domain/bundle/bundle.ts';
import type { Difference } from '../../domain/bundle/differences.ts';
import type { Verification } from '../../domain/bundle/verifyBundle.ts';
import { utcDate } from '../dateOption.ts';
import { exitCodes, UsageError } from '../failures.ts';
import { print, printJson } from '../output.ts';
import { safe } from '../safe.ts';
import { serverEnvironment } from '../serverEnvironment.ts';
import { readBundle, writeBundle } from './bundleFolder.ts';

type BundleOptions = {
  website: string;
  out: string;
  start?: string;
  end?: string;
  model?: string;
  engine?: string;
  api: 'v1' | 'v2';
};

/** All attempts of the period, of questions that do not name the website: as the web app counts. */
const ruleOfV2 = { scope: 'all', questions: { tag: null, branded: 'exclude' } } as const;

/** A file that somebody hands over must not fill the memory. */
const maxSharedBytes = 64 * 1024 * 1024;

/** `bundle` writes the evidence behind a website's reports into a folder; `verify` recomputes them from it, offline. */
export function addBundleCommands(program: Command): void {
  program
    .command('bundle')
    .description('export the evidence behind the reports of a website, for anyone to verify')
    .requiredOption('--website <id>', 'id from `sightline sites`')
    .requiredOption('--out <folder>', 'an empty or new folder')
    .option('--start <date>', 'inclusive UTC date', utcDate)
    .option('--end <date>', 'inclusive UTC date', utcDate)
    .option('--model <name>', 'exact saved model')
    .option('--engine <id>', 'the engine whose answers count (default: the declared one)')
    .addOption(
      new Option('--api <version>', 'rule of the reports: v1 counts the newest 100 attempts and branded questions')
        .choices(['v1', 'v2'])
        .default('v2'),
    )
    .action(async (options: BundleOptions) => {
      const { start = null, end = null, model = null, engine = null } = options;
      if (start !== null && end !== null && start > end) throw new UsageError('--start must not be after --end');
      assertEmpty(options.out);
      const window = { startDate: start, endDate: end };
      const { makeBundle } = await import('../../app/records.ts');
      const rule = options.api === 'v1' ? {} : ruleOfV2;
      const query = { websiteId: options.website, model, engine, ...window, ...rule };
      const files = await makeBundle(readConfig(serverEnvironment()), query);
      const digest = writeBundle(options.out, files);
      print(`${files.length} files in ${options.out}\nmanifest sha256 ${digest}`);
    });
  program
    .command('verify')
    .description('recompute every number of a bundle from its evidence, offline; exits with 1 if they differ')
    .argument('<folder>', 'a folder written by `sightline bundle`, or the HTML file of a shared report')
    .option('--digest <hex>', 'the manifest digest that `sightline bundle` printed')
    .option('--allow-missing', 'accept readings that cannot be repeated here')
    .option('--json', 'print the verification as JSON')
    .action(async (folder: string, options: { digest?: string; allowMissing?: boolean; json?: boolean }) => {
      const verification = await verificationOf(folder);
      if (options.digest !== undefined && options.digest !== verification.manifestDigest) {
        verification.differences.unshift({
          file: manifestPath,
          at: 'sha256',
          says: verification.manifestDigest ?? 'nothing',
          gives: options.digest,
        });
      }
      const { differences, missing } = verification;
      // A bundle of which no report could be recomputed has proved nothing, whatever its files say.
      const recomputed = verification.counted.reports > 0;
      const holds = recomputed && differences.length === 0 && (missing.length === 0 || options.allowMissing === true);
      if (options.json === true) printJson(verification);
      else print(textOf(folder, verification, holds));
      if (!holds) process.exitCode = exitCodes.failure;
    });
}

/** Of a folder, or of one file that holds everything. */
async function verificationOf(place: string): Promise<Verification> {
  const found = statSync(place, { throwIfNoEntry: false });
  const { verifyFiles, verifySharedFile } = await import('../../app/records.ts');
  if (found?.isFile() === true) {
    if (found.size > maxSharedBytes) throw new UsageError(`${place} is larger than any shared report`);
    return verifySharedFile(readFileSync(place, 'utf8'));
  }
  if (found?.isDirectory() !== true) throw new UsageError(`${place} is neither a folder nor a file`);
  const { files, refused } = readBundle(place);
  const verification = await verifyFiles(files);
  for (const { path, why } of refused) {
    verification.differences.push({ file: path, at: '', says: why, gives: 'a regular file of the bundle' });
  }
  return verification;
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

function textOf(folder: string, verification: Verification, holds: boolean): string {
  const { manifestDigest, differences, missing, notes, counted } = verification;
  const checked = `${counted.files} files, ${counted.readings} readings and ${counted.reports} reports checked`;
  const differ = differences.length === 0 ? 'nothing differs' : `${differences.length} differences`;
  const repeated = missing.length === 0 ? 'every reading repeated' : `${missing.length} not repeated`;
  const lines = [
    `${safe(folder)} ${holds ? 'holds' : 'does NOT hold'}: ${checked}, ${differ}, ${repeated}.`,
    ...differences.map(lineOf),
    ...missing.map((one) => safe(`  not repeated: ${one}`)),
  ];
  if (missing.length > 0 && !holds && differences.length === 0) lines.push('  --allow-missing accepts these.');
  if (manifestDigest !== null) lines.push(`manifest sha256 ${manifestDigest}`);
  return [...lines, ...notes.map((note) => safe(`Note: ${note}`))].join('\n');
}

/** A bundle chooses its file names and its texts: none of them may look like a line of this report. */
function lineOf({ file, at, says, gives }: Difference): string {
  return safe(`  ${file}${at === '' ? '' : ` ${at}`}: says ${says}, expected ${gives}`);
}
