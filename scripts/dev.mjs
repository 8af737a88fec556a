// npm run dev: the server from source, restarted on change, on the simulator, with a seeded workspace and a printed key.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, ownEnvironment, ownNode, root } from './prepare.mjs';

ensureInstalled();
ensureBuilt();
const dataDir = join(root, 'data', 'dev');
const keyFile = join(dataDir, 'key.txt');
const port = process.env.PORT ?? '4280';
const base = `http://127.0.0.1:${port}`;
const person = { email: 'dev@example.com', password: 'development only' };
mkdirSync(dataDir, { recursive: true });

const server = spawn(ownNode, ['--watch-preserve-output', '--watch', join(root, 'src', 'cli', 'main.ts'), 'serve'], {
  stdio: 'inherit',
  env: { ...ownEnvironment(), DATA_DIR: dataDir, PORT: port, SETUP_TOKEN: 'development' },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => process.exit(code ?? 1));

async function post(path, body, cookie) {
  const headers = { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) };
  const response = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { response, body: await response.json() };
}

async function seed() {
  for (let tries = 0; ; tries += 1) {
    if (
      await fetch(`${base}/readyz`).then(
        (r) => r.ok,
        () => false,
      )
    )
      break;
    if (tries > 300) throw new Error('the server did not become ready');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  if (!existsSync(keyFile)) {
    const { response } = await post('/api/setup', { token: 'development', ...person, workspaceName: 'Development' });
    if (!response.ok) throw new Error(`setup answered ${response.status}; remove ${dataDir} to begin again`);
    const cookie = response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const { body: made } = await post(
      '/api/workspace/sites',
      { url: 'https://acme-crm.example/', name: 'Acme CRM' },
      cookie,
    );
    for (const query of ['Which CRM suits a ten-person agency?', 'What is the simplest CRM for freelancers?']) {
      await post('/api/workspace/benchmark-cases', { query, websiteId: made.site.id }, cookie);
    }
    const { body: key } = await post(
      '/api/workspace/keys',
      { name: 'development', permissions: ['evaluate', 'seo'] },
      cookie,
    );
    writeFileSync(keyFile, key.secret, { mode: 0o600 });
  }
  process.stdout.write(
    `\nsign in as ${person.email} with "${person.password}"\nexport SIGHTLINE_URL=${base} SIGHTLINE_API_KEY=${readFileSync(keyFile, 'utf8')}\n\n`,
  );
}

seed().catch((error) => process.stderr.write(`seeding failed: ${error.message}\n`));
