import { createHash } from 'node:crypto';
import { createGunzip } from 'node:zlib';
import { WARCParser, WARCRecord, WARCSerializer } from 'warcio';
import type { EvidenceBundle, Fetch, HeaderList, Hop } from '../../domain/checks/evidenceBundle.ts';
import { digestOffThread } from './digests.ts';

/** Namespace for ids of evidence records; it must never change, or old archives would get other ids. */
const namespace = Buffer.from('6f1d0e6c1c5b4f0e9a3d7b2f58c4e901', 'hex');

/** Builds a UUID version 5 (RFC 9562 §5.5): the same name always gives the same id. */
function uuidFromName(name: string): string {
  const bytes = createHash('sha1').update(namespace).update(name).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** One record to write: everything that must be the same each time is given, so the library decides nothing. */
export type WarcEntry = {
  id: string;
  type: 'warcinfo' | 'request' | 'response' | 'metadata' | 'resource';
  uri: string;
  /** ISO 8601 UTC. */
  date: string;
  contentType: string;
  /**
   * The block is the HTTP head, if there is one, followed by the payload. They are not joined, because a body may be
   * large.
   */
  head: Uint8Array;
  payload: Uint8Array;
  payloadSha256: string;
};

/** Record in the manifest, enough to identify it. Hashes are of uncompressed bytes, SHA-256 hex. */
export type WarcIndexEntry = { id: string; type: WarcEntry['type']; uri: string; date: string; blockSha256: string };

/** Records of one run, and where in their list the bodies are. */
export type WarcPlan = {
  entries: readonly WarcEntry[];
  /** Record with the body, by fetch id. */
  bodyOf: ReadonlyMap<string, number>;
  /** By position in `rendered`. */
  htmlOf: readonly number[];
};

const nothing = new Uint8Array();
const unpackedPieceBytes = 256 * 1024;

/**
 * Plans a bundle as WARC/1.1 records: for every hop a request and a response, for every fetch a metadata record with
 * what WARC cannot represent, and every rendered document as a resource. Bodies are stored decoded, so the two headers
 * that would contradict this are renamed in the archive; the manifest keeps them as received.
 */
export async function planWarc(bundle: EvidenceBundle): Promise<WarcPlan> {
  const entries: WarcEntry[] = [];
  const bodyOf = new Map<string, number>();
  const add = async (entry: Omit<WarcEntry, 'id' | 'payloadSha256'>): Promise<number> =>
    entries.push({
      ...entry,
      payloadSha256: await digestOffThread(entry.payload),
      uri: canonicalUri(entry.uri),
      id: `<urn:uuid:${uuidFromName(`${bundle.runId}:${entries.length}`)}>`,
    }) - 1;
  const fields = (record: Readonly<Record<string, string | number | null>>) =>
    bytesOf(Object.entries(record).map(([name, value]) => `${name}: ${value ?? ''}\r\n`));

  await add({
    type: 'warcinfo',
    uri: '',
    date: bundle.capturedAt,
    contentType: 'application/warc-fields',
    head: nothing,
    payload: fields({ software: 'Sightline', format: 'WARC File Format 1.1', isPartOf: bundle.runId }),
  });
  for (const fetch of bundle.fetches) {
    for (const hop of fetch.hops) {
      if (hop.remoteAddress === null && hop.outcome.kind === 'error') continue;
      const isLast = hop === fetch.hops.at(-1);
      const place = { uri: hop.url, date: fetch.startedAt };
      await add({
        ...place,
        type: 'request',
        contentType: 'application/http; msgtype=request',
        head: bytesOf([requestHead(hop, fetch.requestHeaders)]),
        payload: nothing,
      });
      if (hop.outcome.kind !== 'response') continue;
      const body = isLast ? fetch.body : null;
      const index = await add({
        ...place,
        type: 'response',
        contentType: 'application/http; msgtype=response',
        head: bytesOf([responseHead(hop.outcome, body)]),
        payload: body ?? nothing,
      });
      if (body !== null) bodyOf.set(fetch.id, index);
    }
    await add({
      type: 'metadata',
      uri: fetch.requestedUrl,
      date: fetch.startedAt,
      contentType: 'application/warc-fields',
      head: nothing,
      payload: fields(fetchFields(fetch)),
    });
  }
  const htmlOf: number[] = [];
  for (const page of bundle.rendered) {
    const index = await add({
      type: 'resource',
      uri: `urn:sightline:rendered:${page.fetchId}`,
      date: bundle.capturedAt,
      contentType: 'text/html; charset=utf-8',
      head: nothing,
      payload: new TextEncoder().encode(page.html),
    });
    htmlOf.push(index);
  }
  return { entries, bodyOf, htmlOf };
}

/** Writes the archive's bytes, each record gzipped separately as readers of WARC files expect. */
export async function writeWarc(entries: readonly WarcEntry[]): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (const entry of entries) {
    const record = WARCRecord.create(
      {
        type: entry.type,
        warcVersion: 'WARC/1.1',
        date: entry.date,
        ...(entry.uri === '' ? {} : { url: entry.uri }),
        warcHeaders: {
          'WARC-Record-ID': entry.id,
          'Content-Type': entry.contentType,
          'WARC-Payload-Digest': `sha256:${entry.payloadSha256}`,
        },
      },
      [entry.head, entry.payload],
    );
    // The block already begins with the exact HTTP head; the library would write a second one.
    record.httpHeaders = null;
    parts.push(await WARCSerializer.serialize(record, { gzip: true }));
  }
  return new Uint8Array(Buffer.concat(parts));
}

