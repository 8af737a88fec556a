import { decoded, defineJsonFormat, defineLogFormat, entryFrom, type JsonRow, rowAt, textAt } from '../logEntry.ts';
import { requestParts } from './combined.ts';

/** Splits a line at blanks, except inside quotes. */
function quotedValues(line: string): string[] {
  return [...line.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

/** Access logs of an AWS Application Load Balancer. They have no Referer. */
export const awsAlb = defineLogFormat({
  id: 'aws-alb',
  label: 'AWS Application Load Balancer',
  open: () => (line) => {
    if (!/^(?:https?|h2|grpcs|wss?) \d{4}-\d\d-\d\dT/.test(line)) return null;
    const values = quotedValues(line);
    const [, at = '', , client = '', , , , , status = '', , , , request = '', userAgent = ''] = values;
    const { method, target } = requestParts(request);
    if (method === '' || method === '-') return 'skip';
    return entryFrom({
      at,
      address: client,
      method,
      host: '',
      target,
      status: status === '-' ? '' : status,
      userAgent: userAgent === '-' ? '' : userAgent,
    });
  },
});

/** One row of CloudFront by the names of its columns, the same in both versions. */
function cloudFrontEntry(column: (name: string) => string) {
  const query = column('cs-uri-query');
  return entryFrom({
    at: `${column('date')}T${column('time')}Z`,
    address: column('c-ip'),
    method: column('cs-method'),
    host: column('x-host-header') || column('cs(Host)'),
    target: query === '' ? column('cs-uri-stem') : `${column('cs-uri-stem')}?${query}`,
    status: column('sc-status'),
    // Old files encode the agent twice.
    userAgent: decoded(decoded(column('cs(User-Agent)'))),
    referer: decoded(column('cs(Referer)')),
    requestId: column('x-edge-request-id') || null,
  });
}

/** Standard logs of CloudFront, version 1: columns by tabs, named by `#Fields:`. */
export const cloudFront = defineLogFormat({
  id: 'cloudfront',
  label: 'CloudFront standard log',
  open: () => {
    let columns: readonly string[] = [];
    return (line) => {
      if (line.startsWith('#')) {
        if (line.startsWith('#Fields:')) columns = line.slice(8).trim().split(/\s+/);
        return 'skip';
      }
      const values = line.split('\t');
      if (!columns.includes('x-edge-location') || values.length < 12) return null;
      return cloudFrontEntry((name) => {
        const value = values[columns.indexOf(name)] ?? '';
        return value === '-' ? '' : value;
      });
    };
  },
});

/** Standard logs of CloudFront, version 2, as JSON: the same names as keys. */
export const cloudFrontJson = defineJsonFormat({
  id: 'cloudfront-json',
  label: 'CloudFront JSON',
  read: (row) => ('cs-uri-stem' in row ? cloudFrontEntry((name) => textAt(row, name)) : null),
});

export const cloudflare = defineJsonFormat({
  id: 'cloudflare',
  label: 'Cloudflare Logpush',
  read: (row) => {
    // The delivery by which Cloudflare tests a new job.
    if (row.content === 'test' && Object.keys(row).length === 1) return 'skip';
    if (!('ClientRequestURI' in row) && !('ClientRequestPath' in row)) return null;
    const headers = rowAt(row, 'RequestHeaders');
    return entryFrom({
      at: textAt(row, 'EdgeStartTimestamp') || textAt(row, 'EdgeEndTimestamp'),
      address: textAt(row, 'ClientIP'),
      method: textAt(row, 'ClientRequestMethod'),
      host: textAt(row, 'ClientRequestHost'),
      target: textAt(row, 'ClientRequestURI') || textAt(row, 'ClientRequestPath'),
      status: textAt(row, 'EdgeResponseStatus'),
      userAgent: textAt(row, 'ClientRequestUserAgent'),
      referer: textAt(row, 'ClientRequestReferer'),
      isVerifiedByCdn: textAt(row, 'VerifiedBotCategory') !== '',
      isPrefetch: /prefetch/.test(textAt(headers, 'sec-purpose')),
      requestId: textAt(row, 'RayID') || null,
      signed: {
        input: textAt(headers, 'signature-input'),
        signature: textAt(headers, 'signature'),
        agent: textAt(headers, 'signature-agent'),
      },
    });
  },
});

/** Entries of a Vercel drain. Those without `proxy` are not requests; several may belong to one request. */
export const vercel = defineJsonFormat({
  id: 'vercel',
  label: 'Vercel log drain',
  read: (row) => {
    if (!('source' in row) || !('id' in row)) return null;
    if (!('proxy' in row)) return 'skip';
    const proxy = rowAt(row, 'proxy');
    return entryFrom({
      at: textAt(proxy, 'timestamp'),
      address: textAt(proxy, 'clientIp'),
      method: textAt(proxy, 'method'),
      host: textAt(proxy, 'host'),
      target: textAt(proxy, 'path'),
      status: textAt(proxy, 'statusCode').replace(/^-1$/, ''),
      userAgent: textAt(proxy, 'userAgent'),
      referer: textAt(proxy, 'referer'),
      requestId: textAt(row, 'requestId') || null,
    });
  },
});

/** Traffic entries of a Netlify drain; with `exclude_pii` they carry no address. */
export const netlify = defineJsonFormat({
  id: 'netlify',
  label: 'Netlify log drain',
  read: (row, { receivedAtMs }) => {
    if (!('url' in row) || !('status_code' in row)) return null;
    return entryFrom({
      at: textAt(row, 'timestamp') || textAt(row, 'time') || receivedAtMs,
      address: textAt(row, 'client_ip'),
      method: textAt(row, 'method'),
      host: '',
      target: textAt(row, 'url'),
      status: textAt(row, 'status_code'),
      userAgent: textAt(row, 'user_agent'),
      referer: textAt(row, 'referrer'),
      requestId: textAt(row, 'request_id') || null,
    });
  },
});

/** Akamai DataStream 2: every value a text, the agent percent-encoded, the path without its slash. */
export const akamai = defineJsonFormat({
  id: 'akamai',
  label: 'Akamai DataStream 2',
  read: (row) => {
    if (!('reqTimeSec' in row) || !('reqPath' in row)) return null;
    const query = textAt(row, 'queryStr');
    const path = `/${textAt(row, 'reqPath').replace(/^\//, '')}`.replaceAll(' ', '%20');
    return entryFrom({
      at: textAt(row, 'reqTimeSec'),
      address: textAt(row, 'cliIP'),
      method: textAt(row, 'reqMethod'),
      host: textAt(row, 'reqHost'),
      target: query === '' ? path : `${path}?${query}`,
      status: textAt(row, 'statusCode'),
      userAgent: decoded(textAt(row, 'UA')),
      referer: decoded(textAt(row, 'referer')),
    });
  },
});

export const googleCloud = defineJsonFormat({
  id: 'google-cloud',
  label: 'Google Cloud load balancer',
  read: (row) => {
    if (!('httpRequest' in row)) return 'resource' in row && 'timestamp' in row ? 'skip' : null;
    const request = rowAt(row, 'httpRequest');
    return entryFrom({
      at: textAt(row, 'timestamp'),
      address: textAt(request, 'remoteIp'),
      method: textAt(request, 'requestMethod'),
      host: '',
      target: textAt(request, 'requestUrl'),
      status: textAt(request, 'status'),
      userAgent: textAt(request, 'userAgent'),
      referer: textAt(request, 'referer'),
    });
  },
});

/** Access logs of Azure Front Door. `socketIp` is the caller; `clientIp` may be a forwarded header. */
export const azureFrontDoor = defineJsonFormat({
  id: 'azure-front-door',
  label: 'Azure Front Door',
  read: (row) => {
    if (!/^frontdooraccesslog$/i.test(textAt(row, 'category')))
      return 'category' in row && 'properties' in row ? 'skip' : null;
    const properties = rowAt(row, 'properties');
    return entryFrom({
      at: textAt(row, 'time'),
      address: textAt(properties, 'socketIp') || textAt(properties, 'clientIp'),
      method: textAt(properties, 'httpMethod'),
      host: '',
      target: textAt(properties, 'requestUri'),
      status: textAt(properties, 'httpStatusCode'),
      userAgent: textAt(properties, 'userAgent'),
      referer: textAt(properties, 'referrer') || textAt(properties, 'referer'),
    });
  },
});

/** Lines of JSON in a form of the owner's own: `mapping` names the field of each part, with dots for inner fields. */
export const mappedJson = defineJsonFormat({
  id: 'json',
  label: 'JSON lines with your own fields',
  read: (row, { mapping }) => {
    const fieldOf = (part: string): string => {
      const names = mapping[part]?.split('.') ?? [];
      const last = names.pop();
      return last === undefined ? '' : textAt(names.reduce<JsonRow>(rowAt, row), last);
    };
    if (mapping.at === undefined || mapping.path === undefined) return null;
    return entryFrom({
      at: fieldOf('at'),
      address: fieldOf('address'),
      method: fieldOf('method') || 'GET',
      host: fieldOf('host'),
      target: fieldOf('path'),
      status: fieldOf('status'),
      userAgent: fieldOf('userAgent'),
      referer: fieldOf('referer'),
      signed: {
        input: fieldOf('signatureInput'),
        signature: fieldOf('signature'),
        agent: fieldOf('signatureAgent'),
      },
    });
  },
});
