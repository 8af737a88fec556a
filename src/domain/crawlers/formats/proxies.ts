import { entryFrom, type LogFormat } from '../logEntry.ts';
import { commonTimeMs, requestParts } from './combined.ts';

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
