import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { newFolder } from '../support/newFolder.ts';
import { useService } from '../support/service.ts';

const page = await readFile(new URL('../../docs/your-data.md', import.meta.url), 'utf8');
const blocks = [...page.matchAll(/^```(\w*) ?(.*)\n([\s\S]*?)^```$/gm)].map(([, language, file, text]) => ({
  language,
  file: file ?? '',
  text: text ?? '',
}));

describe('the page about your own data', () => {
  let folder: string;
  let env: Record<string, string>;
  const service = useService('sqlite');
  beforeAll(async () => {
    const key = await service.makeKey(['manage']);
    await service.call('createSite', { url: 'https://example.com', name: 'Example' }, { key });
    env = { SIGHTLINE_URL: service.url, SIGHTLINE_API_KEY: key };
    folder = newFolder();
  });

  it('contains commands that work as written, on the files that it shows', async () => {
    const outputs: string[] = [];
    for (const { language, file, text } of blocks) {
      if (language === 'csv') await writeFile(join(folder, file), text);
      for (const line of language === 'sh' && file === '' ? text.trim().split('\n') : []) {
        const [program, ...words] = line.split(' ');
        expect(program).toBe('sightline');
        const result = await runCli(
          words.map((word) => (word.endsWith('.csv') ? join(folder, word) : word)),
          env,
        );
        expect([line, result.code, result.stderr]).toEqual([line, 0, '']);
        outputs.push(result.stdout.replaceAll(`${folder}/`, ''));
      }
    }
    expect(outputs).toHaveLength(6);
    const shown = blocks.filter(({ language }) => language === '').map(({ text }) => text);
    expect(outputs[0]).toBe(shown[0]);
  });
});
