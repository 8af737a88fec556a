import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { environmentSchema } from '../../src/app/config.ts';
import { readPlanFile } from '../../src/cli/planFile/planFile.ts';
import { blocksOf, type DocBlock, docPages } from '../support/docBlocks.ts';

const root = join(import.meta.dirname, '../..');
const blocks = docPages.flatMap(blocksOf);
const placeOf = ({ page, line, language, note }: DocBlock): string => `${page}:${line} ${language} ${note}`;

/** Tests that execute blocks of a language, on every page or on named ones. */
const executors: readonly { test: string; languages: readonly string[]; pages?: readonly string[] }[] = [
  { test: 'test/project/docBlocks.test.ts', languages: ['json', 'js', 'yaml'] },
  { test: 'test/project/docBlocks.long.test.ts', languages: ['sh'] },
  { test: 'test/cli/documentedCommands.test.ts', languages: ['usage', 'console'] },
  { test: 'test/domain/visibility/metricsPage.test.ts', languages: ['example'], pages: ['docs/metrics.md'] },
  { test: 'test/domain/answer/readingPage.test.ts', languages: ['example'], pages: ['docs/reading.md'] },
  { test: 'test/cli/yourDataPage.test.ts', languages: ['csv', '', 'sh'], pages: ['docs/your-data.md'] },
  { test: 'test/mcp/clientsPage.test.ts', languages: ['toml'], pages: ['docs/mcp-clients.md'] },
  { test: 'test/client/types.long.test.ts', languages: ['ts'], pages: ['docs/mcp-clients.md'] },
  { test: 'test/project/recipes.test.ts', languages: ['python'], pages: ['docs/recipes.md'] },
];
/** Start of a note that says why a block is not executed. */
const reason = /^(?:needs|serves|asks|writes|settings|sample) \S+/;

const executorOf = ({ page, language }: DocBlock) =>
  executors.find(({ languages, pages }) => languages.includes(language) && pages?.includes(page) !== false);

describe('the code blocks of the pages', () => {
  it('are executed by a test, or say why not', () => {
    expect(blocks.length).toBeGreaterThan(110);
    expect(blocks.filter((block) => executorOf(block) === undefined && !reason.test(block.note)).map(placeOf)).toEqual(
      [],
    );
  });

  it('name reasons in words that a reader of the page understands', () => {
    const named = blocks.filter(({ language, note }) => note !== '' && !['example', 'csv'].includes(language));
    expect(named.filter(({ note }) => !reason.test(note)).map(placeOf)).toEqual([]);
  });

  it('have executors that read their pages', () => {
    for (const { test, pages = [] } of executors) {
      expect([test, existsSync(join(root, test))]).toEqual([test, true]);
      const source = readFileSync(join(root, test), 'utf8');
      for (const page of pages) expect([test, source.includes(page.replace('docs/', ''))]).toEqual([test, true]);
    }
  });

  it('in JSON are valid', () => {
    const documents = blocks.filter(({ language }) => language === 'json');
    expect(documents.length).toBeGreaterThan(7);
    for (const block of documents) expect(() => JSON.parse(block.text), placeOf(block)).not.toThrow();
  });

  it('for the environment name settings that the server reads', () => {
    const settings = blocks.filter(({ note }) => note.startsWith('settings'));
    const names = settings.flatMap(({ text }) => [...text.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name));
    expect(names.length).toBeGreaterThan(3);
    const known = Object.keys(environmentSchema.shape);
    expect(names.filter((name = '') => !known.includes(name.replace(/_FILE$/, '')) && !known.includes(name))).toEqual(
      [],
    );
  });

  it('in JavaScript verify a signed message, once', () => {
    const [block] = blocks.filter(({ language }) => language === 'js');
    const secret = `whsec_${Buffer.from('a secret of this test').toString('base64')}`;
    const rawBody = '{"type":"alert.test"}';
    const sentAt = new Date();
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('msg_1', sentAt, rawBody),
    };
    const body = (block?.text ?? '').replace(/^import .*$/m, '');
    const handle = new Function('Webhook', 'process', 'rawBody', 'headers', 'alreadySeen', `${body}\nreturn event;`);
    const receive = (message: string, isRepeated: boolean) =>
      handle(Webhook, { env: { SIGHTLINE_WEBHOOK_SECRET: secret } }, message, headers, () => isRepeated);
    expect(receive(rawBody, false)).toEqual({ type: 'alert.test' });
    expect(receive(rawBody, true)).toBeUndefined();
    expect(() => receive('{"type":"alert.forged"}', false)).toThrow();
  });

  it('in YAML are files that `sightline apply` reads, or say why not', () => {
    const files = blocks.filter(({ language }) => language === 'yaml');
    for (const { text } of files) expect(Object.keys(parse(text)).length).toBeGreaterThan(1);
    const own = files.filter(({ note }) => note === '');
    expect(own.map(placeOf)).toEqual([expect.stringMatching(/^docs\/plans\.md:/)]);
    for (const { text, page } of own) expect(readPlanFile(text, page)).toMatchObject({ sightline: 1 });
  });
});
