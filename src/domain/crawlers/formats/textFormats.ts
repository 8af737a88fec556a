import { entryFrom, type LogFormat, type ReadLine } from '../logEntry.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Converts `21/Nov/2026:10:01:02 +0100` to milliseconds since the epoch; null for other texts. */
export function commonTimeMs(text: string): number | null {
  const match = /^(\d{2})\/([A-Z][a-z]{2})\/(\d{4}):(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?: ([+-])(\d{2})(\d{2}))?$/.exec(
    text,
  );
  if (match === null) return null;
  const [, day, month, year, hour, minute, second, sign, offsetHours, offsetMinutes] = match;
  const index = months.indexOf(month ?? '');
  const local = Date.UTC(Number(year), index, Number(day), Number(hour), Number(minute), Number(second));
  // Date.UTC moves an impossible day or hour into the next one. A leap second is 60.
  const isReal = new Date(local).getUTCDate() === Number(day) || second === '60';
  if (index < 0 || !isReal || Number(hour) > 23 || Number(minute) > 59) return null;
  const offset = (Number(offsetHours ?? 0) * 60 + Number(offsetMinutes ?? 0)) * 60_000;
  return sign === '-' ? local + offset : local - offset;
}

const utf8 = new TextDecoder();

/** Undoes the escapes of nginx (`\x22`, one for each byte) and Apache (`\"`). */
function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/((?:\\x[0-9a-fA-F]{2})+)|\\(.)/g, (_, bytes?: string, plain?: string) =>
    bytes === undefined ? (plain ?? '') : utf8.decode(Uint8Array.from(bytes.slice(2).split('\\x'), hexadecimal)),
  );
}

const hexadecimal = (digits: string): number => Number.parseInt(digits, 16);

/** Splits a request line into method and target; other bytes, such as those of TLS, give an empty method. */
export function requestParts(request: string): { method: string; target: string } {
  const first = request.indexOf(' ');
  const last = request.lastIndexOf(' ');
  if (first <= 0) return { method: '', target: '' };
  const hasVersion = last > first && request.startsWith('HTTP/', last + 1);
  return { method: request.slice(0, first), target: request.slice(first + 1, hasVersion ? last : undefined) };
}

/** Creates a time parser that caches its last result, because combined logs repeat each second many times. */
function timeReader(): (text: string) => number | null {
  let text = '';
  let value: number | null = null;
  return (next) => {
    if (next !== text) {
      text = next;
      value = commonTimeMs(next);
    }
    return value;
  };
}

/** Matches a line in the common format, which is the combined one without Referer and agent. */
export const isCommon = (line: string): boolean => /\] "[^"]{1,8000}" \d{3} (?:\d{1,20}|-)\s*$/.test(line);

/** The combined format of nginx and Apache, optionally preceded by the virtual host. */
export const combined: LogFormat = {
  id: 'combined',
  label: 'Combined log (nginx, Apache)',
  open: () => {
    const readTime = timeReader();
    return (line) => readCombined(line, readTime);
  },
};

/**
 * From the time on: time, request, status, size, referer and agent. An escaped quote does not end a text. Own formats may
 * have a duration or a host between time and request.
 */
const fromTime =
  /\[(\d\d\/[^\]]{1,40})\] ((?:[^\s"]{1,100} ){0,2})"([^"\\]*(?:\\.[^"\\]*)*)" (\d{3}|-) (?:\d{1,20}|-) "([^"\\]*(?:\\.[^"\\]*)*)" "([^"\\]*(?:\\.[^"\\]*)*)"/y;

/** Returns the position of the `[` before `21/Nov/2026`; an IPv6 address with a port has brackets too. */
function timeBracket(line: string): number {
  let at = line.indexOf('[');
  while (at >= 0 && line[at + 3] !== '/') at = line.indexOf('[', at + 1);
  return at;
}

const isAddress = (text: string): boolean => /^[\d.]+(?::\d+)?$|^[\da-f]*:[\da-f:.]+$/i.test(text);

