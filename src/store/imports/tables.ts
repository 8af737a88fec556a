import type { DataConnection } from '../../domain/imports/connectors.ts';
import type { ImportMetric } from '../../domain/imports/importKind.ts';
import type { OwnerImport } from '../../domain/imports/ownerImport.ts';
import type { SamplingFrame } from '../../domain/imports/samplingFrame.ts';
import type { TableRow } from '../database/columns.ts';

/** `sealed`: the credential, sealed with the server's key. */
export type SealedConnection = DataConnection & { sealed: string };

/** The tables of the owner's own data, as part of all tables. Dates are `YYYY-MM-DD`. */
export type ImportTables = {
  data_connections: TableRow<SealedConnection> & { workspace_id: string };
  /** `renewed_at`: time of the last write of the importing process, on the steady clock. */
  owner_imports: TableRow<OwnerImport, 'dimensions' | 'counts' | 'warnings'> & {
    workspace_id: string;
    state: string;
    renewed_at: string;
  };
  sampling_frames: TableRow<SamplingFrame, 'strata'> & { workspace_id: string };
  /** `page`: the page's canonical spelling, for figures of pages. */
  owner_figures: {
    import_id: string;
    website_id: string;
    dimension: string;
    subject: string;
    page: string | null;
    detail: string;
  } & Record<ImportMetric, number | null>;
};
