import type { ExportedPath } from '../domain/money/vendorUsage.ts';
import { dataForSeoEngines } from '../providers/answers/dataforseo/dataForSeoEngines.ts';

/** How the exports of vendors name the calls of our engines, for those that name no engine. */
export const exportedPaths: readonly ExportedPath[] = dataForSeoEngines.map(({ id, path }) => ({ path, engine: id }));
