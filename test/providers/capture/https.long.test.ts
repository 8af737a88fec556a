import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../../src/providers/capture/chromium.ts';
import { newFolder } from '../../support/newFolder.ts';
import { mustSkip } from '../../support/require.ts';
import { type Answering, soundSite, startWebsite, type Website } from '../../support/website.ts';

const folder = newFolder();
const hasOpenssl = makeCertificate();
if (!hasOpenssl) console.warn('skipped: openssl is not installed, so no https website was captured');

/** Creates a certificate for 127.0.0.1, trusted only if configured. */
function makeCertificate(): boolean {
  const wish =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1';
  try {
    execFileSync('openssl', [...wish.split(' '), '-keyout', 'key.pem', '-out', 'cert.pem'], {
      cwd: folder,
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}

/** Makes a browser with this home folder trust the certificate. False if certutil is not installed. */
function tellTheBrowser(): boolean {
  const store = ['-d', 'sql:.pki/nssdb'];
  const certutil = (args: string[]) => execFileSync('certutil', [...store, ...args], { cwd: folder, stdio: 'ignore' });
  try {
    mkdirSync(join(folder, '.pki', 'nssdb'), { recursive: true });
    certutil(['-N', '--empty-password']);
    certutil(['-A', '-t', 'C,,', '-n', 'loopback', '-i', 'cert.pem']);
    return true;
  } catch {
    return false;
  }
}

const chromium = findChromium();
const canRender = hasOpenssl && chromium !== null && tellTheBrowser();
if (!canRender) console.warn('skipped: no Chromium, or no certutil (libnss3-tools), so no https page was rendered');

/**
 * The capture runs in a separate process, whose environment makes Node, and whose home makes the browser, trust the
 * certificate: the product has no such switch.
 */
describe.skipIf(mustSkip('openssl', hasOpenssl ? null : 'no openssl'))('an https website', () => {
  let website: Website;
  beforeAll(async () => {
    const pages: Record<string, Answering> = {};
    const [key, cert] = ['key.pem', 'cert.pem'].map((name) => readFileSync(join(folder, name), 'utf8'));
    website = await startWebsite({ pages, tls: { key: key ?? '', cert: cert ?? '' } });
    Object.assign(pages, soundSite(website.url, 2));
    const script = "document.querySelector('h1').textContent = 'written ' + 'by the script'";
    pages['/'] = { body: `<!doctype html><title>Kettles</title><h1>Kettles</h1><script>${script}</script>` };
  });
  afterAll(async () => {
    await website.close();
  });

  const capture = async (env: Record<string, string>, renderWith: string[] = []) => {
    const child = fileURLToPath(new URL('captureInChild.ts', import.meta.url));
    const options = { timeout: 120_000, env: { PATH: process.env.PATH ?? '', ...env } };
    const { stdout } = await promisify(execFile)(process.execPath, [child, website.url, ...renderWith], options);
    return JSON.parse(stdout);
  };

  it('is captured with the protocol and the expiry of its certificate', async () => {
    const seen = await capture({ NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem') });
    expect([seen.ends['/'].end, seen.ends['/robots.txt'].end]).toEqual(['200', '200']);
    expect(seen.tls).toEqual({ protocol: 'TLSv1.3', validTo: expect.stringMatching(/^20\d\d-.*Z$/) });
  });

  it('with an untrusted certificate is not read, and the reason is stated', async () => {
    const before = website.requests.length;
    const { ends } = await capture({});
    expect([ends['/'].end, ends['/robots.txt'].end]).toEqual(['tls', 'tls']);
    expect(website.requests.length).toBe(before);
  });

  it.skipIf(!canRender)('is rendered through the tunnel, and its script runs', async () => {
    const env = { NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem'), HOME: folder };
    const { rendered } = await capture(env, [chromium ?? '']);
    expect(rendered[website.url]).toContain('<h1>written by the script</h1>');
  });

  it.skipIf(!canRender)('is not rendered by a browser that does not trust it', async () => {
    const env = { NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem'), HOME: join(folder, 'elsewhere') };
    const { ends, rendered } = await capture(env, [chromium ?? '']);
    expect([ends['/'].end, rendered]).toEqual(['200', {}]);
  });
});
