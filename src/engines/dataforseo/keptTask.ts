import { recordOf, type WireRecord } from '../../providers/wireRecords.ts';

/** Images embedded in the text itself: megabytes that no reader uses. */
const inlineData = /data:image\/[^\s)\]>"']*/gi;

/**
 * Returns the part of a finished task to save for later reading: all of it, without the address that carries our secret
 * and without images in the text. The vendor's own shape stays, known to us or not.
 */
export function keptTask(task: WireRecord): Record<string, unknown> {
  const { data, ...rest } = task;
  const echoed = recordOf(data);
  if (echoed === null) return withoutImages(rest);
  const { pingback_url: _pingback, postback_url: _postback, ...request } = echoed;
  return withoutImages({ ...rest, data: request });
}

function withoutImages<T>(value: T): T {
  return strip(value) as T;
}

function strip(value: unknown): unknown {
  if (typeof value === 'string') return /data:image/i.test(value) ? value.replace(inlineData, '') : value;
  if (Array.isArray(value)) return value.map(strip);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, strip(member)]));
}
