import { entryFrom, type LogEntry, type LogFormat, type LogOptions } from '../logEntry.ts';
import { commonTimeMs, requestParts } from './combined.ts';

/**
 * Parts of an entry as they occur in a row; `query` is appended to the path, `date` and `time` replace a missing `at`,
 * `request` (`GET /faq HTTP/1.1`) a missing method and path.
 */
type Part =
  | ('at' | 'date' | 'time' | 'address' | 'method' | 'host' | 'path' | 'query' | 'status' | 'userAgent' | 'referer')
  | ('request' | 'requestId' | 'verified' | 'prefetch' | 'signatureInput' | 'signature' | 'signatureAgent');

/** A format whose parts have names: a JSON object per line, or columns that a `#Fields:` line names. */
type FieldFormat = {
  id: string;
  label: string;
  /** Fields of every request. */
  has: string;
  /** Fields of the same vendor's other records, which are skipped. */
  other?: string;
  /** Separates the columns; absent for JSON. */
  separator?: string;
  /** Encoding of blanks and other characters in agent and referer. */
  encoding?: string;
  /**
   * Fields of each part, as `part=field`: dots lead to nested fields; `|` separates alternatives, used if the previous
   * one is empty.
   */
  fields: string;
};

type Row = Readonly<Record<string, unknown>>;

const fieldAt = (row: Row, path: string): unknown =>
  row[path] ?? path.split('.').reduce<unknown>((value, name) => Object(value)[name], row);

/** Returns a field's text: the first value of a list; `-` and null become an empty text. */
function textOf(value: unknown): string {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  const text = typeof first === 'string' || typeof first === 'number' ? String(first) : '';
  return text === '-' ? '' : text;
}

type Fields = readonly (readonly [part: string, names: string])[];

