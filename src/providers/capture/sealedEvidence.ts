import { randomUUID } from 'node:crypto';
import type { EvidenceBundle, Fetch, RenderedPage } from '../../domain/checks/evidenceBundle.ts';
import { canonicalJson } from '../../domain/text/canonicalJson.ts';
import type { EvidenceReading, EvidenceStore, StoredEvidence } from '../../ports/evidenceStore.ts';
import { digestOffThread, sha256 } from './digests.ts';
import type { WarcBlock, WarcIndexEntry, WarcPlan } from './warcFile.ts';

/** Loaded on first use: the archive library is large, and an idle server needs none of it. */
const loadWarc = () => import('./warcFile.ts');

/** The bundle with each body replaced by the number of its WARC record. */
type FrozenBundle = Omit<EvidenceBundle, 'fetches' | 'rendered'> & {
  fetches: readonly (Omit<Fetch, 'body'> & { bodyRecord: number | null })[];
  rendered: readonly (Omit<RenderedPage, 'html'> & { htmlRecord: number })[];
};

type Manifest = {
  manifestVersion: 1;
  warcFile: string;
  records: readonly WarcIndexEntry[];
  bundle: FrozenBundle;
};

class Corrupted extends Error {}

const manifestName = 'manifest.json';

/** A store with a few files per run. Once `write` has returned, the whole file is durable. */
export interface EvidenceFiles {
  write(runId: string, name: string, bytes: Uint8Array | string): Promise<void>;
  /** Null if the file does not exist. */
  read(runId: string, name: string): Promise<Buffer | null>;
  list(runId: string): Promise<readonly string[]>;
  remove(runId: string, names: readonly string[]): Promise<void>;
}

/**
 * Creates a store that keeps each run's evidence as two files: one WARC archive, and a canonical manifest (RFC 8785)
 * that names it, every record and every hash, and ends with its own hash. The manifest is written last, so a run has
 * all its evidence or none.
 */
export function createEvidenceStore(files: EvidenceFiles): EvidenceStore {
  async function write(bundle: EvidenceBundle): Promise<StoredEvidence> {
    const { runId } = bundle;
    assertRunId(runId);
    const { planWarc, writeWarc } = await loadWarc();
    const plan = await planWarc(bundle);
    const manifest = { manifestVersion: 1, bundle: withoutBodies(bundle, plan), records: await indexOf(plan) } as const;
    const warcFile = `${sha256(canonicalJson(manifest)).slice(0, 16)}.warc.gz`;
    const text = canonicalJson({ ...manifest, warcFile } satisfies Manifest);
    const manifestSha256 = sha256(text);
    const archive = await writeWarc(plan.entries);
    const sealed = `${text}\n${manifestSha256}\n`;
    await files.write(runId, warcFile, archive);
    await files.write(runId, manifestName, sealed);
    const others = (await files.list(runId)).filter((name) => name !== warcFile && name !== manifestName);
    if (others.length > 0) await files.remove(runId, others);
    return { manifestSha256, bytes: archive.length + Buffer.byteLength(sealed) };
  }

  async function read(runId: string): Promise<EvidenceReading> {
    assertRunId(runId);
    const sealed = await files.read(runId, manifestName);
    if (sealed === null) return { kind: 'missing' };
    try {
      const { manifest, manifestSha256 } = unseal(sealed);
      const blocks = await readBlocks(await files.read(runId, manifest.warcFile), manifest.records);
      return { kind: 'found', bundle: await withBodies(manifest.bundle, blocks), manifestSha256 };
    } catch (fault) {
      if (fault instanceof Corrupted)
        return { kind: 'corrupted', cause: `The evidence of ${runId} is damaged: ${fault.message}.` };
      throw fault;
    }
  }

  async function findDigest(runId: string): Promise<string | null> {
    assertRunId(runId);
    const sealed = await files.read(runId, manifestName);
    try {
      return sealed === null ? null : unseal(sealed).manifestSha256;
    } catch (fault) {
      if (fault instanceof Corrupted) return null;
      throw fault;
    }
  }

  async function remove(runId: string): Promise<boolean> {
    assertRunId(runId);
    const names = await files.list(runId);
    if (names.length === 0) return false;
    // Without its manifest a run has no evidence, so a crash in between leaves nothing half readable.
    const hadManifest = names.includes(manifestName);
    if (hadManifest) await files.remove(runId, [manifestName]);
    await files.remove(
      runId,
      names.filter((name) => name !== manifestName),
    );
    return hadManifest;
  }

  async function tryOut(): Promise<void> {
    const [runId, name, text] = [`tryout-${randomUUID()}`, 'tryout.txt', 'sightline'];
    await files.write(runId, name, text);
    const readBack = await files.read(runId, name);
    await files.remove(runId, [name]);
    if (readBack?.toString('utf8') !== text) throw new Error('what was written could not be read back');
  }

  return { write, read, findDigest, tryOut, delete: remove };
}

