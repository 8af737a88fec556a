import { fieldFormats, mappedJson } from './formats/fieldFormats.ts';
import { awsAlb, combined, haproxy, isCommon } from './formats/textFormats.ts';
import type { LogFormat, LogOptions } from './logEntry.ts';

/** All readable formats. */
export const logFormats: readonly LogFormat[] = [combined, haproxy, awsAlb, ...fieldFormats, mappedJson];

export const logFormatIds: readonly string[] = logFormats.map(({ id }) => id);

/** Number of first lines that decide the format of a file. */
export const detectedLines = 50;

export type Detection = { format: LogFormat } | { refusal: string; line: number | null };

/**
 * Detects the format of a file from its first lines: the one that reads most of them, and at least half. A tie is an
 * error that names both, since a wrong guess would give wrong counts.
 * @param lines up to `detectedLines` non-empty lines
 */
export function detectLogFormat(lines: readonly string[], options: LogOptions): Detection {
  const scores = logFormats
    .map((format) => {
      const read = format.open(options);
      const results = lines.map((line) => read(line));
      const entries = results.filter((result) => result !== null && result !== 'skip').length;
      const unread = results.indexOf(null);
      return { format, entries, readable: results.filter((result) => result !== null).length, unread };
    })
    .filter(({ readable }) => readable > 0)
    .toSorted((a, b) => b.readable - a.readable || b.entries - a.entries);
  const [best, second] = scores;
  if (best === undefined || best.readable * 2 < lines.length) {
    return {
      refusal: lines.every(isCommon)
        ? 'has no user agents: it is a common log; let the server write the combined format'
        : 'is not in a supported format',
      line: best === undefined || best.unread < 0 ? 1 : best.unread + 1,
    };
  }
  if (best.entries === 0 && lines.length >= detectedLines) {
    return { refusal: `looks like ${best.format.label}, but none of its first lines is a request`, line: null };
  }
  if (second !== undefined && second.readable === best.readable && second.entries === best.entries) {
    return { refusal: `could be ${best.format.label} or ${second.format.label}: name its format`, line: null };
  }
  return { format: best.format };
}
