import { readdirSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { readConfig } from '../../app/config.ts';
import { utcDate } from '../dateOption.ts';
import { UsageError } from '../failures.ts';
import { printResult } from '../output.ts';
import { serverEnvironment } from '../serverEnvironment.ts';
import { writeBundle } from './bundleFolder.ts';

type BundleOptions = {
  website: string;
  out: string;
  start?: string;
  end?: string;
  model?: string;
  engine?: string;
  api: 'v1' | 'v2';
};

/** Counts all attempts of the period, for questions that do not name the website, as the web app does. */
const ruleOfV2 = { scope: 'all', questions: { tag: null, branded: 'exclude' } } as const;

/** Adds `bundle`: writes the evidence of a website's reports into a folder. */
export function addBundleCommand(program: Command): void {
  program
    .command('bundle')
    .description('export the evidence of the reports of a website, for anyone to verify')
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
      const { createBundle } = await import('../../app/records.ts');
      const rule = options.api === 'v1' ? {} : ruleOfV2;
      const query = { websiteId: options.website, model, engine, ...window, ...rule };
      const files = await createBundle(readConfig(serverEnvironment()), query);
      const digest = writeBundle(options.out, files);
      const { out } = options;
      printResult(
        { folder: out, files: files.length, manifestDigest: digest },
        () => `${files.length} files in ${out}\nmanifest sha256 ${digest}`,
      );
    });
}

function assertEmpty(folder: string): void {
  let entries: string[] = [];
  try {
    entries = readdirSync(folder);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
  }
  if (entries.length > 0) throw new UsageError(`--out: ${folder} is not empty; choose an empty folder`);
}
