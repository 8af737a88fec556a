import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

/** One source file, its path relative to the repository with forward slashes. */
export type Source = { path: string; text: string };

/** Which room may import which. `libraries`: packages a pure room may use, `*` = any. */
type Room = { imports: readonly string[]; libraries: readonly string[] | '*'; nodeModules: boolean };

const pure = ['tldts', 'parse5', 'ipaddr.js', '@noble/hashes'];
const serviceLibraries: readonly string[] = [];

export const rooms: Readonly<Record<string, Room>> = {
  domain: { imports: ['domain'], libraries: pure, nodeModules: false },
  ports: { imports: ['ports', 'domain'], libraries: [], nodeModules: false },
  store: { imports: ['store', 'domain'], libraries: ['kysely', 'pg'], nodeModules: true },
  providers: { imports: ['providers', 'domain', 'ports'], libraries: '*', nodeModules: true },
  simulator: { imports: ['simulator', 'domain', 'ports'], libraries: [], nodeModules: true },
  services: { imports: ['services', 'domain', 'ports', 'store'], libraries: serviceLibraries, nodeModules: true },
  api: { imports: ['api', 'domain', 'services'], libraries: ['zod'], nodeModules: false },
  http: { imports: ['http', 'api', 'domain'], libraries: ['fastify', '@fastify/static'], nodeModules: true },
  mcp: {
    imports: ['mcp', 'api', 'domain'],
    libraries: ['zod', 'fastify', '@modelcontextprotocol/server', '@modelcontextprotocol/node'],
    nodeModules: true,
  },
  worker: { imports: ['worker', 'services', 'ports', 'domain'], libraries: [], nodeModules: true },
  app: {
    imports: ['app', 'api', 'domain', 'http', 'mcp', 'ports', 'providers', 'services', 'simulator', 'store', 'worker'],
    libraries: '*',
    nodeModules: true,
  },
  cli: { imports: ['cli', 'app', 'api', 'domain', 'client'], libraries: ['commander', 'zod'], nodeModules: true },
  client: { imports: ['client', 'api', 'domain'], libraries: ['zod'], nodeModules: false },
};

/** The only functions that buy: nothing else may reach a paid call. */
const spenders: Readonly<Record<string, readonly string[]>> = {
  'answers.submit(': ['src/services/submitRun.ts'],
  'seo.call(': ['src/services/requestSeoOverview.ts'],
};

const ambient: readonly RegExp[] = [
  /\bDate\.now\(/,
  /\bnew Date\(\)/,
  /\bMath\.random\(/,
  /\brandomUUID\b/,
  /\bprocess\.env\b/,
  /(?<![.\w])fetch\(/,
];
const mayBeAmbient = new Set(['app', 'cli', 'providers', 'simulator', 'client']);

const longest = 400;
const forbiddenNames = /(^|\/)(index|utils?|helpers?|manager|base|common)\.tsx?$/;
/** SQL and data tables may be long: they are lists. */
const mayBeLong = /^src\/store\/migrations\//;

function roomOf(path: string): string | null {
  return /^src\/([^/]+)\//.exec(path)?.[1] ?? null;
}

/** Imports of a file: static, dynamic and re-exports; `typeOnly` for what disappears at run time. */
export function importsOf(text: string): { target: string; typeOnly: boolean }[] {
  const found: { target: string; typeOnly: boolean }[] = [];
  const statement = /^\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]/gm;
  for (const match of text.matchAll(statement))
    found.push({ target: match[2] ?? '', typeOnly: match[1] !== undefined });
  for (const match of text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g)) {
    found.push({ target: match[1] ?? '', typeOnly: false });
  }
  return found;
}

function packageOf(target: string): string {
  const parts = target.split('/');
  return target.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '');
}

/** Every broken rule of the house, one line each. */
export function violations(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => [
    ...importViolations(source),
    ...ambientViolations(source),
    ...spendingViolations(source),
    ...shapeViolations(source),
  ]);
}

function importViolations({ path, text }: Source): string[] {
  const name = roomOf(path);
  if (name === null) return [];
  const room = rooms[name];
  if (room === undefined) return [`${path}: src/${name} is not a room of the house`];
  const broken: string[] = [];
  for (const { target } of importsOf(text)) {
    if (target.startsWith('.')) {
      const resolved = normalize(join(dirname(path), target)).replaceAll('\\', '/');
      const other = roomOf(resolved);
      if (other === null) {
        if (!/\.json$/.test(resolved)) broken.push(`${path}: imports ${resolved}, which is outside src`);
      } else if (!room.imports.includes(other)) broken.push(`${path}: ${name} must not import ${other} (${target})`);
    } else if (target.startsWith('node:')) {
      if (!room.nodeModules) broken.push(`${path}: ${name} must not import ${target}`);
    } else if (room.libraries !== '*' && !room.libraries.includes(packageOf(target))) {
      broken.push(`${path}: ${name} must not import the package ${packageOf(target)}`);
    }
  }
  return broken;
}

/** Comments may name what code must not use. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:])\/\/.*$/gm, '$1');
}

function ambientViolations({ path, text }: Source): string[] {
  const room = roomOf(path);
  if (room === null || mayBeAmbient.has(room)) return [];
  const code = withoutComments(text);
  return ambient.filter((rule) => rule.test(code)).map((rule) => `${path}: reaches for the world (${rule.source})`);
}

function spendingViolations({ path, text }: Source): string[] {
  const room = roomOf(path);
  if (room === null || room === 'providers' || room === 'simulator' || room === 'app') return [];
  const code = withoutComments(text);
  return Object.entries(spenders)
    .filter(([call, allowed]) => code.includes(call) && !allowed.includes(path))
    .map(([call]) => `${path}: only ${spenders[call]?.join(', ')} may call ${call})`);
}

function shapeViolations({ path, text }: Source): string[] {
  const broken: string[] = [];
  if (forbiddenNames.test(path)) broken.push(`${path}: is named after no noun or verb`);
  if (path.startsWith('src/') && /^export default\b/m.test(text)) broken.push(`${path}: has a default export`);
  if (path.startsWith('src/') && /^export \* from/m.test(text)) broken.push(`${path}: is a barrel`);
  const lines = text.split('\n').length;
  if (lines > longest && !mayBeLong.test(path)) broken.push(`${path}: has ${lines} lines, more than ${longest}`);
  return broken;
}

/** All TypeScript below the given folders of the repository. */
export function readSources(root: string, folders: readonly string[]): Source[] {
  const found: Source[] = [];
  const visit = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (entry.name !== 'node_modules') visit(path);
      } else if (/\.tsx?$/.test(entry.name)) {
        found.push({ path: relative(root, path).replaceAll('\\', '/'), text: readFileSync(path, 'utf8') });
      }
    }
  };
  for (const folder of folders) visit(join(root, folder));
  return found;
}