export type WarcBlock = { id: string; type: string; uri: string; date: string; block: Uint8Array };

/**
 * Reads all records back. Throws if the file is incomplete or not a WARC. Unpacks it off the event loop, in pieces: the
 * library would unpack an archive of many megabytes at once, and block every other caller.
 */
export async function readWarc(bytes: Uint8Array): Promise<WarcBlock[]> {
  const blocks: WarcBlock[] = [];
  const unpacked = createGunzip({ chunkSize: unpackedPieceBytes });
  unpacked.end(bytes);
  for await (const record of WARCParser.iterRecords(unpacked, { parseHttp: false })) {
    const block = new Uint8Array(await record.readFully(false));
    const header = (name: string) => record.warcHeader(name) ?? '';
    blocks.push({
      id: header('WARC-Record-ID'),
      type: record.warcType,
      uri: header('WARC-Target-URI'),
      date: header('WARC-Date'),
      block,
    });
  }
  return blocks;
}

export async function indexEntry(
  entry: WarcEntry | WarcBlock,
): Promise<Omit<WarcIndexEntry, 'type'> & { type: string }> {
  const { id, type, uri, date } = entry;
  const block = 'block' in entry ? entry.block : Buffer.concat([entry.head, entry.payload]);
  return { id, type, uri, date, blockSha256: await digestOffThread(block) };
}

/** Returns the bytes after the HTTP head of a response block. */
export function payloadOf(block: Uint8Array): Uint8Array {
  const end = Buffer.from(block.buffer, block.byteOffset, block.byteLength).indexOf('\r\n\r\n');
  return end < 0 ? new Uint8Array() : block.slice(end + 4);
}

/** Returns an address in the library's spelling, because the manifest must match the archive. */
function canonicalUri(uri: string): string {
  return URL.canParse(uri) ? new URL(uri).href : uri;
}

function requestHead(hop: Hop, headers: HeaderList): string {
  const url = new URL(hop.url);
  return head(`${hop.method} ${url.pathname}${url.search} HTTP/1.1`, [['host', url.host], ...headers]);
}

function responseHead(outcome: Extract<Hop['outcome'], { kind: 'response' }>, body: Uint8Array | null): string {
  const statedHeaders = outcome.headers.filter(([name]) => name.toLowerCase() !== 'content-length');
  const headers = statedHeaders.map(([name, value]): [string, string] =>
    /^(?:content|transfer)-encoding$/i.test(name) ? [`X-Orig-${name}`, value] : [name, value],
  );
  return head(`HTTP/1.1 ${outcome.status} `, [...headers, ['Content-Length', String(body?.length ?? 0)]]);
}

function head(first: string, headers: HeaderList): string {
  return `${[first, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\r\n')}\r\n\r\n`;
}

function fetchFields(fetch: Fetch): Record<string, string | number | null> {
  const last = fetch.hops.at(-1)?.outcome;
  return {
    fetchId: fetch.id,
    purpose: fetch.purpose,
    decodedBytes: fetch.decodedBytes,
    truncated: String(fetch.truncated),
    ttfbMs: fetch.ttfbMs,
    totalMs: fetch.totalMs,
    error: last?.kind === 'error' ? `${last.code}: ${last.message}` : null,
  };
}

/** Encodes header values as the octets they were. */
function bytesOf(parts: readonly string[]): Uint8Array {
  return new Uint8Array(Buffer.from(parts.join(''), 'latin1'));
}
