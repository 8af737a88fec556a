import * as records from '../../src/app/records.ts';
import { patience } from './patience.ts';

/** Verifies as the command does, except that a busy machine interrupts no reading. */
export const verifySharedFile = (text: string) => records.verifySharedFile(text, patience.readingLimits);
export const verifyFiles = (files: Parameters<typeof records.verifyFiles>[0]) =>
  records.verifyFiles(files, patience.readingLimits);
