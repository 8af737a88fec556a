import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { agentFiles } from '../../scripts/generateAgentFiles.ts';
import { addCommands, createProgram } from '../../src/cli/program.ts';

const root = join(import.meta.dirname, '../..');
/** Facts of the registry's schema of 2025-12-11 about the fields that server.json uses; a field it does not use is refused. */
const exactVersion = z
  .string()
  .min(1)
  .max(255)
  .regex(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/);
const registryEntry = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: exactVersion,
  packages: z.array(
    z.strictObject({
      registryType: z.enum(['npm', 'pypi', 'oci', 'nuget', 'mcpb']),
      identifier: z.string(),
      version: exactVersion,
      transport: z.strictObject({ type: z.literal('stdio') }),
      packageArguments: z.array(z.strictObject({ type: z.literal('positional'), value: z.string() })),
      environmentVariables: z.array(
        z.strictObject({
          name: z.string(),
          description: z.string(),
          format: z.enum(['string', 'number', 'boolean', 'filepath']).optional(),
          isRequired: z.boolean().optional(),
          isSecret: z.boolean().optional(),
        }),
      ),
    }),
  ),
});
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

describe('files for agents and registries', () => {
  it.each(Object.keys(agentFiles))('%s equals the output of node scripts/generateAgentFiles.ts', (path) => {
    expect(read(path)).toBe(agentFiles[path]?.());
  });

  it('offer the published package, with an existing command', async () => {
    const server = registryEntry.parse(JSON.parse(read('server.json')));
    const own = JSON.parse(read('package.json'));
    const [offer] = server.packages;
    expect([server.name, offer?.identifier, offer?.version]).toEqual([own.mcpName, own.name, own.version]);
    const program = createProgram(() => {
      throw new Error('ended');
    });
    await addCommands(program, '');
    const names = program.commands.map((command) => command.name());
    expect(names).toEqual(expect.arrayContaining(offer?.packageArguments.map(({ value }) => value) ?? []));
    expect(registryEntry.safeParse({ ...server, description: 'd'.repeat(101) }).success).toBe(false);
  });

  it('link only existing pages', () => {
    const links = [...read('skills/sightline/SKILL.md').matchAll(/\]\((\.\.\/\.\.\/[^)#]+)/g)].map(
      ([, link = '']) => link,
    );
    expect(links.length).toBeGreaterThan(1);
    expect(links.filter((link) => !existsSync(join(root, 'skills/sightline', link)))).toEqual([]);
  });
});
