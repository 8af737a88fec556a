import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAudit } from '../../scripts/audit.mjs';
import { leaveOutUnused } from '../../scripts/leaveOutUnused.mjs';
import { licenceFile } from '../../scripts/licences.mjs';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { isAllowed, makeSbom, sbomFile } from '../../scripts/sbom.mjs';
import { environmentSchema } from '../../src/app/config.ts';
import { callsOf } from '../support/calls.ts';
import { type CliResult, startProgram, untilPrinted } from '../support/cli.ts';
import { createTestDatabase, onEachDatabase } from '../support/databases.ts';
import { productionFolders } from '../support/productionFolders.ts';
import { sendRaw } from '../support/rawHttp.ts';
import { askAt, cookieOf, owner, setupToken } from '../support/service.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const packageName: string = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).name;
const npm = (args: readonly string[]): string =>
  execFileSync('npm', [...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 1 << 28,
  });

/** Packs into a folder. Returns the archive and its files. */
function pack(folder: string): { archive: string; files: string[] } {
  const [packed] = JSON.parse(npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder]));
  return {
    archive: join(folder, packed.filename),
    files: packed.files.map((file: { path: string }) => file.path),
  };
}

/** Empty folder into which the package is installed, as by a new user. */
let home: string;
let files: string[];
let firstArchive: string;
const installed = (): string => join(home, 'node_modules', ...packageName.split('/'));
const command = (): string => join(installed(), 'bin', 'sightline.mjs');

/** Installs like `npm install sightline.tgz`, with packages from this repository, because tests have no registry. */
function install(archive: string): void {
  mkdirSync(join(home, 'node_modules', '.bin'), { recursive: true });
  execFileSync('tar', ['-xzf', archive, '-C', home]);
  cpSync(join(home, 'package'), installed(), { recursive: true });
  rmSync(join(home, 'package'), { recursive: true });
  for (const folder of productionFolders(root)) cpSync(join(root, folder), join(home, folder), { recursive: true });
  const { bin } = JSON.parse(readFileSync(join(installed(), 'package.json'), 'utf8'));
  for (const [name, path] of Object.entries<string>(bin)) {
    chmodSync(join(installed(), path), 0o755);
    symlinkSync(join('..', packageName, path), join(home, 'node_modules', '.bin', name));
  }
}

