import type { ExportedPath } from '../domain/money/vendorUsage.ts';
import { dataForSeoEngines } from '../providers/answers/dataforseo/dataForSeoEngines.ts';

/** Names of our engines' calls in vendors' exports, for exports that name no engine. */
export const exportedPaths: readonly ExportedPath[] = dataForSeoEngines.map(({ id, path }) => ({ path, engine: id }));
