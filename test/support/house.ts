import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

/** One source file, its path relative to the repository with forward slashes. */
type Source = { path: string; text: string };

/** Permitted imports of a folder. `libraries`: packages that a pure folder may use, `*` = any. */
type Room = { imports: readonly string[]; libraries: readonly string[] | '*'; nodeModules: boolean };

const pure = ['temporal-polyfill', 'tldts', 'parse5', 'saxes', 'punycode', 'ipaddr.js', '@noble/hashes'];
const serviceLibraries: readonly string[] = [];

const rooms: Readonly<Record<string, Room>> = {
  domain: { imports: ['domain'], libraries: pure, nodeModules: false },
  ports: { imports: ['ports', 'domain'], libraries: [], nodeModules: false },
  store: { imports: ['store', 'domain'], libraries: ['kysely', 'pg'], nodeModules: true },
  providers: { imports: ['providers', 'domain', 'ports'], libraries: '*', nodeModules: true },
  simulator: { imports: ['simulator', 'domain', 'ports'], libraries: [], nodeModules: true },
  engines: { imports: ['engines', 'domain', 'ports', 'providers', 'simulator'], libraries: '*', nodeModules: true },
  services: { imports: ['services', 'domain', 'ports', 'store'], libraries: serviceLibraries, nodeModules: true },
  contract: { imports: ['contract', 'domain'], libraries: ['zod'], nodeModules: false },
  api: { imports: ['api', 'contract', 'domain', 'services'], libraries: ['zod'], nodeModules: false },
  http: {
    imports: ['http', 'api', 'contract', 'domain'],
    libraries: ['fastify', '@fastify/static'],
    nodeModules: true,
  },
  mcp: {
    imports: ['mcp', 'api', 'contract', 'domain'],
    libraries: ['zod', 'fastify', '@modelcontextprotocol/server', '@modelcontextprotocol/node'],
    nodeModules: true,
  },
  worker: { imports: ['worker', 'services', 'ports', 'domain'], libraries: [], nodeModules: true },
  app: {
    imports: [
      'app',
      'api',
      'contract',
      'domain',
      'engines',
      'http',
      'mcp',
      'ports',
      'providers',
      'services',
      'simulator',
      'store',
      'worker',
    ],
    libraries: '*',
    nodeModules: true,
  },
  demo: {
    imports: ['demo', 'app', 'domain', 'engines', 'services', 'simulator', 'store'],
    libraries: [],
    nodeModules: false,
  },
  cli: {
    imports: ['cli', 'app', 'api', 'client', 'contract', 'demo', 'domain'],
    libraries: ['commander', 'string-width', 'yaml', 'zod'],
    nodeModules: true,
  },
  client: { imports: ['client', 'contract', 'domain'], libraries: [], nodeModules: false },
};

/** File that provides everything that can cost money. These services, the spenders, may import it. */
const openingFile = 'src/ports/buyers.ts';
const spenders: readonly string[] = [
  'src/services/seo/requestSeoOverview.ts',
  'src/services/runs/submitRun.ts',
  'src/services/runs/submitSecondReading.ts',
  'src/services/readings/submitModelReading.ts',
];
/** Whole adapters have both halves; they may be named only in files that create and assemble them. */
const wholeAdapters = 'src/ports/answerProvider.ts';
const makesBuyers = new Set(['ports', 'providers', 'engines', 'simulator', 'app']);

/** The only functions through which a saved run is changed; the store's own function does not limit its retries. */
const savers: readonly string[] = ['src/services/runs/changeRun.ts', 'src/store/runs/rows.ts'];

/** Spenders that only one file may start: an ensure decided their purchases, and no read may start them. */
const setToWorkBy: Readonly<Record<string, string>> = {
  'src/services/runs/submitSecondReading.ts': 'src/worker/worker.ts',
};

