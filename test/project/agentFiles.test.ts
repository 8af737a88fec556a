import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentFiles } from '../../scripts/generateAgentFiles.ts';
import { addCommands, createProgram } from '../../src/cli/program.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

describe('files for agents and registries', () => {
  it.each(Object.keys(agentFiles))('%s is as node scripts/generateAgentFiles.ts writes it', (path) => {
    expect(read(path)).toBe(agentFiles[path]?.());
  });

  it('offer the published package, with a command that exists', async () => {
    const server = JSON.parse(read('server.json'));
    const own = JSON.parse(read('package.json'));
    const [offer] = server.packages;
    expect([server.name, offer.identifier, offer.version]).toEqual([own.mcpName, own.name, own.version]);
    // The limits of the registry.
    expect(server.description.length).toBeLessThanOrEqual(100);
    expect(server.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    const program = createProgram(() => {
      throw new Error('ended');
    });
    await addCommands(program, '');
    const [{ value }] = offer.packageArguments;
    expect(program.commands.map((command) => command.name())).toContain(value);
  });

  it('link only pages that exist', () => {
    const links = [...read('skills/sightline/SKILL.md').matchAll(/\]\((\.\.\/\.\.\/[^)#]+)/g)].map(
      ([, link = '']) => link,
    );
    expect(links.length).toBeGreaterThan(1);
    expect(links.filter((link) => !existsSync(join(root, 'skills/sightline', link)))).toEqual([]);
  });
});
