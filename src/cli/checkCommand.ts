import { type Command, Option } from 'commander';
import { checkOnce } from '../app/checkOnce.ts';
import { readConfig } from '../app/config.ts';
import type { WebsiteAnalysis } from '../domain/checks/analyze.ts';
import { count } from '../domain/checks/check.ts';
import { exitCodes, UsageError } from './failures.ts';
import { cardAsMarkdown, cardAsText } from './reportCard.ts';

type Options = { json?: boolean; markdown?: boolean; failOn?: 'gate' | 'fail' | 'warn'; pages: string };

/** `check <url>`: a one-off check without an account, for people and for CI. */
export function addCheckCommand(program: Command): void {
  program
    .command('check')
    .description('check whether answer engines can read a website; nothing is bought or saved')
    .argument('<url>', 'address of the website')
    .option('--json', 'print the whole analysis as JSON')
    .option('--markdown', 'print the report card as Markdown')
    .option('--pages <count>', 'pages to sample beside the home page', '12')
    .addOption(
      new Option('--fail-on <level>', 'exit with 1 on a failed gate, any failed check, or any warning').choices([
        'gate',
        'fail',
        'warn',
      ]),
    )
    .action(async (url: string, options: Options) => {
      const analysis = await runCheck(url, options);
      process.exitCode = failsOn(analysis, options.failOn) ? exitCodes.failure : 0;
    });
}

async function runCheck(url: string, options: Options): Promise<WebsiteAnalysis> {
  const config = readConfig(process.env);
  const samplePages = Number(options.pages);
  if (!Number.isInteger(samplePages) || samplePages < 0 || samplePages > 40) {
    throw new UsageError('--pages takes a whole number from 0 to 40');
  }
  const watched = process.stderr.isTTY === true;
  const analysis = await checkOnce(url, {
    allowPrivateTargets: config.ALLOW_PRIVATE_TARGETS,
    chromiumPath: config.CHROMIUM_PATH ?? null,
    limits: { samplePages },
    onProgress({ requests, pagesCaptured }) {
      if (watched) process.stderr.write(`\r\u001b[K${requests} requests, ${count(pagesCaptured, 'page')} captured`);
    },
  });
  if (watched) process.stderr.write('\r\u001b[K');
  if (options.json === true) process.stdout.write(`${JSON.stringify(analysis, null, 2)}\n`);
  else if (options.markdown === true) process.stdout.write(cardAsMarkdown(analysis));
  else process.stdout.write(cardAsText(analysis, process.stdout.isTTY === true, process.stdout.columns ?? 100));
  return analysis;
}

function failsOn(analysis: WebsiteAnalysis, level: Options['failOn']): boolean {
  return analysis.result.checks.some(
    (check) =>
      (level === 'gate' && check.class === 'gate' && check.outcome === 'fail') ||
      (level === 'fail' && check.outcome === 'fail') ||
      (level === 'warn' && (check.outcome === 'fail' || check.outcome === 'warn')),
  );
}
