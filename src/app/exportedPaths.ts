import type { ExportedPath } from '../domain/money/vendorUsage.ts';
import { engineDefinitions } from '../engines/engineDefinitions.ts';

/** Addresses of our engines' calls, for vendors' exports that name no engine. */
export const exportedPaths: readonly ExportedPath[] = engineDefinitions.flatMap(({ id, exportedPath }) =>
  exportedPath === undefined ? [] : [{ path: exportedPath, engine: id }],
);
