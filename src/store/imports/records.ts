import type { SamplingFrame } from '../../domain/imports/samplingFrame.ts';
import { mapColumns } from '../database/columns.ts';
import { createRecords } from '../database/records.ts';
import type { SealedConnection } from './tables.ts';

const columns = mapColumns<SealedConnection>()({
  plain: 'id websiteId kind property createdAt createdBy readAt endDate sealed',
});
const frameColumns = mapColumns<SamplingFrame>()({ plain: 'id websiteId digest size createdAt', json: 'strata' });

export const connections = createRecords<SealedConnection>('data_connections', columns, {
  at: 'created_at',
  newestFirst: false,
});
export const samplingFrames = createRecords<SamplingFrame>('sampling_frames', frameColumns, {
  at: 'created_at',
  newestFirst: true,
});
