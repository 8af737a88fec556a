import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { logFormats } from '../../../src/domain/crawlers/logFormats.ts';
import { AppError } from '../../../src/domain/errors.ts';
import { openLogLines } from '../../../src/services/crawlers/logLines.ts';
import { collectFile, eachRow, findTables } from '../../../src/services/imports/importedFile.ts';
import { long } from '../../support/long.ts';
import { property } from '../../support/property.ts';
import { searchConsoleFiles } from '../../support/searchConsoleFiles.ts';
import { zipOf } from '../../support/zipFile.ts';

const lines = [
  '203.0.113.9 - - [21/Nov/2026:10:01:02 +0100] "GET /faq?x=1 HTTP/2.0" 200 512 "-" "GPTBot/1.2"',
  '{"ts":1795251662.19,"logger":"http.log.access","request":{"client_ip":"203.0.113.9","method":"GET","host":"shop.example","uri":"/faq","headers":{"User-Agent":["GPTBot/1.2"]}},"status":200}',
  'Nov 21 09:01:02 lb haproxy[7]: 203.0.113.9:4711 [21/Nov/2026:09:01:02.655] fe~ be/s1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 {shop.example|GPTBot/1.2} {} "GET /faq HTTP/1.1"',
  '#Fields: date time cs-method cs-uri-stem c-ip cs(User-Agent) sc-status',
  '2026-11-21 09:01:02 GET /faq 203.0.113.9 GPTBot/1.2 200',
];
const options = { captures: ['Host', 'User-Agent'], mapping: { at: 'ts', path: 'uri' }, receivedAtMs: null };
const row = { key: '2026-10-01', clicks: 1, impressions: 2, position: 3 };
const archive = zipOf(searchConsoleFiles({ days: [row], queries: [{ ...row, key: 'crm' }], pages: [] }));

/** Removes, doubles or replaces some letters of a text with characters that have a meaning for readers. */
const broken = (text: fc.Arbitrary<string>) =>
  fc
    .tuple(
      text,
      fc.array(
        fc.tuple(fc.nat(), fc.nat(40), fc.constantFrom('', '"', '\\', '\u0000', '{', ',', '%', '\ud800', '\n', '[')),
        { maxLength: 6 },
      ),
    )
    .map(([whole, cuts]) =>
      cuts.reduce((now, [at, length, sign]) => {
        const place = at % (now.length + 1);
        return now.slice(0, place) + sign + now.slice(place + length);
      }, whole),
    );

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

describe('malformed input', () => {
  property(
    'of logs is a request, a skipped line or an unreadable one in every format',
    [broken(fc.constantFrom(...lines))],
    { numRuns: 6_000 },
    (line) => {
      for (const format of logFormats) {
        const read = format.open(options)(line);
        if (read === null || read === 'skip') continue;
        expect(Number.isFinite(read.atMs)).toBe(true);
        expect(read.target).toMatch(/^[/*]/);
      }
    },
  );

  long('of compressed logs results in an error that names the body', async () => {
    const packed = gzipSync(lines.join('\n'));
    await fc.assert(
      fc.asyncProperty(fc.nat(packed.length - 1), fc.nat(255), async (at, byte) => {
        const changed = Uint8Array.from(packed, (value, index) => (index === at ? byte : value));
        await expectNamed('body', async () => {
          for await (const _lines of openLogLines(once(changed)).batches);
        });
      }),
      { numRuns: 1_000 },
    );
  });

  long('of tables results in an error that names the body, and archives keep their limits', async () => {
    const table = broken(fc.constantFrom('Page,Citations\n"https://a.example/x","17"\n', 'a;b\n"x;""y"";";2\n'));
    const bytes = fc.oneof(
      table.map((text) => new Uint8Array(Buffer.from(text))),
      fc
        .tuple(fc.nat(archive.length - 1), fc.nat(255))
        .map(([at, byte]) => archive.map((value, index) => (index === at ? byte : value))),
      fc.nat(archive.length - 1).map((length) => archive.slice(0, length)),
    );
    await fc.assert(
      fc.asyncProperty(bytes, async (sent) => {
        await expectNamed('body', async () => {
          const file = await collectFile('x.csv', once(sent));
          await findTables(file);
          await eachRow(file, () => undefined);
        });
      }),
      { numRuns: 3_000 },
    );
  });
});

/** Accepts success, or the one error that a caller can act on. */
async function expectNamed(field: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    expect((error as AppError).details?.field).toBe(field);
  }
}
