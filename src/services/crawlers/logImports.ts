import { logImports } from '../../store/crawlers/logImports.ts';
import { importVerbs } from './importRecords.ts';

export const { list: listLogImports, read: readLogImport, remove: removeLogImport } = importVerbs(logImports);