function readCombined(line: string, readTime: (text: string) => number | null): ReadLine {
  fromTime.lastIndex = timeBracket(line);
  const match = fromTime.lastIndex < 0 ? null : fromTime.exec(line);
  if (match === null) return null;
  const [, time = '', between = '', request = '', status = '', referer = '', agent = ''] = match;
  const caller = readCaller(line.slice(0, match.index));
  const at = readTime(time);
  if (at === null || caller === null) return null;
  const parts = requestParts(unescaped(request));
  if (parts.method === '') return 'skip';
  const host = caller.host || (between.split(' ').find((word) => hostName.test(word)) ?? '');
  return entryFrom({ at, ...caller, ...parts, host, status, userAgent: unescaped(agent), referer: unescaped(referer) });
}

/**
 * Reads what comes before the time: `host address - user`, `address - user`, or lighttpd's `address host user`. The
 * address is only read where no client can write: a user name may contain one, a Host may be one, and a list of
 * forwarded addresses may hold any.
 */
function readCaller(text: string): { address: string; host: string } | null {
  const words = text.trim().replace(syslogHeader, '').replace(/^"/, '').split(/\s+/, 4);
  if (words.length < 3) return null;
  const [first = '', second = ''] = words;
  if (isAddress(first)) return isAddress(second) ? unknownCaller : { address: first, host: hostIn(second) };
  return isAddress(second) && !first.endsWith(',') ? { address: second, host: hostIn(first) } : unknownCaller;
}

const unknownCaller = { address: '', host: '' };
/** Headers of RFC 5424 and of older syslog, up to the message. */
const syslogHeader =
  /^(?:<\d{1,3}>1 (?:\S{1,255} ){5}(?:-|\[[^\]]{1,500}\]) |(?:<\d{1,3}>)?(?:[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|\d{4}-\d\d-\d\dT\S{1,40}) \S{1,255} \S{1,100}: )/;
const hostIn = (word: string): string => (hostName.test(word) ? word : '');

/** A host name with a dot or a port. */
const hostName = /^(?=.*[.:])(?=.*[a-z])[a-z\d][a-z\d.-]{0,253}(?::\d{1,5})?$/i;

/**
 * The HTTP log of HAProxy. It does not name captured headers: `captures` lists them in the order of the configuration.
 */
export const haproxy: LogFormat = {
  id: 'haproxy',
  label: 'HAProxy HTTP log',
  open:
    ({ captures }) =>
    (line) => {
      const head = /haproxy(?:\[\d{1,10}\]:| \d{1,10} - -) (\S{1,60}) \[([^\]]{1,40})\] /.exec(line);
      const quote = line.lastIndexOf(' "');
      if (head === null) return null;
      if (quote < 0 || !line.trimEnd().endsWith('"')) return 'skip';
      const [, address = '', time = ''] = head;
      const middle = line.slice(head.index + head[0].length, quote);
      const values = (/^[^{]*\{([^}]*)\}/.exec(middle)?.[1] ?? '').split('|');
      const captured = (name: string): string => values[captures.findIndex((one) => one.toLowerCase() === name)] ?? '';
      return entryFrom({
        at: commonTimeMs(time),
        // The port follows IPv6 without brackets.
        address: address.replace(/:\d+$/, ''),
        ...requestParts(line.trimEnd().slice(quote + 2, -1)),
        host: captured('host'),
        status: /^\S+ \S+ [-+\d/]+ (-?\d+) /.exec(middle)?.[1] ?? '',
        userAgent: captured('user-agent'),
        referer: captured('referer'),
      });
    },
};

/** Access logs of an AWS Application Load Balancer. They have no Referer. */
export const awsAlb: LogFormat = {
  id: 'aws-alb',
  label: 'AWS Application Load Balancer',
  open: () => (line) => {
    if (!/^(?:https?|h2|grpcs|wss?) \d{4}-\d\d-\d\dT/.test(line)) return null;
    // Values are separated by blanks, except inside quotes.
    const values = [...line.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
    const [, at = '', , address = '', , , , , status = '', , , , request = '', userAgent = ''] = values;
    const parts = requestParts(request);
    if (parts.method === '' || parts.method === '-') return 'skip';
    return entryFrom({ at, address, ...parts, host: '', status, userAgent });
  },
};
