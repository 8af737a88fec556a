import type { ExportedPath } from '../domain/money/vendorUsage.ts';
import { engineDefinitions } from '../engines/engineDefinitions.ts';

/** Names of our engines' calls in vendors' exports, for exports that name no engine. */
export const exportedPaths: readonly ExportedPath[] = engineDefinitions.flatMap(({ id, exportedPath }) =>
  exportedPath === undefined ? [] : [{ path: exportedPath, engine: id }],
);
