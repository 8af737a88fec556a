import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EvidenceBundle, Fetch } from '../../../src/domain/checks/evidenceBundle.ts';
import { createPageCapture } from '../../../src/providers/capture/capturePages.ts';
import { createLocalEvidenceStore } from '../../../src/providers/capture/localEvidenceStore.ts';
import { readWarc } from '../../../src/providers/capture/warcFile.ts';
import { bundleOf, captureRequest, keepGoing } from '../../support/captureRequest.ts';
import { newFolder } from '../../support/newFolder.ts';
import { turnsOf } from '../../support/turns.ts';
import { type Answering, redirect, soundSite, startWebsite } from '../../support/website.ts';

let directory: string;
let captured: EvidenceBundle;

beforeAll(async () => {
  const pages: Record<string, Answering> = {};
  const website = await startWebsite({ pages });
  Object.assign(pages, soundSite(website.url, 6), {
    '/about': redirect('/about/'),
    '/about/': { headers: { 'x-letters': 'caf\u00e9' }, body: new Uint8Array([0, 255, 13, 10, 13, 10, 254]) },
    '/terms': { body: '' },
    '/privacy': redirect('http://127.0.0.1:1/'),
  });
  captured = bundleOf(
    await createPageCapture({ allowPrivateTargets: true }).capture(captureRequest(website.url), keepGoing),
  );
  await website.close();
});

beforeEach(async () => {
  directory = newFolder();
});

const digest = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

const headerText = fc.stringMatching(/^[ -~\u00a1-\u00ff]{0,20}$/);
const headers = fc.array(fc.tuple(fc.stringMatching(/^[A-Za-z][A-Za-z-]{0,12}$/), headerText), { maxLength: 4 });
const hopUrl = fc.webUrl({ withQueryParameters: true });
const response = fc.record({
  kind: fc.constant('response' as const),
  status: fc.integer({ min: 200, max: 599 }),
  headers,
});
const body = fc.option(fc.uint8Array({ maxLength: 300 }), { nil: null });
const time = fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((date) => date.toISOString());
const milliseconds = fc.option(fc.double({ min: 0, max: 1e6, noNaN: true }), { nil: null });

const anyFetch = fc
  .record({
    url: hopUrl,
    outcome: response,
    body,
    startedAt: time,
    requestHeaders: headers,
    ttfbMs: milliseconds,
    attempts: fc.boolean(),
  })
  .map(
    ({ url, outcome, body: bytes, startedAt, requestHeaders, ttfbMs, attempts }): Omit<Fetch, 'id'> => ({
      purpose: 'page',
      requestedUrl: url,
      requestHeaders,
      startedAt,
      hops: [{ url, method: 'GET', outcome, remoteAddress: '192.0.2.1' }],
      body: bytes,
      sha256: bytes === null ? null : digest(bytes),
      decodedBytes: bytes?.length ?? 0,
      truncated: false,
      ttfbMs,
      totalMs: null,
      tls: null,
      ...(attempts ? { attempts: 2 } : {}),
    }),
  );
const anyDocument = fc.string({ unit: 'grapheme', maxLength: 200 }).map((html) => html.toWellFormed());
const anyBundle = fc.tuple(fc.array(anyFetch, { maxLength: 5 }), fc.array(anyDocument, { maxLength: 3 })).map(
  ([fetches, documents]): EvidenceBundle => ({
    ...captured,
    fetches: fetches.map((fetch, index) => ({ ...fetch, id: `f00${index + 1}` })),
    rendered: documents.map((html, index) => ({
      fetchId: `f00${index + 1}`,
      url: 'https://k.example/',
      html,
      sha256: digest(html),
      interactive: [{ role: 'button', name: html.slice(0, 5).toWellFormed() }],
      webmcpTools: [],
    })),
  }),
);

