import { type Command, Option } from 'commander';
import { type CheckProgress, checkOnce } from '../../app/checkOnce.ts';
import { chromiumOf, readConfig } from '../../app/config.ts';
import type { WebsiteAnalysis } from '../../domain/checks/analyze.ts';
import { count } from '../../domain/text/count.ts';

import { exitCodes, UsageError } from '../failures.ts';
import { print, printJson, printWithColour, redraw, wantsColour } from '../output.ts';
import { cardAsMarkdown, cardAsText } from '../report/card.ts';
import { serverEnvironment } from '../serverEnvironment.ts';

type Options = {
  json?: boolean;
  markdown?: boolean;
  failOn?: 'gate' | 'fail' | 'warn';
  allowUnmeasured?: boolean;
  pages: string;
  pause?: string;
};

/** Adds `check <url>`: a one-off check without an account, for people and for CI. */
export function addCheckCommand(program: Command): void {
  program
    .command('check')
    .description('check whether answer engines can read a website; nothing is bought or saved')
    .argument('<url>', 'address of the website')
    .option('--markdown', 'print the report card as Markdown')
    .option('--pages <count>', 'pages to sample in addition to the home page', '12')
    .option('--pause <milliseconds>', 'pause between two requests to one host (default: 1000; none on this machine)')
    .addOption(
      new Option('--fail-on <level>', 'exit with 1 on a failed gate, any failed check, or any warning').choices([
        'gate',
        'fail',
        'warn',
      ]),
    )
    .option('--allow-unmeasured', 'with --fail-on: do not exit with 8 if a gate has no verdict')
    .action(async (url: string, options: Options) => {
      const analysis = await runCheck(url, options);
      process.exitCode = exitCodeFor(analysis, options);
    });
}

async function runCheck(url: string, options: Options): Promise<WebsiteAnalysis> {
  const config = readConfig(serverEnvironment());
  const samplePages = Number(options.pages);
  if (!Number.isInteger(samplePages) || samplePages < 0 || samplePages > 40) {
    throw new UsageError('--pages takes a whole number from 0 to 40');
  }
  const pause = pauseOf(options.pause) ?? config.CAPTURE_PAUSE_MS;
  const watched = process.stderr.isTTY === true;
  const analysis = await checkOnce(url, {
    allowPrivateTargets: config.ALLOW_PRIVATE_TARGETS,
    chromium: chromiumOf(config),
    limits: { samplePages, ...(pause === undefined ? {} : { minIntervalMs: pause }) },
    onProgress(progress) {
      if (watched) redraw(progressLine(progress, process.stderr.columns ?? 80));
    },
  });
  if (watched) redraw('');
  if (options.json === true) printJson(analysis);
  else if (options.markdown === true) print(cardAsMarkdown(analysis));
  else printWithColour(cardAsText(analysis, wantsColour(process.stdout), process.stdout.columns ?? 100));
  return analysis;
}

function pauseOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 60_000) {
    throw new UsageError('--pause takes whole milliseconds from 0 to 60000');
  }
  return Number(text);
}

/** Formats `4 of 13 pages read; free: https://…`, cut to the width of the terminal. */
export function progressLine({ pagesCaptured, pagesPlanned, url }: CheckProgress, columns: number): string {
  const read =
    pagesPlanned === null
      ? `${count(pagesCaptured, 'page')} read`
      : `${pagesCaptured} of ${count(pagesPlanned, 'page')} read`;
  // Safe to print: a parsed URL contains no control characters.
  return `${read}; free: ${url}`.slice(0, Math.max(20, columns - 1));
}

/**
 * Returns 1 if a check reached the level of `--fail-on`, and 8 if a gate had no verdict or no page was captured, which
 * is not a success.
 */
export function exitCodeFor(analysis: WebsiteAnalysis, options: Pick<Options, 'failOn' | 'allowUnmeasured'>): number {
  if (options.failOn === undefined) return 0;
  if (failsOn(analysis, options.failOn)) return exitCodes.failure;
  return sawTooLittle(analysis) && options.allowUnmeasured !== true ? exitCodes.unmeasured : 0;
}

function sawTooLittle({ result }: WebsiteAnalysis): boolean {
  return result.coverage.pages.captured === 0 || result.counts.byClass.gate.unmeasured > 0;
}

function failsOn(analysis: WebsiteAnalysis, level: Options['failOn']): boolean {
  return analysis.result.checks.some(
    (check) =>
      (level === 'gate' && check.class === 'gate' && check.outcome === 'fail') ||
      (level === 'fail' && check.outcome === 'fail') ||
      (level === 'warn' && (check.outcome === 'fail' || check.outcome === 'warn')),
  );
}
