import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { saveAnswer } from '../support/savedAnswers.ts';
import { useService } from '../support/service.ts';

/** Lists command lines of the page's shell blocks, in order, as words. */
function commandsOf(page: string): string[][] {
  const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8');
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block);
  return blocks
    .flatMap((block) => block.trim().split('\n'))
    .map((line) => [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '').slice(1));
}

describe('the pages about sources and facts', () => {
  const service = useService('sqlite');
  let env: Record<string, string>;
  beforeAll(async () => {
    env = { SIGHTLINE_URL: service.url, SIGHTLINE_API_KEY: await service.makeKey(['manage']) };
    const { id: websiteId } = await service.makeSite();
    const { id: caseId } = await service.makeCase({ query: 'Which CRM suits a small team?', websiteId });
    const text = 'Acme CRM is small. The Team plan of Acme CRM costs €39 per month. Acme CRM offers single sign-on.';
    await saveAnswer(service, { websiteId, caseId, createdAt: new Date().toISOString(), text, cites: [] });
  });

  it.each(['sources.md', 'facts.md'])(
    '%s prints commands that work as written',
    async (page) => {
      const commands = commandsOf(page);
      expect(commands.length).toBeGreaterThan(1);
      let last = '';
      for (const words of commands) {
        const { code, stdout, stderr } = await runCli(words, env);
        expect([words.join(' '), code, stderr]).toEqual([words.join(' '), 0, '']);
        last = stdout;
      }
      expect(last).toContain(page === 'facts.md' ? '1 of 2 decided quotes are wrong' : 'Source gaps');
      if (page === 'facts.md') expect(last).toContain('€39');
    },
    60_000,
  );
});
