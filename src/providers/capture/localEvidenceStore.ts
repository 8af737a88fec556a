import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalJson } from '../../domain/canonicalJson.ts';
import type { EvidenceBundle, Fetch, RenderedPage } from '../../domain/checks/evidence.ts';
import type { EvidenceReading, EvidenceStore, StoredEvidence } from '../../ports/evidenceStore.ts';
import {
  indexEntry,
  payloadOf,
  planWarc,
  readWarc,
  sha256,
  type WarcBlock,
  type WarcIndexEntry,
  writeWarc,
} from './warcFile.ts';
import { syncDirectory, writeAtomically } from './writeAtomically.ts';

/** The bundle with its bodies replaced by the number of the WARC record that holds them. */
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

/**
 * Keeps each run's evidence in `<directory>/<runId>/`: one WARC file and a canonical manifest (RFC 8785) that names it,
 * every record and every hash, and ends with the hash of itself. The manifest is put in place last, so a run has all its
 * evidence or none.
 */
export function createLocalEvidenceStore(directory: string): EvidenceStore {
  const homeOf = (runId: string) => {
    if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/.test(runId)) throw new RangeError('a run id is no path');
    return join(directory, runId);
  };

  async function write(bundle: EvidenceBundle): Promise<StoredEvidence> {
    const home = homeOf(bundle.runId);
    const plan = planWarc(bundle);
    const records = plan.entries.map((entry) => ({ ...indexEntry(entry), type: entry.type }));
    const manifest = { manifestVersion: 1, records, bundle: withoutBodies(bundle, plan.bodyOf, plan.htmlOf) } as const;
    const warcFile = `${sha256(canonicalJson(manifest)).slice(0, 16)}.warc.gz`;
    const text = canonicalJson({ ...manifest, warcFile } satisfies Manifest);
    const manifestSha256 = sha256(text);
    const archive = await writeWarc(plan.entries);
    const sealed = `${text}\n${manifestSha256}\n`;
    await mkdir(home, { recursive: true, mode: 0o700 });
    await writeAtomically(home, warcFile, archive);
    await writeAtomically(home, manifestName, sealed);
    await syncDirectory(directory);
    for (const name of await readdir(home)) {
      if (name !== warcFile && name !== manifestName) await rm(join(home, name), { force: true });
    }
    return { manifestSha256, bytes: archive.length + Buffer.byteLength(sealed) };
  }

  async function read(runId: string): Promise<EvidenceReading> {
    const home = homeOf(runId);
    let sealed: string;
    try {
      sealed = await readFile(join(home, manifestName), 'utf8');
    } catch (fault) {
      if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return { kind: 'missing' };
      throw fault;
    }
    try {
      const [text = '', manifestSha256 = ''] = sealed.split('\n');
      if (sha256(text) !== manifestSha256) throw new Corrupted('the manifest does not match its own hash');
      const manifest: Manifest = JSON.parse(text);
      const blocks = await readBlocks(join(home, manifest.warcFile), manifest.records);
      return { kind: 'found', bundle: withBodies(manifest.bundle, blocks), manifestSha256 };
    } catch (fault) {
      if (fault instanceof Corrupted)
        return { kind: 'corrupted', cause: `The evidence of ${runId} is damaged: ${fault.message}.` };
      throw fault;
    }
  }

  async function remove(runId: string): Promise<boolean> {
    const home = homeOf(runId);
    const before = await readdir(home).catch(() => null);
    if (before === null) return false;
    // Without its manifest a run has no evidence, so a kill in the middle leaves nothing that could be half read.
    await rm(join(home, manifestName), { force: true });
    await syncDirectory(home);
    await rm(home, { recursive: true, force: true });
    await syncDirectory(directory);
    return before.includes(manifestName);
  }

  return { write, read, delete: remove };
}

async function readBlocks(path: string, records: readonly WarcIndexEntry[]): Promise<WarcBlock[]> {
  const blocks = await readFile(path)
    .then(readWarc)
    .catch((fault: unknown) => {
      const code = fault instanceof Error && 'code' in fault ? String(fault.code) : 'unreadable';
      throw new Corrupted(`its archive cannot be read (${code})`);
    });
  if (blocks.length !== records.length)
    throw new Corrupted(`its archive has ${blocks.length} of ${records.length} records`);
  records.forEach((expected, index) => {
    const block = blocks[index];
    const same = block !== undefined && canonicalJson(indexEntry(block)) === canonicalJson(expected);
    if (!same) throw new Corrupted(`record ${index} of its archive does not match the manifest`);
  });
  return blocks;
}

function withoutBodies(
  bundle: EvidenceBundle,
  bodyOf: ReadonlyMap<string, number>,
  htmlOf: readonly number[],
): FrozenBundle {
  const fetches = bundle.fetches.map(({ body, ...rest }) => {
    if (body !== null && sha256(body) !== rest.sha256)
      throw new RangeError(`the hash of ${rest.id} is not that of its body`);
    const bodyRecord = bodyOf.get(rest.id) ?? null;
    if (body !== null && bodyRecord === null) throw new RangeError(`${rest.id} has a body but no response`);
    return { ...rest, bodyRecord };
  });
  const rendered = bundle.rendered.map(({ html, ...rest }, index) => {
    if (sha256(html) !== rest.sha256) throw new RangeError(`the hash of ${rest.fetchId} is not that of its document`);
    return { ...rest, htmlRecord: htmlOf[index] ?? -1 };
  });
  return { ...bundle, fetches, rendered };
}

/** Takes the blocks out of the list as it goes, so that no body is kept twice. */
function withBodies(frozen: FrozenBundle, blocks: (WarcBlock | undefined)[]): EvidenceBundle {
  const blockAt = (index: number): Uint8Array => {
    const found = blocks[index];
    if (found === undefined) throw new Corrupted(`record ${index} is missing`);
    blocks[index] = undefined;
    return found.block;
  };
  const fetches = frozen.fetches.map(({ bodyRecord, ...rest }) => {
    const body = bodyRecord === null ? null : payloadOf(blockAt(bodyRecord));
    if (body !== null && sha256(body) !== rest.sha256)
      throw new Corrupted(`the body of ${rest.id} does not match its hash`);
    return { ...rest, body };
  });
  const rendered = frozen.rendered.map(({ htmlRecord, ...rest }) => {
    const html = new TextDecoder('utf-8', { ignoreBOM: true }).decode(blockAt(htmlRecord));
    if (sha256(html) !== rest.sha256) throw new Corrupted(`the document of ${rest.fetchId} does not match its hash`);
    return { ...rest, html };
  });
  return { ...frozen, fetches, rendered };
}
