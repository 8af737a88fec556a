import { type Command, Option } from 'commander';
import { readConfig } from '../../app/config.ts';
import { exitCodes } from '../failures.ts';
import { print, printJson } from '../output.ts';
import { safe } from '../safe.ts';
import { serverEnvironment } from '../serverEnvironment.ts';

type Options = { look?: boolean; compareBots?: 'on' | 'off'; json?: boolean };

/** Adds `verification <websiteId>`, which proves that a website is yours, and enables owner-only settings. */
export function addVerificationCommand(program: Command): void {
  program
    .command('verification')
    .description('verify that a website is yours, and allow comparing pages served to bots')
    .argument('<website-id>', 'id of a website in this database')
    .option('--look', 'check the website for the token now; exits with 1 if it is missing')
    .addOption(
      new Option(
        '--compare-bots <state>',
        'also request pages with bot-like user agents; needs a verified website',
      ).choices(['on', 'off']),
    )
    .action(async (websiteId: string, options: Options) => {
      const { verifySite } = await import('../../app/verifySite.ts');
      const shownVerification = await verifySite(readConfig(serverEnvironment()), {
        websiteId,
        look: options.look === true,
        compareBotAgents: options.compareBots === undefined ? null : options.compareBots === 'on',
      });
      if (options.look === true && shownVerification.verifiedAt === null) process.exitCode = exitCodes.failure;
      if (options.json === true) {
        printJson(shownVerification);
        return;
      }
      const looked = options.look === true ? (shownVerification.lastLook?.looked ?? []) : [];
      const lines = looked.map(({ url, problem }) => safe(`${url}: ${problem ?? 'the token is there.'}`));
      lines.push(
        shownVerification.verifiedAt === null
          ? 'Not verified.'
          : `Verified by ${shownVerification.way} at ${shownVerification.verifiedAt}.`,
      );
      lines.push(`Comparison with bot-like user agents: ${shownVerification.compareBotAgents ? 'on' : 'off'}.`);
      if (shownVerification.verifiedAt === null) {
        lines.push(
          '',
          shownVerification.places.length > 1
            ? 'Do one of these, then run this with --look:'
            : 'Do this, then run this with --look:',
        );
        for (const { way, url, content } of shownVerification.places)
          lines.push(
            way === 'file' ? `  serve ${url} with the text` : `  put into the head of ${url}`,
            `    ${content}`,
          );
      }
      print(lines.join('\n'));
    });
}
