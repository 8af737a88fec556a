import { decoded, defineJsonFormat, defineLogFormat, entryFrom, parseRow, rowReader, textAt } from '../logEntry.ts';
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

/** Columns of CloudFront, the same in both versions. */
const cloudFrontFields = {
  date: 'date',
  time: 'time',
  address: 'c-ip',
  method: 'cs-method',
  host: 'x-host-header|cs(Host)',
  path: 'cs-uri-stem',
  query: 'cs-uri-query',
  status: 'sc-status',
  userAgent: 'cs(User-Agent)',
  referer: 'cs(Referer)',
  requestId: 'x-edge-request-id',
} as const;
/** Old files percent-encode the agent twice. */
const decodeCloudFront = (text: (part: 'userAgent' | 'referer') => string) => ({
  userAgent: decoded(decoded(text('userAgent'))),
  referer: decoded(text('referer')),
});

/** Standard logs of CloudFront, version 1: tab-separated columns, named by `#Fields:`. */
export const cloudFront = defineLogFormat({
  id: 'cloudfront',
  label: 'CloudFront standard log',
  open: (options) => {
    const read = rowReader(cloudFrontFields, decodeCloudFront);
    let columns: readonly string[] = [];
    return (line) => {
      if (line.startsWith('#')) {
        if (line.startsWith('#Fields:')) columns = line.slice(8).trim().split(/\s+/);
        return 'skip';
      }
      const values = line.split('\t');
      if (!columns.includes('x-edge-location') || values.length < 12) return null;
      return read(Object.fromEntries(columns.map((name, index) => [name, values[index] ?? ''])), options);
    };
  },
});

/** Standard logs of CloudFront, version 2, as JSON: the same names as keys. */
export const cloudFrontJson = defineJsonFormat({
  id: 'cloudfront-json',
  label: 'CloudFront JSON',
  accepts: (row) => 'cs-uri-stem' in row,
  fields: cloudFrontFields,
  change: decodeCloudFront,
});

export const cloudflare = defineJsonFormat({
  id: 'cloudflare',
  label: 'Cloudflare Logpush',
  // Test delivery that Cloudflare sends for a new job.
  skips: (row) => row.content === 'test' && Object.keys(row).length === 1,
  accepts: (row) => 'ClientRequestURI' in row || 'ClientRequestPath' in row,
  fields: {
    at: 'EdgeStartTimestamp|EdgeEndTimestamp',
    address: 'ClientIP',
    method: 'ClientRequestMethod',
    host: 'ClientRequestHost',
    path: 'ClientRequestURI|ClientRequestPath',
    status: 'EdgeResponseStatus',
    userAgent: 'ClientRequestUserAgent',
    referer: 'ClientRequestReferer',
    verified: 'VerifiedBotCategory',
    prefetch: 'RequestHeaders.sec-purpose',
    requestId: 'RayID',
    signatureInput: 'RequestHeaders.signature-input',
    signature: 'RequestHeaders.signature',
    signatureAgent: 'RequestHeaders.signature-agent',
  },
});

/** Entries of a Vercel drain. Those without `proxy` are not requests; one request may have several. */
export const vercel = defineJsonFormat({
  id: 'vercel',
  label: 'Vercel log drain',
  skips: (row) => 'source' in row && 'id' in row && !('proxy' in row),
  accepts: (row) => 'source' in row && 'id' in row,
  fields: {
    at: 'proxy.timestamp',
    address: 'proxy.clientIp',
    method: 'proxy.method',
    host: 'proxy.host',
    path: 'proxy.path',
    status: 'proxy.statusCode',
    userAgent: 'proxy.userAgent',
    referer: 'proxy.referer',
    requestId: 'requestId',
  },
  change: (text) => ({ status: text('status').replace(/^-1$/, '') }),
});

/** Traffic entries of a Netlify drain; with `exclude_pii` they contain no address. */
export const netlify = defineJsonFormat({
  id: 'netlify',
  label: 'Netlify log drain',
  accepts: (row) => 'url' in row && 'status_code' in row,
  fields: {
    at: 'timestamp|time',
    address: 'client_ip',
    method: 'method',
    path: 'url',
    status: 'status_code',
    userAgent: 'user_agent',
    referer: 'referrer',
    requestId: 'request_id',
  },
  change: (text, { receivedAtMs }) => ({ at: text('at') || receivedAtMs }),
});

/** Akamai DataStream 2: every value is a text, the agent is percent-encoded, and the path lacks its slash. */
export const akamai = defineJsonFormat({
  id: 'akamai',
  label: 'Akamai DataStream 2',
  accepts: (row) => 'reqTimeSec' in row && 'reqPath' in row,
  fields: {
    at: 'reqTimeSec',
    address: 'cliIP',
    method: 'reqMethod',
    host: 'reqHost',
    path: 'reqPath',
    query: 'queryStr',
    status: 'statusCode',
    userAgent: 'UA',
    referer: 'referer',
  },
  change(text) {
    const path = `/${text('path').replace(/^\//, '')}`.replaceAll(' ', '%20');
    const query = text('query');
    return {
      target: query === '' ? path : `${path}?${query}`,
      userAgent: decoded(text('userAgent')),
      referer: decoded(text('referer')),
    };
  },
});

export const googleCloud = defineJsonFormat({
  id: 'google-cloud',
  label: 'Google Cloud load balancer',
  skips: (row) => !('httpRequest' in row) && 'resource' in row && 'timestamp' in row,
  accepts: (row) => 'httpRequest' in row,
  fields: {
    at: 'timestamp',
    address: 'httpRequest.remoteIp',
    method: 'httpRequest.requestMethod',
    path: 'httpRequest.requestUrl',
    status: 'httpRequest.status',
    userAgent: 'httpRequest.userAgent',
    referer: 'httpRequest.referer',
  },
});

const isFrontDoor = (row: Readonly<Record<string, unknown>>): boolean =>
  /^frontdooraccesslog$/i.test(textAt(row, 'category'));

/** Access logs of Azure Front Door. `socketIp` is the caller; `clientIp` may be a forwarded header. */
export const azureFrontDoor = defineJsonFormat({
  id: 'azure-front-door',
  label: 'Azure Front Door',
  skips: (row) => !isFrontDoor(row) && 'category' in row && 'properties' in row,
  accepts: isFrontDoor,
  fields: {
    at: 'time',
    address: 'properties.socketIp|properties.clientIp',
    method: 'properties.httpMethod',
    path: 'properties.requestUri',
    status: 'properties.httpStatusCode',
    userAgent: 'properties.userAgent',
    referer: 'properties.referrer|properties.referer',
  },
});

/** JSON lines in the owner's own format: `mapping` names the field of each part, with dots for nested fields. */
export const mappedJson = defineLogFormat({
  id: 'json',
  label: 'JSON lines with your own fields',
  open: (options) => {
    const { mapping } = options;
    const read = rowReader(mapping, (text) => ({ method: text('method') || 'GET' }));
    return (line) => {
      const row = mapping.at === undefined || mapping.path === undefined ? null : parseRow(line);
      return row === null ? null : read(row, options);
    };
  },
});