const ambient: readonly RegExp[] = [
  /\bDate\.now\(/,
  /\bnew Date\(\)/,
  /\bMath\.random\(/,
  /\brandomUUID\b/,
  /\bprocess\.env\b/,
  /(?<![.\w])fetch\(/,
];
const mayBeAmbient = new Set(['app', 'cli', 'providers', 'engines', 'simulator', 'client', 'demo']);

const maxLength = 400;
const forbiddenNames = /(^|\/)(index|utils?|helpers?|manager|base|common)\.tsx?$/;
/** SQL and data tables may be long: they are lists. */
const mayBeLong = /^src\/store\/migrations\//;

/** Matches exported names that are only a participle instead of naming a thing. */
const bareParticiple = new RegExp(
  `^(?:${[
    'found|kept|told|said|seen|asked|shown|lost|made|given|taken|held|bought|sent|left|gone|known|done|chosen|written|drawn',
    'named|listed|saved|claimed|opened|joined|wanted|tried|settled|counted|titled|retired|required|returned|verified',
    'measured|loaded|replayed|reread|ensured|evaluated|remembered|performed|served|replied|reached|skipped|ended',
    'started|answered|judged|unmarked|redrawn|suggested|running',
  ].join('|')})$`,
  'i',
);
/** A limit is `max…` or `min…`, with its unit last: `maxTextLength`, `timeoutMs`. */
const limitName = /^(?:most|longest|fewest|shortest|largest|smallest|least)(?:[A-Z]|$)/;
const metaphor = /hasten|takeAndTell|twin(?![a-z])|knock|patien[ct]|housework|askAhead|toldFacts|comeHome/i;
const declaration = /^(export )?(?:async )?(?:function\*?|const|let|type|interface|class) (\w+)/gm;

function roomOf(path: string): string | null {
  return /^src\/([^/]+)\//.exec(path)?.[1] ?? null;
}

/** Returns imports of a file: static, dynamic and re-exports; `typeOnly` for those that disappear at run time. */
function importsOf(text: string): { target: string; typeOnly: boolean }[] {
  const imports: { target: string; typeOnly: boolean }[] = [];
  const statement = /^\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]/gm;
  for (const match of text.matchAll(statement))
    imports.push({ target: match[2] ?? '', typeOnly: match[1] !== undefined });
  for (const match of text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g)) {
    imports.push({ target: match[1] ?? '', typeOnly: false });
  }
  return imports;
}

function packageOf(target: string): string {
  const parts = target.split('/');
  return target.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '');
}

/** Lists every broken rule of the architecture, one line each. */
export function violations(sources: readonly Source[]): string[] {
  return [
    ...sources.flatMap((source) => [
      ...importViolations(source),
      ...ambientViolations(source),
      ...savingViolations(source),
      ...shapeViolations(source),
      ...nameViolations(source),
    ]),
  ];
}

/** Rules and values that the web app uses unchanged, so that it keeps no copy of them. */
const plainValues = [
  '/src/domain/text/csv.ts',
  '/src/domain/alerts/alertKinds.ts',
  '/src/domain/visibility/metrics.ts',
  '/src/domain/audit/readingAccuracy.ts',
];

/**
 * Checks the web app's imports from the server: the one client, shared values, schemas as types only, and plain values.
 */
function webViolations(path: string, text: string): string[] {
  return importsOf(text).flatMap(({ target, typeOnly }) => {
    const room = roomOf(normalize(join(dirname(path), target)).replaceAll('\\', '/'));
    if (!target.startsWith('.') || room === null) return [];
    if (plainValues.some((file) => target.endsWith(file))) return [];
    if (room === 'client' || (room === 'contract' && (typeOnly || target.endsWith('/contract/routes.ts')))) return [];
    return [`${path}: web must not import ${room} (${target})`];
  });
}

function importViolations({ path, text }: Source): string[] {
  if (path.startsWith('web/')) return webViolations(path, text);
  const name = roomOf(path);
  if (name === null) return [];
  const room = rooms[name];
  if (room === undefined) return [`${path}: src/${name} is not a room of the house`];
  const broken: string[] = [];
  for (const { target } of importsOf(text)) {
    if (target.startsWith('.')) {
      const resolved = normalize(join(dirname(path), target)).replaceAll('\\', '/');
      const other = roomOf(resolved);
      const only = setToWorkBy[resolved];
      if (only !== undefined && path !== only) broken.push(`${path}: only ${only} may set ${resolved} to work`);
      if (other === null) {
        if (!/\.json$/.test(resolved)) broken.push(`${path}: imports ${resolved}, which is outside src`);
      } else if (!room.imports.includes(other)) broken.push(`${path}: ${name} must not import ${other} (${target})`);
      if (!makesBuyers.has(name) && (resolved === openingFile || resolved === wholeAdapters)) {
        const allowed = resolved === openingFile ? spenders : [];
        if (!allowed.includes(path)) broken.push(`${path}: only a spender may import ${resolved}, which can buy`);
      }
    } else if (target.startsWith('node:')) {
      if (!room.nodeModules) broken.push(`${path}: ${name} must not import ${target}`);
    } else if (room.libraries !== '*' && !room.libraries.includes(packageOf(target))) {
      broken.push(`${path}: ${name} must not import the package ${packageOf(target)}`);
    }
  }
  return broken;
}

