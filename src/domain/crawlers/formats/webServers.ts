import { defineJsonFormat, defineLogFormat, entryFrom, rowAt, rowReader } from '../logEntry.ts';
import { commonTimeMs, requestParts } from './combined.ts';

/** JSON lines of Caddy: seconds or ISO time, header values as lists. */
export const caddy = defineJsonFormat({
  id: 'caddy',
  label: 'Caddy JSON',
  skips: (row) => !('uri' in rowAt(row, 'request')) && typeof row.logger === 'string' && 'ts' in row,
  accepts: (row) => 'uri' in rowAt(row, 'request'),
  fields: {
    at: 'ts',
    address: 'request.client_ip|request.remote_ip',
    method: 'request.method',
    host: 'request.host',
    path: 'request.uri',
    status: 'status',
    userAgent: 'request.headers.User-Agent',
    referer: 'request.headers.Referer',
    prefetch: 'request.headers.Sec-Purpose',
    signatureInput: 'request.headers.Signature-Input',
    signature: 'request.headers.Signature',
    signatureAgent: 'request.headers.Signature-Agent',
  },
});

/** JSON lines of Traefik, which drops request headers unless configured to keep them. */
export const traefik = defineJsonFormat({
  id: 'traefik',
  label: 'Traefik JSON',
  accepts: (row) => 'RequestPath' in row && 'DownstreamStatus' in row,
  fields: {
    at: 'StartUTC|StartLocal|time',
    address: 'ClientHost|ClientAddr',
    method: 'RequestMethod',
    host: 'RequestHost',
    path: 'RequestPath',
    status: 'DownstreamStatus',
    userAgent: 'request_User-Agent',
    referer: 'request_Referer',
    prefetch: 'request_Sec-Purpose',
  },
});

/**
 * The HTTP log of HAProxy. It does not name captured headers: `captures` lists them in the order of the configuration.
 */
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

/** W3C extended logs of IIS: `#Fields:` names the columns and may change within a file; times are UTC. */
export const iis = defineLogFormat({
  id: 'iis',
  label: 'IIS W3C log',
  open: (options) => {
    const fields = {
      date: 'date',
      time: 'time',
      address: 'c-ip',
      method: 'cs-method',
      host: 'cs-host|cs(Host)',
      path: 'cs-uri-stem',
      query: 'cs-uri-query',
      status: 'sc-status',
      userAgent: 'cs(User-Agent)',
      referer: 'cs(Referer)',
    };
    const read = rowReader(fields, (text) => ({ userAgent: text('userAgent').replaceAll('+', ' ') }));
    let columns: readonly string[] = [];
    return (line) => {
      if (line.startsWith('#')) {
        if (line.startsWith('#Fields:')) columns = line.slice(8).trim().split(' ');
        return 'skip';
      }
      const values = line.split(' ');
      if (!columns.includes('cs-uri-stem') || values.length !== columns.length) return null;
      return read(Object.fromEntries(columns.map((name, index) => [name, values[index]])), options);
    };
  },
});
