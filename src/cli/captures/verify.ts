import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { manifestPath } from '../../domain/bundle/bundle.ts';
import type { Difference } from '../../domain/bundle/differences.ts';
import type { Verification } from '../../domain/bundle/verifyBundle.ts';
import { exitCodes, UsageError } from '../failures.ts';
import { printResult } from '../output.ts';
import { safe } from '../safe.ts';
import { readBundle } from './bundleFolder.ts';

/** Maximum size of a shared file, so that an untrusted one cannot fill the memory. */
const maxSharedBytes = 64 * 1024 * 1024;

/** Adds `verify`: recomputes the numbers of a bundle or a shared report, offline. */
export function addVerifyCommand(program: Command): void {
  program
    .command('verify')
    .description('recompute every number of a bundle from its evidence, offline; exits with 1 if they differ')
    .argument('<folder>', 'a folder written by `sightline bundle`, or the HTML file of a shared report')
    .option('--digest <hex>', 'the manifest digest that `sightline bundle` printed')
    .option('--allow-missing', 'accept readings that cannot be repeated here')
    .action(async (folder: string, options: { digest?: string; allowMissing?: boolean }) => {
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
      // If no report could be recomputed, the bundle has proved nothing, whatever its files say.
      const recomputed = verification.counted.reports > 0;
      const holds = recomputed && differences.length === 0 && (missing.length === 0 || options.allowMissing === true);
      printResult(verification, () => describeVerification(folder, verification, holds));
      if (!holds) process.exitCode = exitCodes.failure;
    });
}

/** Verifies a folder, or one file that contains everything. */
async function verificationOf(place: string): Promise<Verification> {
  const entry = statSync(place, { throwIfNoEntry: false });
  const { verifyFiles, verifySharedFile } = await import('../../app/records.ts');
  if (entry?.isFile() === true) {
    if (entry.size > maxSharedBytes) throw new UsageError(`${place} is larger than any shared report`);
    return verifySharedFile(readFileSync(place, 'utf8'));
  }
  if (entry?.isDirectory() !== true) throw new UsageError(`${place} is neither a folder nor a file`);
  // Without it, nothing else in the folder is read: it may be any folder of this machine.
  if (!existsSync(join(place, manifestPath)))
    throw new UsageError(`${place} is not a bundle: it has no ${manifestPath}`);
  const { files, refused } = readBundle(place);
  const verification = await verifyFiles(files);
  for (const { path, why } of refused) {
    verification.differences.push({ file: path, at: '', says: why, gives: 'a regular file of the bundle' });
  }
  return verification;
}

function describeVerification(folder: string, verification: Verification, holds: boolean): string {
  const { manifestDigest, differences, missing, notes, counted } = verification;
  const checked = `${counted.files} files, ${counted.readings} readings, ${counted.reports} reports and ${counted.experiments} experiments checked`;
  const differ = differences.length === 0 ? 'nothing differs' : `${differences.length} differences`;
  const repeated = missing.length === 0 ? 'every reading repeated' : `${missing.length} not repeated`;
  const lines = [
    `${safe(folder)} ${holds ? 'is intact' : 'is NOT intact'}: ${checked}, ${differ}, ${repeated}.`,
    ...differences.map(lineOf),
    ...missing.map((one) => safe(`  not repeated: ${one}`)),
  ];
  if (missing.length > 0 && !holds && differences.length === 0) lines.push('  --allow-missing accepts these.');
  if (manifestDigest !== null) lines.push(`manifest sha256 ${manifestDigest}`);
  return [...lines, ...notes.map((note) => safe(`Note: ${note}`))].join('\n');
}

/**
 * Formats a difference. A bundle chooses its file names and texts, so none of them may imitate a line of this report.
 */
function lineOf({ file, at, says, gives }: Difference): string {
  return safe(`  ${file}${at === '' ? '' : ` ${at}`}: says ${says}, expected ${gives}`);
}
