import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answering, soundSite, startWebsite, type Website } from '../support/website.ts';

const folder = mkdtempSync(join(tmpdir(), 'sightline-https-'));
const hasOpenssl = makeCertificate();
if (!hasOpenssl) console.warn('skipped: openssl is not installed, so no https website was captured');

/** A certificate of its own for 127.0.0.1, which no one trusts until told to. */
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

/**
 * The capture runs in a process of its own, whose environment makes Node trust the certificate: there is no switch for
 * that in the product. A browser takes no such word, so the rendered pass over https is not tried here.
 */
describe.skipIf(!hasOpenssl)('an https website', () => {
  let website: Website;
  beforeAll(async () => {
    const pages: Record<string, Answering> = {};
    const [key, cert] = ['key.pem', 'cert.pem'].map((name) => readFileSync(join(folder, name), 'utf8'));
    website = await startWebsite({ pages, tls: { key: key ?? '', cert: cert ?? '' } });
    Object.assign(pages, soundSite(website.url, 2));
  });
  afterAll(async () => {
    await website.close();
    rmSync(folder, { recursive: true });
  });

  const capture = async (env: Record<string, string>) => {
    const child = fileURLToPath(new URL('captureInChild.ts', import.meta.url));
    const options = { timeout: 50_000, env: { PATH: process.env.PATH ?? '', ...env } };
    const { stdout } = await promisify(execFile)(process.execPath, [child, website.url], options);
    return JSON.parse(stdout);
  };

  it('is captured with the protocol and the end of its certificate', async () => {
    const seen = await capture({ NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem') });
    expect([seen.ends['/'].end, seen.ends['/robots.txt'].end]).toEqual(['200', '200']);
    expect(seen.tls).toEqual({ protocol: 'TLSv1.3', validTo: expect.stringMatching(/^20\d\d-.*Z$/) });
  });

  it('whose certificate nobody vouches for is not read, and said to be so', async () => {
    const before = website.requests.length;
    const { ends } = await capture({});
    expect([ends['/'].end, ends['/robots.txt'].end]).toEqual(['tls', 'tls']);
    expect(website.requests.length).toBe(before);
  });
});
