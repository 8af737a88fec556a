import { defineJsonFormat, defineLogFormat, entryFrom, rowAt, textAt } from '../logEntry.ts';
import { commonTimeMs, requestParts } from './combined.ts';

/** JSON lines of Caddy: seconds or ISO time, header values as lists. */
export const caddy = defineJsonFormat({
  id: 'caddy',
  label: 'Caddy JSON',
  read: (row) => {
    const request = rowAt(row, 'request');
    if (!('uri' in request)) return typeof row.logger === 'string' && 'ts' in row ? 'skip' : null;
    const headers = rowAt(request, 'headers');
    return entryFrom({
      at: textAt(row, 'ts'),
      address: textAt(request, 'client_ip') || textAt(request, 'remote_ip'),
      method: textAt(request, 'method'),
      host: textAt(request, 'host'),
      target: textAt(request, 'uri'),
      status: textAt(row, 'status'),
      userAgent: textAt(headers, 'User-Agent'),
      referer: textAt(headers, 'Referer'),
      isPrefetch: /prefetch/.test(textAt(headers, 'Sec-Purpose')),
      signed: {
        input: textAt(headers, 'Signature-Input'),
        signature: textAt(headers, 'Signature'),
        agent: textAt(headers, 'Signature-Agent'),
      },
    });
  },
});

/** JSON lines of Traefik; it drops request headers unless it is configured to keep them. */
export const traefik = defineJsonFormat({
  id: 'traefik',
  label: 'Traefik JSON',
  read: (row) => {
    if (!('RequestPath' in row) || !('DownstreamStatus' in row)) return null;
    return entryFrom({
      at: textAt(row, 'StartUTC') || textAt(row, 'StartLocal') || textAt(row, 'time'),
      address: textAt(row, 'ClientHost') || textAt(row, 'ClientAddr'),
      method: textAt(row, 'RequestMethod'),
      host: textAt(row, 'RequestHost'),
      target: textAt(row, 'RequestPath'),
      status: textAt(row, 'DownstreamStatus'),
      userAgent: textAt(row, 'request_User-Agent'),
      referer: textAt(row, 'request_Referer'),
      isPrefetch: /prefetch/.test(textAt(row, 'request_Sec-Purpose')),
    });
  },
});

/** The HTTP log of HAProxy. Captured headers have no names in it: `captures` gives them in the order of the configuration. */
export const haproxy = defineLogFormat({
  id: 'haproxy',
  label: 'HAProxy HTTP log',
  open:
    ({ captures }) =>
    (line) => {
      const head = /haproxy\[\d+\]: (\S+) \[([^\]]+)\] /.exec(line);
      const quote = line.lastIndexOf(' "');
      if (head === null) return null;
      if (quote < 0 || !line.trimEnd().endsWith('"')) return 'skip';
      const [, address = '', time = ''] = head;
      const middle = line.slice(head.index + head[0].length, quote);
      const status = /^\S+ \S+ [-+\d/]+ (-?\d+) /.exec(middle)?.[1] ?? '';
      const values = (/^[^{]*\{([^}]*)\}/.exec(middle)?.[1] ?? '').split('|');
      const captured = (name: string): string => values[captures.findIndex((one) => one.toLowerCase() === name)] ?? '';
      const { method, target } = requestParts(line.trimEnd().slice(quote + 2, -1));
      return entryFrom({
        at: commonTimeMs(time),
        // The port follows IPv6 without brackets.
        address: address.replace(/:\d+$/, ''),
        method,
        host: captured('host'),
        target,
        status: status === '-1' ? '' : status,
        userAgent: captured('user-agent'),
        referer: captured('referer'),
      });
    },
});

/** W3C extended logs of IIS: `#Fields:` gives the columns and may change inside a file; times are UTC. */
export const iis = defineLogFormat({
  id: 'iis',
  label: 'IIS W3C log',
  open: () => {
    let columns: readonly string[] = [];
    return (line) => {
      if (line.startsWith('#')) {
        if (line.startsWith('#Fields:')) columns = line.slice(8).trim().split(' ');
        return 'skip';
      }
      const values = line.split(' ');
      if (!columns.includes('cs-uri-stem') || values.length !== columns.length) return null;
      const column = (name: string): string => {
        const value = values[columns.indexOf(name)] ?? '';
        return value === '-' ? '' : value;
      };
      const query = column('cs-uri-query');
      return entryFrom({
        at: `${column('date')}T${column('time')}Z`,
        address: column('c-ip'),
        method: column('cs-method'),
        host: column('cs-host') || column('cs(Host)'),
        target: query === '' ? column('cs-uri-stem') : `${column('cs-uri-stem')}?${query}`,
        status: column('sc-status'),
        userAgent: column('cs(User-Agent)').replaceAll('+', ' '),
        referer: column('cs(Referer)'),
      });
    };
  },
});
