import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverEnvironment, serverFlags } from '../../../scripts/prepare.mjs';
import { waitLimitMs } from '../../support/patience.ts';
import {
  type Answering,
  endlessRedirect,
  redirect,
  soundPage,
  startWebsite,
  type Website,
} from '../../support/website.ts';

const cap = 2 * 1024 * 1024;
const nothing = Buffer.alloc(100 * 1024 * 1024);
const sentence = '<p>Tea is ready.</p>';

type Seen = { purpose: string; end: string; kept: number | null; truncated: boolean };
type Report = { ends: Record<string, Seen>; budget: { bytes: number } | null; milliseconds: number; peakMiB: number };

let website: Website;
let report: Report;

function coded(encoding: string, body: Uint8Array): Answering {
  return { headers: { 'content-encoding': encoding }, body };
}

/** Writes the same piece repeatedly until the reader disconnects. */
function pour(response: ServerResponse | Socket, piece: Uint8Array, everyMs = 0): null {
  const again = (): void => {
    if (response.destroyed) return;
    const more = response.write(piece);
    if (everyMs > 0) setTimeout(again, everyMs);
    else if (more) setImmediate(again);
    else response.once('drain', again);
  };
  again();
  return null;
}

function emptyBlocks(): Uint8Array {
  // Stored DEFLATE blocks of length 0 decode to nothing forever.
  const block = Buffer.from([0x00, 0x00, 0x00, 0xff, 0xff]);
  const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
  return Buffer.concat([head, ...Array.from({ length: 600_000 }, () => block)]);
}

const hostilePages: Record<string, Answering> = {
  '/gzip': coded('gzip', gzipSync(nothing, { level: 9 })),
  '/gzip-twice': coded('gzip, gzip', gzipSync(gzipSync(nothing, { level: 9 }))),
  '/gzip-thrice': coded('gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(sentence)))),
  '/brotli': coded('br', brotliCompressSync(nothing, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })),
  '/zstd': coded('zstd', zstdCompressSync(nothing)),
  '/deflate': coded('deflate', deflateSync(nothing)),
  '/empty-blocks': coded('gzip', emptyBlocks()),
  '/not-gzip': coded('gzip', Buffer.from(sentence)),
  '/cut-gzip': coded('gzip', gzipSync(Buffer.from(sentence.repeat(999))).subarray(0, 40)),
  '/unknown-coding': coded('snappy', Buffer.from(sentence)),
  '/endless-chunks': (_request, response) => pour(response.writeHead(200), Buffer.alloc(65_536, 'a')),
  '/drip': (_request, response) => pour(response.writeHead(200), Buffer.from('a'), 100),
  '/stall': (_request, response) => {
    response.writeHead(200).write('a');
    return null;
  },
  '/never': () => null,
  '/nested': { body: '<div>'.repeat(cap / 5) },
  '/attributes': { body: `<a ${Array.from({ length: 200_000 }, (_, index) => `a${index}`).join(' ')}>` },
  '/loop': endlessRedirect,
  '/circle': redirect('/circle'),
  '/far': (request) => redirect(`/far?${Number(request.url?.split('?')[1] ?? '0') + 1}`),
  '/one-header': (request) => {
    request.socket.write('HTTP/1.1 200 OK\r\nx-endless: ');
    return pour(request.socket, Buffer.alloc(16_384, 'h'));
  },
  '/many-headers': (request) => {
    request.socket.write('HTTP/1.1 200 OK\r\n');
    return pour(request.socket, Buffer.from('x-again: and again\r\n'));
  },
  '/interim': (request) => pour(request.socket, Buffer.from('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n')),
  '/trailers': (request) => {
    request.socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\n');
    return pour(request.socket, Buffer.from('x-again: and again\r\n'));
  },
  '/chunk-extension': (request) => {
    request.socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;x=');
    return pour(request.socket, Buffer.alloc(16_384, 'e'));
  },
  '/no-http': (request) => {
    request.socket.end('SSH-2.0-teapot\r\n');
    return null;
  },
  '/hang-up': (request) => {
    request.socket.destroy();
    return null;
  },
  '/sound-gzip': coded('gzip', gzipSync(sentence)),
  '/sound-gzip-twice': coded('gzip, gzip', gzipSync(gzipSync(sentence))),
  '/sound-brotli': coded('br', brotliCompressSync(sentence)),
  '/sound-zstd': coded('zstd', zstdCompressSync(sentence)),
  '/sound-deflate': coded('deflate', deflateSync(sentence)),
  '/sound-raw-deflate': coded('deflate', deflateRawSync(sentence)),
};

