import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isAllowed } from '../../scripts/sbom.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('shipped files', () => {
  it('run no package script on installation, except that of Node.js in a clone', () => {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const scripted = Object.entries<{ hasInstallScript?: boolean; dev?: boolean }>(lock.packages).filter(
      ([, { hasInstallScript }]) => hasInstallScript === true,
    );
    expect(scripted.filter(([, { dev }]) => dev !== true)).toEqual([]);
    expect(own.allowScripts).toEqual({ node: true });
    expect(Object.keys(own.scripts).filter((name) => /^(pre|post)?(install|prepare)$/.test(name))).toEqual([]);
    const versions: string[] = Object.values({ ...own.dependencies, ...own.devDependencies });
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });

  it('exclude packages that may not be redistributed, by their licences', () => {
    const judged = [
      'MIT',
      '(MIT OR GPL-3.0-only)',
      'MIT AND ISC',
      'AGPL-3.0-only',
      'MIT AND GPL-2.0-only',
      'SEE LICENSE IN x',
      '',
    ];
    expect(judged.map(isAllowed)).toEqual([true, true, true, false, false, false, false]);
  });
});

describe('the image', () => {
  const lines = readFileSync(join(root, 'Dockerfile'), 'utf8').split('\n');

  it('uses the Node.js release of the tests, by its digest if one is given', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(lines).toContain(`ARG NODE_IMAGE=node:${devDependencies.node}-bookworm-slim`);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the image's own way to write a variable.
    const from = 'FROM ${NODE_IMAGE}${NODE_DIGEST:+@${NODE_DIGEST}}';
    expect(lines.filter((line) => line.startsWith('FROM '))).toEqual([`${from} AS build`, from]);
  });

  it('has the sandbox of its browser, and runs as a user who can use it', () => {
    expect(lines.join('\n')).toMatch(/install -y --no-install-recommends chromium chromium-sandbox /);
    expect(lines.filter((line) => line.startsWith('USER '))).toEqual(['USER 1000:1000']);
    expect(lines.indexOf('USER 1000:1000')).toBeLessThan(lines.findIndex((line) => line.startsWith('CMD ')));
  });
});
