// Writes server.json, which registries of MCP servers read, and skills/sightline/SKILL.md, which coding agents read. Both
// come from package.json and docs; a test compares them: `node scripts/generateAgentFiles.ts`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = new URL('../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

type Package = { name: string; version: string; mcpName: string; description: string };
const own = JSON.parse(read('package.json')) as Package;

/** Chapters of the skill: a heading of a page in docs, each copied whole. */
const chapters: readonly [page: string, heading: string][] = [
  ['mcp-clients.md', 'Claude Code'],
  ['mcp-clients.md', 'Codex'],
  ['agents.md', 'Permissions'],
  ['api.md', 'Ask once, buy once'],
  ['agents.md', 'Keys that ask before they buy'],
  ['agents.md', 'Tool results'],
  ['metrics.md', 'How many answers are enough'],
  ['recipes.md', 'Prompts for agents'],
];

/** Copies a chapter of a page, up to the next heading of its level, with links relative to the skill's folder. */
function copyChapter([page, heading]: readonly [page: string, heading: string]): string {
  const chapter = read(`docs/${page}`)
    .split(/^(?=## )/m)
    .find((part) => part.startsWith(`## ${heading}\n`));
  if (chapter === undefined) throw new Error(`docs/${page} has no chapter '${heading}'`);
  return chapter.trim().replace(/\]\((?!https?:)([^)#]*)(#[^)]*)?\)/g, (_link, path: string, anchor = '') => {
    const target = path === '' ? `docs/${page}` : new URL(path, 'file:///docs/').pathname.slice(1);
    return `](../../${target}${anchor})`;
  });
}

function writeSkill(): string {
  const description =
    'Read and measure whether AI answer engines recommend a website, with a Sightline server over MCP, HTTP or the command line. Use it for questions about AI visibility, recommendations, rivals, cited sources and their cost.';
  return `---
name: sightline
description: ${description}
---

# Sightline

Generated from docs/ by scripts/generateAgentFiles.ts. Reading is free. Buying needs permission, an idempotency key and often a
member's approval: show the price first. Simulated answers are labelled; never report them as measurements. A score without its
counts and interval says little, so give all three.

${chapters.map(copyChapter).join('\n\n')}
`;
}

function writeServerEntry(): string {
  const entry = {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: own.mcpName,
    title: 'Sightline',
    description: 'Do AI answer engines recommend your website? Reads and buys answers under budgets.',
    version: own.version,
    packages: [
      {
        registryType: 'npm',
        identifier: own.name,
        version: own.version,
        transport: { type: 'stdio' },
        packageArguments: [{ type: 'positional', value: 'mcp' }],
        environmentVariables: [
          { name: 'SIGHTLINE_URL', description: 'Address of your server.', format: 'string', isRequired: true },
          { name: 'SIGHTLINE_API_KEY', description: 'API key of your server.', isRequired: true, isSecret: true },
        ],
      },
    ],
  };
  return `${JSON.stringify(entry, null, 2)}\n`;
}

/** Generated files by path, as they must be committed. */
export const agentFiles: Readonly<Record<string, () => string>> = {
  'server.json': writeServerEntry,
  'skills/sightline/SKILL.md': writeSkill,
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [path, write] of Object.entries(agentFiles)) {
    const target = fileURLToPath(new URL(path, root));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, write());
  }
}