function assertRunId(runId: string): void {
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/.test(runId)) throw new RangeError('a run id is not a path');
}

function unseal(sealed: Buffer): { manifest: Manifest; manifestSha256: string } {
  const [text = '', manifestSha256 = ''] = sealed.toString('utf8').split('\n');
  if (sha256(text) !== manifestSha256) throw new Corrupted('the manifest does not match its own hash');
  return { manifest: JSON.parse(text) as Manifest, manifestSha256 };
}

async function readBlocks(archive: Buffer | null, records: readonly WarcIndexEntry[]): Promise<WarcBlock[]> {
  if (archive === null) throw new Corrupted('its archive is missing');
  const { indexEntry, readWarc } = await loadWarc();
  const blocks = await readWarc(archive).catch((fault: unknown) => {
    const code = fault instanceof Error && 'code' in fault ? String(fault.code) : 'unreadable';
    throw new Corrupted(`its archive cannot be read (${code})`);
  });
  if (blocks.length !== records.length)
    throw new Corrupted(`its archive has ${blocks.length} of ${records.length} records`);
  for (const [index, expected] of records.entries()) {
    const block = blocks[index];
    const same = block !== undefined && canonicalJson(await indexEntry(block)) === canonicalJson(expected);
    if (!same) throw new Corrupted(`record ${index} of its archive does not match the manifest`);
  }
  return blocks;
}

async function indexOf({ entries }: WarcPlan): Promise<WarcIndexEntry[]> {
  const { indexEntry } = await loadWarc();
  const records: WarcIndexEntry[] = [];
  for (const entry of entries) records.push({ ...(await indexEntry(entry)), type: entry.type });
  return records;
}

function withoutBodies(bundle: EvidenceBundle, { entries, bodyOf, htmlOf }: WarcPlan): FrozenBundle {
  const fetches = bundle.fetches.map(({ body, ...rest }) => {
    const bodyRecord = bodyOf.get(rest.id) ?? null;
    if (body !== null && bodyRecord === null) throw new RangeError(`${rest.id} has a body but no response`);
    if (bodyRecord !== null && entries[bodyRecord]?.payloadSha256 !== rest.sha256)
      throw new RangeError(`the hash of ${rest.id} is not that of its body`);
    return { ...rest, bodyRecord };
  });
  const rendered = bundle.rendered.map(({ html: _html, ...rest }, index) => {
    const htmlRecord = htmlOf[index] ?? -1;
    if (entries[htmlRecord]?.payloadSha256 !== rest.sha256)
      throw new RangeError(`the hash of ${rest.fetchId} is not that of its document`);
    return { ...rest, htmlRecord };
  });
  return { ...bundle, fetches, rendered };
}

/** Removes the blocks from the list as it goes, so that no body is in memory twice. */
async function withBodies(frozen: FrozenBundle, blocks: (WarcBlock | undefined)[]): Promise<EvidenceBundle> {
  const claimBlock = (index: number): Uint8Array => {
    const block = blocks[index];
    if (block === undefined) throw new Corrupted(`record ${index} is missing`);
    blocks[index] = undefined;
    return block.block;
  };
  const { payloadOf } = await loadWarc();
  const fetches: Fetch[] = [];
  for (const { bodyRecord, ...rest } of frozen.fetches) {
    const body = bodyRecord === null ? null : payloadOf(claimBlock(bodyRecord));
    if (body !== null && (await digestOffThread(body)) !== rest.sha256)
      throw new Corrupted(`the body of ${rest.id} does not match its hash`);
    fetches.push({ ...rest, body });
  }
  const rendered: RenderedPage[] = [];
  for (const { htmlRecord, ...rest } of frozen.rendered) {
    const block = claimBlock(htmlRecord);
    const html = new TextDecoder('utf-8', { ignoreBOM: true }).decode(block);
    if ((await digestOffThread(block)) !== rest.sha256)
      throw new Corrupted(`the document of ${rest.fetchId} does not match its hash`);
    rendered.push({ ...rest, html });
  }
  return { ...frozen, fetches, rendered };
}
