import { join, resolve } from 'node:path';
import type { EvidenceStore } from '../ports/evidenceStore.ts';
import { createLocalEvidenceStore } from '../providers/capture/localEvidenceStore.ts';
import { createS3EvidenceStore } from '../providers/capture/s3EvidenceStore.ts';
import type { Config } from './config.ts';

/** Creates the store of page evidence: a folder of DATA_DIR, or the bucket that EVIDENCE_URL names. */
export function evidenceStoreOf(config: Config): EvidenceStore {
  if (config.EVIDENCE_URL === undefined) return createLocalEvidenceStore(join(resolve(config.DATA_DIR), 'evidence'));
  const { hostname, pathname } = new URL(config.EVIDENCE_URL);
  const accessKeyId = config.EVIDENCE_S3_ACCESS_KEY_ID;
  const secretAccessKey = config.EVIDENCE_S3_SECRET_ACCESS_KEY;
  return createS3EvidenceStore({
    bucket: hostname,
    prefix: pathname
      .split('/')
      .filter((part) => part !== '')
      .join('/'),
    endpoint: config.EVIDENCE_S3_ENDPOINT ?? null,
    region: config.EVIDENCE_S3_REGION,
    pathStyle: config.EVIDENCE_S3_PATH_STYLE,
    credentials: accessKeyId === undefined || secretAccessKey === undefined ? null : { accessKeyId, secretAccessKey },
  });
}