const root = join(import.meta.dirname, '../../..');
let built: string | undefined;

/**
 * Bundles the capture as shipped, with the server's flags and environment. From its sources, every thread would also
 * load the compiler that strips types, and dominate the measured memory.
 */
async function bundleChild(): Promise<string> {
  mkdirSync(join(root, 'dist'), { recursive: true });
  const dir = mkdtempSync(join(root, 'dist', '.capture-'));
  const bundle = await rolldown({
    platform: 'node',
    logLevel: 'silent',
    input: {
      captureInChild: join(import.meta.dirname, 'captureInChild.ts'),
      readerThread: join(root, 'src/providers/reading/readerThread.ts'),
    },
    external: [/^playwright-core/, /^axe-core/],
  });
  await bundle.write({ dir, format: 'esm', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' });
  await bundle.close();
  return dir;
}

beforeAll(async () => {
  const pages: Record<string, Answering> = { ...hostilePages };
  website = await startWebsite({ pages });
  pages['/'] = soundPage(website.url, '/', 'Home', Object.keys(hostilePages));
  built = await bundleChild();
  const run = promisify(execFile);
  const program = [...serverFlags, join(built, 'captureInChild.js'), website.url];
  const { stdout } = await run(process.execPath, program, {
    timeout: waitLimitMs,
    env: { ...process.env, ...serverEnvironment },
  });
  report = JSON.parse(stdout);
});

afterAll(async () => {
  if (built !== undefined) rmSync(built, { recursive: true, force: true });
  await website.close();
});

describe('a hostile website', () => {
  it('does not make a capture use 200 MB of memory', () => {
    expect(report.peakMiB).toBeLessThan(200);
  });

  it('does not make a capture exceed its budget', () => {
    expect(report.budget?.bytes).toBeLessThanOrEqual(40 * 1024 * 1024);
  });

  it.each(['/gzip', '/gzip-twice', '/brotli', '/zstd', '/deflate', '/endless-chunks'])(
    '%s is cut at the limit',
    (path) => {
      expect(report.ends[path]).toMatchObject({ end: '200', kept: cap, truncated: true });
    },
  );

  it.each([
    ['/gzip-thrice', 'decode'],
    ['/not-gzip', 'decode'],
    ['/cut-gzip', 'decode'],
    ['/unknown-coding', 'decode'],
    ['/drip', 'timeout'],
    ['/stall', 'timeout'],
    ['/never', 'timeout'],
    ['/trailers', 'headers_too_large'],
    ['/chunk-extension', 'protocol'],
    ['/loop', 'too_many_redirects'],
    ['/circle', 'too_many_redirects'],
    ['/far', 'too_many_redirects'],
    ['/one-header', 'headers_too_large'],
    ['/many-headers', 'headers_too_large'],
    ['/no-http', 'protocol'],
    ['/hang-up', 'reset'],
  ])('%s ends as %s', (path, end) => {
    expect(report.ends[path]?.end).toBe(end);
  });

  it('/interim ends, by its bytes or by its time', () => {
    expect(report.ends['/interim']?.end).toMatch(/^(?:protocol|timeout)$/);
  });

  it.each(['/empty-blocks', '/nested', '/attributes'])('%s ends', (path) => {
    expect(report.ends[path]).toBeDefined();
  });

  it.each(['gzip', 'gzip-twice', 'brotli', 'zstd', 'deflate', 'raw-deflate'])(
    'does not lead to a refusal of legitimate %s',
    (name) => {
      expect(report.ends[`/sound-${name}`]).toMatchObject({ end: '200', kept: sentence.length, truncated: false });
    },
  );
});