function rowReader(fields: Fields, encoding?: string): (row: Row, options: LogOptions) => LogEntry | null {
  const places = new Map(fields.map(([part, names]) => [part, names.split('|')]));
  const decode = (text: string): string =>
    // Old files of CloudFront percent-encode twice.
    encoding === 'percent' ? decoded(decoded(text)) : encoding === 'plus' ? text.replaceAll('+', ' ') : text;
  return (row, { receivedAtMs }) => {
    const text = (part: Part): string => {
      for (const name of places.get(part) ?? []) {
        const value = textOf(fieldAt(row, name));
        if (value !== '') return value;
      }
      return '';
    };
    const [query, date] = [text('query'), text('date')];
    const request = requestParts(text('request'));
    // Akamai leaves out the first slash, so the home page's path is empty; `-` means none.
    const isHome = places.get('path')?.some((name) => fieldAt(row, name) === '');
    const path = text('path') || request.target || (isHome === true ? '/' : '');
    const at = text('at');
    return entryFrom({
      at: commonTimeMs(at) ?? (at || (date === '' ? receivedAtMs : `${date}T${text('time')}Z`)),
      address: text('address'),
      method: text('method') || request.method || 'GET',
      host: text('host'),
      target: query === '' ? path : `${path}?${query}`,
      status: text('status'),
      userAgent: decode(text('userAgent')),
      referer: decode(text('referer')),
      isVerifiedByCdn: text('verified') !== '',
      isPrefetch: text('prefetch').includes('prefetch'),
      requestId: text('requestId') || null,
      signed: { input: text('signatureInput'), signature: text('signature'), agent: text('signatureAgent') },
    });
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function parseRow(line: string): Row | null {
  if (!line.startsWith('{')) return null;
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** Creates a reader of lines with columns; null for a line with another number of them than the latest `#Fields:`. */
function columnsReader(separator: string): (line: string) => Row | 'skip' | null {
  let columns: readonly string[] = [];
  return (line) => {
    if (line.startsWith('#')) {
      if (line.startsWith('#Fields:')) columns = line.slice(8).trim().split(/\s+/);
      return 'skip';
    }
    const values = line.split(separator);
    if (values.length !== columns.length) return null;
    return Object.fromEntries(columns.map((name, index) => [name, values[index]]));
  };
}

function formatOf({ id, label, has, other, separator, encoding, fields }: FieldFormat): LogFormat {
  const pairs = fields
    .trim()
    .split(/\s+/)
    .map((pair) => pair.split('=', 2) as [part: string, names: string]);
  const read = rowReader(pairs, encoding);
  const [required, others] = [has, other].map((names) => names?.split(' ').map((name) => name.split('|')));
  const hasAll = (row: Row, names: string[][] | undefined): boolean =>
    names?.every((alternatives) => alternatives.some((name) => fieldAt(row, name) !== undefined)) ?? false;
  return {
    id,
    label,
    open(options) {
      const parse = separator === undefined ? parseRow : columnsReader(separator);
      return (line) => {
        const row = parse(line);
        if (row === null || row === 'skip') return row;
        if (hasAll(row, required)) return read(row, options);
        return hasAll(row, others) ? 'skip' : null;
      };
    },
  };
}

/** The formats whose parts have names. */
export const fieldFormats: readonly LogFormat[] = (
  [
    {
      ...{ id: 'caddy', label: 'Caddy JSON' },
      ...{ has: 'request.uri', other: 'logger ts' },
      fields: `
      at=ts address=request.client_ip|request.remote_ip method=request.method host=request.host path=request.uri
      status=status userAgent=request.headers.User-Agent referer=request.headers.Referer
      prefetch=request.headers.Sec-Purpose signatureInput=request.headers.Signature-Input
      signature=request.headers.Signature signatureAgent=request.headers.Signature-Agent`,
    },
    {
      ...{ id: 'traefik', label: 'Traefik JSON' },
      ...{ has: 'RequestPath DownstreamStatus' },
      fields: `
      at=StartUTC|StartLocal|time address=ClientHost|ClientAddr method=RequestMethod host=RequestHost
      path=RequestPath status=DownstreamStatus userAgent=request_User-Agent referer=request_Referer
      prefetch=request_Sec-Purpose signatureInput=request_Signature-Input signature=request_Signature
      signatureAgent=request_Signature-Agent`,
    },
    {
      ...{ id: 'iis', label: 'IIS W3C log' },
      ...{ has: 'cs-uri-stem', separator: ' ', encoding: 'plus' },
      fields: `
      date=date time=time address=c-ip method=cs-method host=cs-host|cs(Host) path=cs-uri-stem
      query=cs-uri-query status=sc-status userAgent=cs(User-Agent) referer=cs(Referer)`,
    },
    {
      ...{ id: 'cloudfront', label: 'CloudFront standard log' },
      ...{ has: 'x-edge-location', separator: '\t', encoding: 'percent' },
      fields: `
      date=date time=time address=c-ip method=cs-method host=x-host-header|cs(Host) path=cs-uri-stem
      query=cs-uri-query status=sc-status userAgent=cs(User-Agent) referer=cs(Referer)
      requestId=x-edge-request-id`,
    },
    {
      ...{ id: 'cloudfront-json', label: 'CloudFront JSON' },
      ...{ has: 'cs-uri-stem', encoding: 'percent' },
      fields: `
      date=date time=time address=c-ip method=cs-method host=x-host-header|cs(Host) path=cs-uri-stem
      query=cs-uri-query status=sc-status userAgent=cs(User-Agent) referer=cs(Referer)
      requestId=x-edge-request-id`,
    },
    {
      ...{ id: 'cloudflare', label: 'Cloudflare Logpush' },
      ...{ has: 'ClientRequestURI|ClientRequestPath', other: 'content' },
      fields: `
      at=EdgeStartTimestamp|EdgeEndTimestamp address=ClientIP method=ClientRequestMethod host=ClientRequestHost
      path=ClientRequestURI|ClientRequestPath status=EdgeResponseStatus userAgent=ClientRequestUserAgent
      referer=ClientRequestReferer verified=VerifiedBotCategory prefetch=RequestHeaders.sec-purpose
      requestId=RayID signatureInput=RequestHeaders.signature-input signature=RequestHeaders.signature
      signatureAgent=RequestHeaders.signature-agent`,
    },
    {
      ...{ id: 'vercel', label: 'Vercel log drain' },
      ...{ has: 'source id proxy', other: 'source id' },
      fields: `
      at=proxy.timestamp address=proxy.clientIp method=proxy.method host=proxy.host path=proxy.path
      status=proxy.statusCode userAgent=proxy.userAgent referer=proxy.referer requestId=requestId`,
    },
    {
      ...{ id: 'netlify', label: 'Netlify log drain' },
      ...{ has: 'url status_code' },
      fields: `
      at=timestamp|time address=client_ip method=method path=url status=status_code userAgent=user_agent
      referer=referrer requestId=request_id`,
    },
    {
      ...{ id: 'akamai', label: 'Akamai DataStream 2' },
      ...{ has: 'reqTimeSec reqPath', encoding: 'percent' },
      fields: `
      at=reqTimeSec address=cliIP method=reqMethod host=reqHost path=reqPath query=queryStr status=statusCode
      userAgent=UA referer=referer`,
    },
    {
      ...{ id: 'google-cloud', label: 'Google Cloud load balancer' },
      ...{ has: 'httpRequest', other: 'resource timestamp' },
      fields: `
      at=timestamp address=httpRequest.remoteIp method=httpRequest.requestMethod path=httpRequest.requestUrl
      status=httpRequest.status userAgent=httpRequest.userAgent referer=httpRequest.referer`,
    },
    {
      ...{ id: 'azure-front-door', label: 'Azure Front Door' },
      ...{ has: 'category properties.requestUri properties.httpStatusCode', other: 'category properties' },
      fields: `
      at=time address=properties.socketIp|properties.clientIp method=properties.httpMethod
      path=properties.requestUri status=properties.httpStatusCode userAgent=properties.userAgent
      referer=properties.referrer|properties.referer`,
    },
    {
      ...{ id: 'nginx-json', label: 'nginx JSON' },
      ...{ has: 'remote_addr http_user_agent' },
      fields: `
      at=time_iso8601|time_local|msec|timestamp|time address=remote_addr method=request_method
      host=host|http_host|server_name path=request_uri|uri request=request status=status
      userAgent=http_user_agent referer=http_referer prefetch=http_sec_purpose
      signatureInput=http_signature_input signature=http_signature signatureAgent=http_signature_agent`,
    },
    {
      ...{ id: 'fastly', label: 'Fastly JSON' },
      ...{ has: 'client_ip request_user_agent response_status' },
      fields: `
      at=timestamp address=client_ip method=request_method host=host path=url status=response_status
      userAgent=request_user_agent referer=request_referer`,
    },
  ] satisfies FieldFormat[]
).map(formatOf);

/** JSON lines in the owner's own format: `mapping` names the field of each part. */
export const mappedJson: LogFormat = {
  id: 'json',
  label: 'JSON lines with your own fields',
  open(options) {
    const read = rowReader(Object.entries(options.mapping));
    const isMapped = options.mapping.at !== undefined && options.mapping.path !== undefined;
    return (line) => {
      const row = isMapped ? parseRow(line) : null;
      return row === null ? null : read(row, options);
    };
  },
};