/** Removes comments, which may name things that code must not use. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:])\/\/.*$/gm, '$1');
}

function ambientViolations({ path, text }: Source): string[] {
  const room = roomOf(path);
  if (room === null || mayBeAmbient.has(room)) return [];
  const code = withoutComments(text);
  return ambient.filter((rule) => rule.test(code)).map((rule) => `${path}: reaches for the world (${rule.source})`);
}

function savingViolations({ path, text }: Source): string[] {
  if (roomOf(path) === null || savers.includes(path)) return [];
  return /\bsaveRun\b/.test(withoutComments(text)) ? [`${path}: only changeRun may save a run`] : [];
}

function shapeViolations({ path, text }: Source): string[] {
  const broken: string[] = [];
  if (forbiddenNames.test(path)) broken.push(`${path}: is named after no noun or verb`);
  if (path.startsWith('src/') && /^export default\b/m.test(text)) broken.push(`${path}: has a default export`);
  if (path.startsWith('src/') && /^export \* from/m.test(text)) broken.push(`${path}: is a barrel`);
  const lines = text.split('\n').length;
  if (lines > maxLength && !mayBeLong.test(path)) broken.push(`${path}: has ${lines} lines, more than ${maxLength}`);
  return broken;
}

/** Checks names at the top of a file: the domain's nouns and verbs, qualifiers and units last. See the glossary. */
function nameViolations({ path, text }: Source): string[] {
  const code = withoutComments(text);
  return [...code.matchAll(declaration)].flatMap(([, exported, name = '']) => [
    ...(exported !== undefined && bareParticiple.test(name) ? [`${path}: ${name} is a bare participle`] : []),
    ...(limitName.test(name) ? [`${path}: ${name} is a limit, so it begins with max or min`] : []),
    ...(metaphor.test(name) ? [`${path}: ${name} is a metaphor`] : []),
  ]);
}

/**
 * Finds cycles between the folders of a room: the first-level folders of `src/<room>`, each with everything below it.
 * Two folders that need each other are one noun, or lack a third one below both.
 */
export function folderCircles(sources: readonly Source[], room: string): string[] {
  const folderOf = (path: string): string | null => {
    const [src, name, folder, file] = path.split('/');
    return src === 'src' && name === room && file !== undefined ? (folder ?? null) : null;
  };
  const needs = new Map<string, Set<string>>();
  for (const { path, text } of sources) {
    const from = folderOf(path);
    if (from === null) continue;
    for (const { target } of importsOf(text)) {
      if (!target.startsWith('.')) continue;
      const to = folderOf(normalize(join(dirname(path), target)).replaceAll('\\', '/'));
      if (to !== null && to !== from) needs.set(from, (needs.get(from) ?? new Set()).add(to));
    }
  }
  const reaches = (from: string, seen = new Set<string>()): Set<string> => {
    for (const to of needs.get(from) ?? []) if (!seen.has(to)) reaches(to, seen.add(to));
    return seen;
  };
  return [...needs.keys()]
    .filter((folder) => reaches(folder).has(folder))
    .map((folder) => `src/${room}/${folder}: stands in a circle with ${[...(needs.get(folder) ?? [])].join(', ')}`);
}

/** Reads all TypeScript below the given folders of the repository. */
export function readSources(root: string, folders: readonly string[]): Source[] {
  const sources: Source[] = [];
  const visit = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (entry.name !== 'node_modules') visit(path);
      } else if (/\.tsx?$/.test(entry.name)) {
        sources.push({ path: relative(root, path).replaceAll('\\', '/'), text: readFileSync(path, 'utf8') });
      }
    }
  };
  for (const folder of folders) visit(join(root, folder));
  return sources;
}
