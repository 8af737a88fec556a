import { expect, test } from 'vitest';
import { decideRobots, parseRobots, type RobotsFile } from '../../../../src/domain/checks/robots.ts';

export function robotsFile(...lines: string[]): RobotsFile {
  return parseRobots(new TextEncoder().encode(lines.join('\n')));
}

export type RobotsRow = readonly [
  what: string,
  lines: readonly string[],
  token: string,
  path: string,
  allowed: boolean,
];

/** Registers one test for each row of a table of decisions. */
export function checkRows(rows: readonly RobotsRow[]): void {
  for (const [what, lines, token, path, allowed] of rows) {
    test(`${what}: ${token} ${allowed ? 'may' : 'may not'} read ${path}`, () => {
      expect(decideRobots(robotsFile(...lines), token, path).allowed).toBe(allowed);
    });
  }
}
