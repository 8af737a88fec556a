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

/** Returns the end of a quoted text that begins at `from`, after its opening quote; -1 if it is not closed. */
function closingQuote(line: string, from: number): number {
  let at = line.indexOf('"', from);
  while (at > 0) {
    let slashes = 0;
    while (line[at - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return at;
    at = line.indexOf('"', at + 1);
  }
  return -1;
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

/** The combined format of nginx and Apache, optionally preceded by the virtual host. */
export const combined: LogFormat = {
  id: 'combined',
  label: 'Combined log (nginx, Apache)',
  open: () => {
    const readTime = timeReader();
    return (line) => readCombined(line, readTime);
  },
};

/** Returns the position of the `[` before `21/Nov/2026`; an IPv6 address with a port has brackets too. */
function timeBracket(line: string): number {
  let at = line.indexOf('[');
  while (at >= 0 && line[at + 3] !== '/') at = line.indexOf('[', at + 1);
  return at;
}

const isAddress = (text: string): boolean => /^[\d.]+(?::\d+)?$|^[\da-f]*:[\da-f:.]+$/i.test(text);

function readCombined(line: string, readTime: (text: string) => number | null): ReadLine {
  const open = timeBracket(line);
  const close = line.indexOf('] "', open);
  if (open <= 0 || close < 0) return null;
  // After the words of syslog, if they come first: `host address - user` or `address - user`.
  const start = line.lastIndexOf(': ', open) + 1;
  const head = line.slice(start, open).trim().split(' ', 4);
  const [first = '', second = ''] = head;
  const hasHost = head.length >= 4 && !isAddress(first) && (isAddress(second) || /:\d+$/.test(first));
  if (head.length < 3) return null;
  const at = readTime(line.slice(open + 1, close));
  const requestEnd = closingQuote(line, close + 3);
  if (at === null || requestEnd < 0) return null;
  const afterRequest = /^ (\d{3}|-) (\d+|-)(?: "|$)/.exec(line.slice(requestEnd + 1, requestEnd + 40));
  if (afterRequest === null || !afterRequest[0].endsWith('"')) return null;
  const refererStart = requestEnd + 1 + afterRequest[0].length;
  const refererEnd = closingQuote(line, refererStart);
  if (refererEnd < 0 || !line.startsWith('" "', refererEnd)) return null;
  const agentEnd = closingQuote(line, refererEnd + 3);
  if (agentEnd < 0) return null;
  const parts = requestParts(unescaped(line.slice(close + 3, requestEnd)));
  if (parts.method === '') return 'skip';
  return entryFrom({
    at,
    address: hasHost ? second : first,
    ...parts,
    host: hasHost ? first : '',
    status: afterRequest[1] ?? '',
    userAgent: unescaped(line.slice(refererEnd + 3, agentEnd)),
    referer: unescaped(line.slice(refererStart, refererEnd)),
  });
}