beforeAll(() => {
  ensureBuilt();
  home = mkdtempSync(join(tmpdir(), 'sightline-package-'));
  const packed = pack(home);
  files = packed.files;
  firstArchive = packed.archive;
  install(packed.archive);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('the package', () => {
  it('contains what runs and what is read, and no development files', () => {
    expect(new Set(files.map((path) => path.split('/')[0]))).toEqual(
      new Set(['LICENSE', 'README.md', 'bin', 'dist', 'docs', 'openapi-v2.json', 'openapi.json', 'package.json']),
    );
    expect(files.filter((path) => /\.compile-cache|\.map$|\.test\.|\.env$/.test(path))).toEqual([]);
  });

  it('is installed with packages that cannot be bundled, and with those that the client’s types import', () => {
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(Object.keys(dependencies)).toEqual(['@node-rs/argon2', 'axe-core', 'pg', 'playwright-core', 'zod']);
    const foreign = productionFolders(root).filter(
      (folder) => !/\/(@node-rs\/argon2|axe-core|pg|postgres-|playwright-core|zod$)/.test(folder),
    );
    // Both belong to pg.
    expect(foreign).toEqual(['node_modules/split2', 'node_modules/xtend']);
  });

  it('has the same bytes if it is packed again later', async () => {
    const again = join(home, 'again');
    mkdirSync(again);
    // Changed timestamps: file times must not affect the package.
    const touched = join(root, 'dist', 'server', 'main.js');
    const { atime, mtime } = statSync(touched);
    utimesSync(touched, atime, new Date(mtime.getTime() + 3_600_000));
    try {
      const bytes = readFileSync(pack(again).archive);
      expect(bytes.equals(readFileSync(firstArchive))).toBe(true);
    } finally {
      utimesSync(touched, atime, mtime);
    }
  });

  it('needs less than 30 MB of packages, formerly 241', () => {
    const bytes = readdirSync(join(home, 'node_modules'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.startsWith(installed()))
      .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
    expect(bytes).toBeLessThan(30_000_000);
  });
});

onEachDatabase('the package, without its sources and their tools', (engine) => {
  it('serves people, programs and the licences of its bundled packages', async () => {
    const database = await createTestDatabase(engine);
    const env = { ...database.env, PORT: '0', LOG_LEVEL: 'silent', SETUP_TOKEN: setupToken };
    const started = startProgram(command(), ['serve'], env);
    try {
      const [, url = ''] = await untilPrinted(started, /listening on (\S+)/);
      const made = await askAt(url, '/api/setup', { body: { token: setupToken, ...owner } });
      expect(made.status).toBe(201);
      const cookie = cookieOf(await askAt(url, '/api/auth/sign-in/email', { body: owner }));
      for (const path of ['/api/v2/auth/status', '/metrics', '/api/openapi.json'])
        expect([path, (await askAt(url, path, { cookie })).status]).toEqual([path, 200]);
      for (const path of ['/', '/docs/api/reference']) {
        const page = await sendRaw(url, [`GET ${path} HTTP/1.1`, `Host: ${new URL(url).host}`, 'Accept: text/html']);
        expect([path, page.status]).toEqual([path, 200]);
      }
      for (const path of [`/${licenceFile}`, `/reference/${licenceFile}`]) {
        const { status, text } = await askAt(url, path);
        expect([status, /^== \S+ \d+\.\d+\.\d+ \(/m.test(text)]).toEqual([200, true]);
      }
    } finally {
      started.child.kill('SIGTERM');
      await started.ended;
      await database.drop();
    }
  });
});

describe('the package in an empty folder', () => {
  const nodeFirst = [dirname(process.execPath), process.env.PATH ?? ''].join(delimiter);
  /** Prevents `npx` from contacting a registry: the command must be installed. */
  const npx = (args: readonly string[]): string[] => ['--no', '--offline', packageName, ...args];

  it('runs with npx, and prints its version', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const env = { ...process.env, PATH: nodeFirst };
    const { stdout } = await promisify(execFile)('npx', npx(['--version']), { cwd: home, env });
    expect(stdout).toBe(`${version}\n`);
  });

  it('serves a demo whose first report is filled and simulated, and which is deleted when it ends', async () => {
    const temporary = join(home, 'temporary');
    mkdirSync(temporary);
    // A provider key of this machine must not be used.
    const env = { TMPDIR: temporary, OPENAI_API_KEY: 'sk-of-this-machine', OPENAI_BASE_URL: 'http://127.0.0.1:9' };
    const started = startProgram(command(), ['demo', '--port', '0'], env);
    const [, url = '', key = ''] = await untilPrinted(started, /SIGHTLINE_URL=(\S+) SIGHTLINE_API_KEY=(\S+)/, 600_000);
    const read = async (path: string) => JSON.parse((await askAt(url, `/api/v2${path}`, { key })).text);
    const { sites } = await read('/sites');
    expect(sites).toHaveLength(3);
    const { id } = sites.find(({ domain }: { domain: string }) => domain === 'acme-crm.example');
    const overview = await read(`/visibility/overview?websiteId=${id}`);
    expect(overview.visibilityScore.value).toBeGreaterThan(0);
    const { items: engines } = await read('/engines');
    expect(new Set(engines.map(({ simulated }: { simulated: boolean }) => simulated))).toEqual(new Set([true]));
    started.child.kill('SIGTERM');
    const { code, stdout } = await started.ended;
    expect([code, stdout]).toEqual([0, expect.stringContaining('Every answer in it is simulated')]);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('serves a bridge to MCP clients, and a program that imports the client', async () => {
    const database = await createTestDatabase('sqlite');
    const env = { ...database.env, PORT: '0', LOG_LEVEL: 'silent', SETUP_TOKEN: setupToken };
    const started = startProgram(command(), ['serve'], env);
    try {
      const [, url = ''] = await untilPrinted(started, /listening on (\S+)/);
      expect((await askAt(url, '/healthz')).status).toBe(200);
      const cookie = cookieOf(await askAt(url, '/api/setup', { body: { token: setupToken, ...owner } }));
      const { secret } = await callsOf(url, cookie).call('createKey', { name: 'a program', permissions: ['read'] });

      const client = new Client({ name: 'test', version: '1' });
      const access = { SIGHTLINE_URL: url, SIGHTLINE_API_KEY: secret };
      const bridgeEnv = { PATH: nodeFirst, HOME: process.env.HOME ?? home, ...access };
      await client.connect(new StdioClientTransport({ command: 'npx', args: npx(['mcp']), cwd: home, env: bridgeEnv }));
      expect((await client.listTools()).tools.map(({ name }) => name)).toContain('list_sites');
      await client.close();

      const program = join(home, 'program.mjs');
      writeFileSync(
        program,
        `import { createClient } from '${packageName}/client';
        const client = createClient({ url: process.env.SIGHTLINE_URL, apiKey: process.env.SIGHTLINE_API_KEY });
        process.stdout.write(JSON.stringify(await client.call('listSites', {})));`,
      );
      const ended = await startProgram(program, [], access).ended;
      expect([ended.code, ended.stderr, JSON.parse(ended.stdout)]).toMatchObject([0, '', { sites: [] }]);
    } finally {
      started.child.kill('SIGTERM');
      await started.ended;
      await database.drop();
    }
  });
});

it('the package finds each unbundled package where it is installed', () => {
  const { resolve } = createRequire(join(installed(), 'dist', 'server', 'main.js'));
  for (const name of ['@node-rs/argon2', 'axe-core', 'pg', 'playwright-core'])
    expect(resolve(name)).toContain(join(home, 'node_modules', name));
});

/** Lists names and versions of the packages in a bundle of this entry, by its source map. */
async function bundledPackages(entry: string, platform: 'node' | 'browser', external: string[]): Promise<string[]> {
  const noStyles = {
    name: 'no-styles',
    load: (id: string) => (id.endsWith('.css') ? { code: '', moduleType: 'js' as const } : null),
  };
  const bundle = await rolldown({
    input: join(root, entry),
    platform,
    external,
    plugins: [leaveOutUnused, noStyles],
    logLevel: 'silent',
  });
  const { output } = await bundle.generate({ sourcemap: true, dir: join(root, 'dist') });
  await bundle.close();
  const folders = output.flatMap((part) =>
    part.type === 'chunk'
      ? (part.map?.sources ?? []).map((path) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(path)?.[0])
      : [],
  );
  const names = [...new Set(folders)]
    .filter((folder) => folder !== undefined)
    .map((folder) => {
      const { name, version } = JSON.parse(readFileSync(join(root, 'dist', folder, 'package.json'), 'utf8'));
      return `${name} ${version}`;
    });
  return [...new Set(names)].sort();
}

describe('the licences of bundled packages', () => {
  it.each([
    ['server', 'src/cli/main.ts', 'node', ['pg', 'pg-native', '@node-rs/argon2', 'playwright-core'], 'fastify'],
    ['web', 'web/src/main.ts', 'browser', [], 'react-dom'],
  ] as const)('of the %s are all in its file', async (part, entry, platform, external, known) => {
    const text = readFileSync(join(root, 'dist', part, licenceFile), 'utf8');
    const bundled = await bundledPackages(entry, platform, [...external]);
    expect(bundled.some((name) => name.startsWith(`${known} `))).toBe(true);
    expect(bundled.filter((name) => !text.includes(`\n== ${name} (`))).toEqual([]);
    // A section is more than its heading: react's names the copyright holder.
    expect(text.split(`\n== ${known} `)[1]?.split('\n== ')[0]).toMatch(/Copyright[\s\S]+THE SOFTWARE IS PROVIDED/);
  });

  it('include Tailwind, whose styles are part of ours, and the packages of the API reference', () => {
    const read = (path: string): string => readFileSync(join(root, 'dist', 'web', path), 'utf8');
    expect(read(licenceFile)).toContain('\n== tailwindcss ');
    expect(read(`reference/${licenceFile}`)).toMatch(/\n== @scalar\/api-reference [\s\S]*\n== @vue\/runtime-dom /);
  });
});

it('the bill of materials lists everything that is bundled or installed, with a licence that permits shipping', async () => {
  const written = JSON.parse(readFileSync(join(root, 'dist', sbomFile), 'utf8'));
  expect(files).toContain(`dist/${sbomFile}`);
  expect(written).toEqual(makeSbom());
  const { components }: ReturnType<typeof makeSbom> = written;
  const named = new Set(components.map(({ name, version }) => `${name} ${version}`));
  const bundled = await bundledPackages('src/cli/main.ts', 'node', [
    'pg',
    'pg-native',
    '@node-rs/argon2',
    'playwright-core',
  ]);
  expect(bundled.filter((name) => !named.has(name))).toEqual([]);
  for (const name of ['pg', 'zod', 'axe-core', 'fastify', 'react-dom'])
    expect(components.map((one) => one.name)).toContain(name);
  expect(components.filter(({ licenses }) => !isAllowed(licenses[0]?.expression ?? ''))).toEqual([]);
  expect(new Set(components.map(({ purl }) => purl)).size).toBe(components.length);
  expect(components.filter(({ hashes }) => hashes?.[0]?.content.length === 128).length).toBeGreaterThan(100);
});

describe('deployed files', () => {
  const deployed = (name: string): string => readFileSync(join(root, 'deploy', name), 'utf8');

  it('set variables that the server reads, and name existing files', () => {
    const known = [...Object.keys(environmentSchema.shape), 'NODE_ENV', 'MALLOC_ARENA_MAX', 'COMPOSE_PROFILES'];
    const compose = deployed('compose.yml');
    const set = [...compose.matchAll(/^ {4}([A-Z][A-Z0-9_]+):/gm)].map(([, name = '']) => name);
    expect(set.length).toBeGreaterThan(8);
    expect(set.filter((name) => !known.includes(name))).toEqual([]);
    const asked = new Set([...compose.matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name]) => name));
    const offered = [...deployed('compose.env.example').matchAll(/^(?:# )?([A-Z0-9_]+)=/gm)].map(([, name]) => name);
    expect(offered).toEqual(expect.arrayContaining([...asked]));
    expect(offered.filter((name = '') => !asked.has(name) && !known.includes(name))).toEqual([]);
    const unit = deployed('sightline.service');
    expect(
      [...unit.matchAll(/\b([A-Z][A-Z_]+)=/g)].map(([, name = '']) => name).filter((name) => !known.includes(name)),
    ).toEqual([]);
    expect(unit).toContain('bin/sightline.mjs serve');
    expect(deployed('Caddyfile')).toContain('reverse_proxy api:4280');
    expect(compose).toContain('./Caddyfile:/etc/caddy/Caddyfile:ro');
  });
});

describe('npm run audit', () => {
  let registry: Server;
  let status: number;
  beforeAll(async () => {
    registry = createServer((request, response) => {
      request.resume();
      request.once('end', () => response.writeHead(status, { 'content-type': 'application/json' }).end('{}'));
    });
    await new Promise<void>((bound) => registry.listen(0, '127.0.0.1', bound));
  });
  afterAll(() => new Promise((closed) => registry.close(closed)));

  async function audit(): Promise<CliResult> {
    const { port } = registry.address() as AddressInfo;
    const env = { npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_fetch_retries: '0' };
    return startProgram(join(root, 'scripts', 'audit.mjs'), [], { HOME: home, ...env }).ended;
  }

  it('says if nothing is known', async () => {
    status = 200;
    const { stdout, code } = await audit();
    expect([stdout, code]).toEqual([expect.stringMatching(/^No known flaws \(\d{3} packages looked at\)\.\n$/), 0]);
  });

  it('says clearly if the registry returns no audit', async () => {
    status = 405;
    const { stdout, code } = await audit();
    expect(stdout).toMatch(/^The audit could not be had: 405 .*\nSo nothing is known about flaws in the packages\.\n$/);
    expect(code).toBe(2);
    expect(readAudit('').lines[0]).toMatch(/^The audit could not be had: /);
  });

  it('lists known vulnerabilities, the worst first in its sum, and fails', () => {
    const counts = { info: 0, low: 1, moderate: 0, high: 2, critical: 0, total: 3 };
    const vulnerabilities = { tea: { name: 'tea', severity: 'high', range: '<2.0.0' } };
    const printed = { metadata: { vulnerabilities: counts, dependencies: { total: 500 } }, vulnerabilities };
    expect(readAudit(JSON.stringify(printed))).toEqual({
      lines: ['Known flaws: 2 high, 1 low (500 packages looked at).', '  high: tea <2.0.0'],
      code: 1,
    });
  });
});
