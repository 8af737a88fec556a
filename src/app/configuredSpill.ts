import { join, resolve } from 'node:path';
import type { Log } from '../ports/log.ts';
import { createFileSpill } from '../providers/spill/fileSpill.ts';
import type { AppContext } from '../services/appContext.ts';
import type { Config } from './config.ts';

/** Creates the stores for receipts that the database refuses: always on this machine's own disk. */
export function buildSpills(config: Pick<Config, 'DATA_DIR'>, log?: Log): Pick<AppContext, 'spill' | 'seoSpill'> {
  const folder = join(resolve(config.DATA_DIR), 'spill');
  const onSetAside = (file: string, cause: string): void =>
    log?.error(
      { file, cause },
      'a spilled receipt is damaged or matches no run; it was set aside for a person to inspect',
    );
  return {
    spill: createFileSpill(folder, { nameOf: ({ runId }) => runId, onSetAside }),
    seoSpill: createFileSpill(join(folder, 'seo'), {
      nameOf: ({ reportId, name }) => `${reportId}.${name}`,
      onSetAside,
    }),
  };
}