describe('stored evidence', () => {
  it('is returned exactly as it was captured', async () => {
    const store = createLocalEvidenceStore(directory);
    const { manifestSha256 } = await store.write(captured);
    expect(await store.read(captured.runId)).toStrictEqual({ kind: 'found', bundle: captured, manifestSha256 });
  });

  it('is returned exactly for any capture', async () => {
    const store = createLocalEvidenceStore(directory);
    await fc.assert(
      fc.asyncProperty(anyBundle, async (bundle) => {
        await store.write(bundle);
        expect(await store.read(bundle.runId)).toMatchObject({ kind: 'found', bundle });
      }),
      { numRuns: 25 },
    );
  });

  it('has the same manifest and the same records each time it is written', async () => {
    const other = join(directory, 'other');
    const first = await createLocalEvidenceStore(directory).write(captured);
    const second = await createLocalEvidenceStore(other).write(captured);
    const unpacked = async (home: string) => {
      const names = await readdir(join(home, captured.runId));
      const archive = names.find((name) => name.endsWith('.warc.gz')) ?? '';
      return gunzipSync(await readFile(join(home, captured.runId, archive))).toString('latin1');
    };
    expect(second).toEqual(first);
    expect(await unpacked(other)).toBe(await unpacked(directory));
  });

  it('is a WARC 1.1 file with a request, a response and a metadata record for a fetch', async () => {
    await createLocalEvidenceStore(directory).write(captured);
    const archive = await archivePath();
    const text = gunzipSync(await readFile(archive)).toString('latin1');
    const types = (await readWarc(await readFile(archive))).map((record) => record.type);
    expect(text.startsWith('WARC/1.1\r\n')).toBe(true);
    expect(types.slice(0, 4)).toEqual(['warcinfo', 'request', 'response', 'metadata']);
  });

  it('is a WARC file that the command of its library can index', async () => {
    await createLocalEvidenceStore(directory).write(captured);
    const { stdout } = await promisify(execFile)(process.execPath, [
      join(import.meta.dirname, '../../../node_modules/warcio/dist/cli.js'),
      'cdx-index',
      await archivePath(),
    ]);
    const responses = captured.fetches.flatMap((fetch) => fetch.hops).filter((hop) => hop.outcome.kind === 'response');
    expect(stdout.trim().split('\n')).toHaveLength(responses.length);
  });

  it('is written and read in many short turns, however large the website is', async () => {
    const store = createLocalEvidenceStore(directory);
    const bytes = 1024 * 1024;
    const pages = Array.from({ length: 30 }, (_, at) => Buffer.alloc(bytes, `<p>Lamp ${at} of the shop.</p>`));
    const [first] = captured.fetches.filter((fetch) => fetch.body !== null);
    const fetches = pages.map((page, at) => ({
      ...(first as Fetch),
      id: `p${at}`,
      body: new Uint8Array(page),
      sha256: digest(page),
    }));
    const bundle = { ...captured, fetches, rendered: [] };
    const writing = await turnsOf(() => store.write(bundle));
    const reading = await turnsOf(() => store.read(bundle.runId));
    expect(writing.longestMs).toBeLessThan(writing.totalMs / 10);
    expect(reading.longestMs).toBeLessThan(reading.totalMs / 10);
  });

  it('is readable by the service alone', async () => {
    await createLocalEvidenceStore(directory).write(captured);
    const modes = await Promise.all(
      ['', 'manifest.json'].map(async (name) => (await stat(join(directory, captured.runId, name))).mode & 0o077),
    );
    expect(modes).toEqual([0, 0]);
  });

  it('is replaced completely by a later capture of the same run', async () => {
    const store = createLocalEvidenceStore(directory);
    const later = { ...captured, capturedAt: '2026-12-01T00:00:00.000Z', fetches: captured.fetches.slice(0, 2) };
    await store.write(captured);
    await store.write(later);
    expect(await store.read(captured.runId)).toMatchObject({ kind: 'found', bundle: later });
    expect(await readdir(join(directory, captured.runId))).toHaveLength(2);
  });

  it('is missing before it is written and after it is deleted', async () => {
    const store = createLocalEvidenceStore(directory);
    expect(await store.read(captured.runId)).toEqual({ kind: 'missing' });
    await store.write(captured);
    expect([await store.delete(captured.runId), await store.delete(captured.runId)]).toEqual([true, false]);
    expect(await store.read(captured.runId)).toEqual({ kind: 'missing' });
    expect(await readdir(directory)).toEqual([]);
  });

  it('is missing if a kill came before its manifest was written', async () => {
    const store = createLocalEvidenceStore(directory);
    await store.write(captured);
    await rm(join(directory, captured.runId, 'manifest.json'));
    expect(await store.read(captured.runId)).toEqual({ kind: 'missing' });
  });

  it.each([
    [
      'a changed manifest',
      'manifest.json',
      (bytes: Buffer) => Buffer.from(bytes.toString().replace('"status":200', '"status":201')),
    ],
    ['a cut manifest', 'manifest.json', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['an empty manifest', 'manifest.json', () => Buffer.alloc(0)],
    ['a cut archive', '.warc.gz', (bytes: Buffer) => bytes.subarray(0, bytes.length - 200)],
    ['an empty archive', '.warc.gz', () => Buffer.alloc(0)],
    ['an archive of something else', '.warc.gz', () => Buffer.from('not an archive')],
    ['no archive', '.warc.gz', () => null],
  ])('is never read with %s', async (_what, ending, damage) => {
    const store = createLocalEvidenceStore(directory);
    await store.write(captured);
    const path = ending === 'manifest.json' ? join(directory, captured.runId, ending) : await archivePath();
    const damaged = damage(await readFile(path));
    if (damaged === null) await rm(path);
    else await writeFile(path, damaged);
    const reading = await store.read(captured.runId);
    expect(reading).toMatchObject({ kind: 'corrupted', cause: expect.stringContaining(captured.runId) });
  });

  it('is never read with any changed byte in its archive, unless the change touched nothing captured', async () => {
    const store = createLocalEvidenceStore(directory);
    await store.write(captured);
    const path = await archivePath();
    const whole = await readFile(path);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const damaged = Buffer.from(whole);
        damaged.writeUInt8(damaged.readUInt8(at) ^ change, at);
        await writeFile(path, damaged);
        const reading = await store.read(captured.runId);
        expect(reading.kind === 'corrupted' || (reading.kind === 'found' && sameBundle(reading.bundle))).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it.each(['../escape', 'a/b', '', '.', 'a\0b', `${'x'.repeat(200)}`])('refuses a run called %j', async (runId) => {
    await expect(createLocalEvidenceStore(directory).read(runId)).rejects.toThrow(RangeError);
  });

  it('is not written if a hash does not match its body', async () => {
    const [first, ...rest] = captured.fetches;
    const wrong = { ...captured, fetches: [{ ...(first as Fetch), sha256: digest('other') }, ...rest] };
    await expect(createLocalEvidenceStore(directory).write(wrong)).rejects.toThrow(RangeError);
  });
});

function sameBundle(bundle: EvidenceBundle): boolean {
  expect(bundle).toStrictEqual(captured);
  return true;
}

async function archivePath(): Promise<string> {
  const names = await readdir(join(directory, captured.runId));
  return join(directory, captured.runId, names.find((name) => name.endsWith('.warc.gz')) ?? '');
}
