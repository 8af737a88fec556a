import type { S3Client } from '@aws-sdk/client-s3';
import type { EvidenceStore } from '../../ports/evidenceStore.ts';
import { sha256 } from './digests.ts';
import { createEvidenceStore, type EvidenceFiles } from './sealedEvidence.ts';

export type S3Options = {
  bucket: string;
  /** Prefix of every key, without a slash at its ends; empty: keys begin with the run's id. */
  prefix: string;
  /** Null: the vendor's own address for the region. */
  endpoint: string | null;
  region: string;
  /** True if the bucket is in the path rather than the host name, as most self-hosted servers require. */
  pathStyle: boolean;
  /** Null: the credentials of the machine (standard variables, a profile, its role). */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
};

const connectTimeoutMs = 5_000;
const requestTimeoutMs = 60_000;
const maxAttempts = 3;

/**
 * Stores evidence in an S3-compatible store, at `<prefix>/<runId>/`. Every file is read back and compared before it
 * counts, because stores differ in what they check. The library is loaded on first use.
 */
export function createS3EvidenceStore(options: S3Options): EvidenceStore {
  let loading: Promise<Loaded> | null = null;
  const load = (): Promise<Loaded> => {
    loading ??= connect(options).catch((cause: unknown) => {
      loading = null;
      throw cause;
    });
    return loading;
  };
  const { bucket: Bucket } = options;
  const folderOf = (runId: string): string => `${options.prefix === '' ? '' : `${options.prefix}/`}${runId}/`;

  async function read(runId: string, name: string): Promise<Buffer | null> {
    const { library, client } = await load();
    try {
      const { Body } = await client.send(new library.GetObjectCommand({ Bucket, Key: folderOf(runId) + name }));
      return Body === undefined ? null : Buffer.from(await Body.transformToByteArray());
    } catch (cause) {
      if (cause instanceof Error && cause.name === 'NoSuchKey') return null;
      throw cause;
    }
  }

  const files: EvidenceFiles = {
    async write(runId, name, bytes) {
      const { library, client } = await load();
      const body = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
      const put = { Bucket, Key: folderOf(runId) + name, Body: body, ContentLength: body.length };
      await client.send(new library.PutObjectCommand(put));
      const stored = await read(runId, name);
      if (stored === null || sha256(stored) !== sha256(body)) {
        throw new Error(
          `${name} of ${runId} was written to the evidence store, but reading it back returned different bytes`,
        );
      }
    },
    read,
    async list(runId) {
      const { library, client } = await load();
      const names: string[] = [];
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(
          new library.ListObjectsV2Command({ Bucket, Prefix: folderOf(runId), ContinuationToken }),
        );
        names.push(
          ...(page.Contents ?? []).flatMap(({ Key }) => (Key === undefined ? [] : [Key.slice(folderOf(runId).length)])),
        );
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken !== undefined);
      return names;
    },
    async remove(runId, names) {
      const { library, client } = await load();
      for (const name of names) {
        await client.send(new library.DeleteObjectCommand({ Bucket, Key: folderOf(runId) + name }));
      }
    },
  };
  return createEvidenceStore(files);
}

type Loaded = { library: typeof import('@aws-sdk/client-s3'); client: S3Client };

async function connect({ endpoint, region, pathStyle, credentials }: S3Options): Promise<Loaded> {
  const library = await import('@aws-sdk/client-s3');
  const client = new library.S3Client({
    region,
    forcePathStyle: pathStyle,
    maxAttempts,
    // Many stores refuse checksums in trailers, so writes are read back instead.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectTimeoutMs, requestTimeout: requestTimeoutMs },
    ...(endpoint === null ? {} : { endpoint }),
    ...(credentials === null ? {} : { credentials }),
  });
  return { library, client };
}
