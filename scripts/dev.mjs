// npm run dev: the server from source, restarted on change, on the simulator, with a seeded workspace and a printed key.
// With --demo the workspace is that of `sightline demo`, with a history of 120 days, all of it simulated.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { passSignals } from './passSignals.mjs';
import { ensureBuilt, ensureInstalled, ownEnvironment, ownNode, root } from './prepare.mjs';

ensureInstalled();
ensureBuilt();
const demo = process.argv.includes('--demo');
const dataDir = join(root, 'data', demo ? 'demo' : 'dev');
const keyFile = join(dataDir, 'key.txt');
const port = process.env.PORT ?? '4280';
const base = `http://127.0.0.1:${port}`;
const setupToken = 'development-setup';
const person = { email: 'dev@example.com', password: 'development only' };
mkdirSync(dataDir, { recursive: true });
const command = demo ? ['demo', '--folder', dataDir, '--port', port] : ['serve'];
const server = spawn(ownNode, ['--watch-preserve-output', '--watch', join(root, 'src', 'cli', 'main.ts'), ...command], {
  stdio: 'inherit',
  env: { ...ownEnvironment(), DATA_DIR: dataDir, PORT: port, SETUP_TOKEN: setupToken },
});
passSignals(server);
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
    const { response } = await post('/api/setup', { token: setupToken, ...person, workspaceName: 'Development' });
    if (!response.ok) throw new Error(`setup answered ${response.status}; remove ${dataDir} to begin again`);
    const cookie = response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const { body: made } = await post('/api/v2/sites', { url: 'https://acme-crm.example/', name: 'Acme CRM' }, cookie);
    for (const query of ['Which CRM suits a ten-person agency?', 'What is the simplest CRM for freelancers?']) {
      await post('/api/v2/benchmark-cases', { query, websiteId: made.site.id }, cookie);
    }
    const { body: key } = await post('/api/v2/keys', { name: 'development', permissions: ['evaluate', 'seo'] }, cookie);
    writeFileSync(keyFile, key.secret, { mode: 0o600 });
  }
  process.stdout.write(
    `\nsign in as ${person.email} with "${person.password}"\nexport SIGHTLINE_URL=${base} SIGHTLINE_API_KEY=${readFileSync(keyFile, 'utf8')}\n\n`,
  );
}

if (!demo) seed().catch((error) => process.stderr.write(`seeding failed: ${error.message}\n`));
