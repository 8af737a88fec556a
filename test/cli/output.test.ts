import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wantsColour } from '../../src/cli/output.ts';

const root = join(import.meta.dirname, '../../src/cli');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && path !== 'output.ts')
  .map((path) => [path.replaceAll('\\', '/'), readFileSync(join(root, path), 'utf8')] as const);

const direct = /\bstd(?:out|err)\s*\.\s*write\b|\bconsole\s*\.|writeSync\(/;

describe('output of the program', () => {
  it.each(files)('%s writes only through the safe functions', (_path, text) => {
    expect(text.split('\n').filter((line) => direct.test(line))).toEqual([]);
  });

  it('a bypass is detected', () => {
    for (const line of ['process.stdout.write(x)', 'process.stderr\n.write(x)', 'console.log(x)', 'writeSync(1, x)'])
      expect(direct.test(line)).toBe(true);
  });
});

it.each([
  [true, {}, true],
  [false, {}, false],
  [true, { NO_COLOR: '1' }, false],
  [true, { NO_COLOR: '' }, true],
  [true, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
  [false, { FORCE_COLOR: '1' }, true],
  [true, { FORCE_COLOR: '0' }, false],
  [true, { TERM: 'dumb' }, false],
])('colours on a terminal (%s) with %j: %s', (isTTY, environment, expected) => {
  expect(wantsColour({ isTTY }, environment)).toBe(expected);
});
