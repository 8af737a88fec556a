import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { long } from '../support/long.ts';
import { useService } from '../support/service.ts';

const page = readFileSync(new URL('../../docs/recipes.md', import.meta.url), 'utf8');
const run = promisify(execFile);

/** Returns the block of a language below a heading of the page. */
function blockOf(heading: string, language: string): string {
  const chapter = page.split(/^## /m).find((part) => part.startsWith(heading)) ?? '';
  return new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(chapter)?.[1] ?? '';
}

describe('the recipes', () => {
  const service = useService('sqlite');
  let env: Record<string, string>;

  beforeAll(async () => {
    await service.makeSite();
    const key = await service.makeKey(['evaluate']);
    env = { PATH: process.env.PATH ?? '', SIGHTLINE_URL: service.url, SIGHTLINE_API_KEY: key };
  });

  long('of curl read websites and items that need attention', async () => {
    const { stdout } = await run('bash', ['-c', blockOf('curl', 'sh')], { env });
    expect(stdout).toMatch(/^\{"sites":\[\{.*"items":/s);
  });

  it('of Python reads websites with the standard library', async () => {
    const { stdout } = await run('python3', ['-c', blockOf('Python', 'python')], { env });
    expect(JSON.parse(stdout).sites).toHaveLength(1);
  });
});
