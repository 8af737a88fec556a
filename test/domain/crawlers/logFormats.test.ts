import { describe, expect, it } from 'vitest';
import { withoutContainer } from '../../../src/domain/crawlers/containerLine.ts';
import type { LogEntry, LogOptions } from '../../../src/domain/crawlers/logEntry.ts';
import { detectLogFormat, logFormats } from '../../../src/domain/crawlers/logFormats.ts';

const options: LogOptions = {
  captures: ['Host', 'User-Agent'],
  mapping: {},
  receivedAtMs: Date.parse('2026-11-21T09:01:02Z'),
};
const A = '203.0.113.9';
const combined = ({ by = `${A} - -`, target = '/', status = '200', agent = 'x' }) =>
  `${by} [21/Nov/2026:09:01:02 +0000] "GET ${target} HTTP/1.1" ${status} 1 "-" "${agent}"`;

/** One request for /faq by GPTBot at 09:01:02 in each format, named first, after the file's headers. */
const samples: Readonly<Record<string, string>> = {
  'combined, without a host': `${A} - - [21/Nov/2026:10:01:02 +0100] "GET /faq?x=1 HTTP/2.0" 200 512 "-" "GPTBot/1.2"`,
  'combined, with the host first': `shop.example:443 ${A} - - [21/Nov/2026:09:01:02 +0000] "GET /faq HTTP/1.1" 200 - "-" "GPTBot/1.2"`,
  caddy: `{"ts":1795251662.19,"logger":"http.log.access.log0","request":{"remote_ip":"10.0.0.2","client_ip":"${A}","method":"GET","host":"shop.example","uri":"/faq","headers":{"User-Agent":["GPTBot/1.2"]}},"status":200}`,
  'caddy, with the time as text': `{"ts":"2026-11-21T09:01:02Z","logger":"http.log.access.log0","request":{"client_ip":"${A}","method":"GET","host":"shop.example","uri":"/faq","headers":{"User-Agent":["GPTBot/1.2"]}},"status":200}`,
  traefik: `{"ClientHost":"${A}","RequestMethod":"GET","RequestHost":"shop.example","RequestPath":"/faq","DownstreamStatus":200,"StartUTC":"2026-11-21T09:01:02.1Z","request_User-Agent":"GPTBot/1.2"}`,
  haproxy: `Nov 21 09:01:02 lb haproxy[7]: ${A}:4711 [21/Nov/2026:09:01:02.655] fe~ be/s1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 {shop.example|GPTBot/1.2} {} "GET /faq HTTP/1.1"`,
  iis: [
    '#Fields: date time cs-method cs-uri-stem cs-uri-query c-ip cs(User-Agent) cs(Referer) sc-status',
    `2026-11-21 09:01:02 GET /faq - ${A}%11 GPTBot/1.2 - 200`,
  ].join('\n'),
  'aws-alb': `h2 2026-11-21T09:01:02.1Z app/a/1 ${A}:2817 10.0.0.1:80 0 0.04 0 200 200 34 366 "GET https://shop.example:443/faq HTTP/2.0" "GPTBot/1.2" - - arn:x "Root=1" "-" "-" 0 2026-11-21T09:01:02.0Z "forward" "-" "-" "10.0.0.1:80" "200" "-" "-" TID`,
  cloudfront: [
    '#Version: 1.0',
    '#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header',
    `2026-11-21 09:01:02 FRA2 512 ${A} GET d1.cloudfront.net /faq 200 - GPTBot%252F1.2 - - Hit req-1 shop.example`.replaceAll(
      ' ',
      '\t',
    ),
  ].join('\n'),
  'cloudfront-json': `{"date":"2026-11-21","time":"09:01:02","c-ip":"${A}","cs-method":"GET","x-host-header":"shop.example","cs-uri-stem":"/faq","sc-status":"200","cs(User-Agent)":"GPTBot/1.2"}`,
  cloudflare: `{"ClientIP":"${A}","ClientRequestHost":"shop.example","ClientRequestMethod":"GET","ClientRequestURI":"/faq","ClientRequestUserAgent":"GPTBot/1.2","ClientRequestReferer":"","EdgeResponseStatus":200,"EdgeStartTimestamp":1795251662000000000}`,
  vercel: `{"id":"1","source":"static","requestId":"r1","proxy":{"timestamp":1795251662000,"method":"GET","host":"shop.example","path":"/faq","userAgent":["GPTBot/1.2"],"referer":"","statusCode":200,"clientIp":"${A}","vercelCache":"HIT"}}`,
  netlify: `{"method":"GET","url":"https://shop.example/faq","status_code":200,"user_agent":"GPTBot/1.2","client_ip":"${A}","referrer":""}`,
  akamai: `{"cliIP":"${A}","reqTimeSec":"1795251662.123","reqMethod":"GET","reqHost":"shop.example","reqPath":"faq","statusCode":"200","UA":"GPTBot%2F1.2","referer":"-"}`,
  'google-cloud': `{"timestamp":"2026-11-21T09:01:02.1Z","resource":{"type":"http_load_balancer"},"httpRequest":{"requestMethod":"GET","requestUrl":"https://shop.example/faq","status":200,"userAgent":"GPTBot/1.2","remoteIp":"${A}"}}`,
  'azure-front-door': `{"time":"2026-11-21T09:01:02.1Z","category":"FrontDoorAccessLog","properties":{"httpMethod":"GET","requestUri":"https://shop.example:443/faq","userAgent":"GPTBot/1.2","clientIp":"198.51.100.1","socketIp":"${A}","httpStatusCode":"200"}}`,
  'combined, of Traefik': `shop.example ${A} - - [21/Nov/2026:09:01:02 +0000] "GET /faq HTTP/1.1" 200 1 "-" "GPTBot/1.2" 12 "r@docker"`,
  'combined, behind syslog': `Nov 21 09:01:02 web nginx: ${A} - - [21/Nov/2026:09:01:02 +0000] "GET /faq HTTP/1.1" 200 1 "-" "GPTBot/1.2"`,
  'combined, of lighttpd': `${A} shop.example - [21/Nov/2026:09:01:02 +0000] "GET /faq HTTP/1.1" 200 1 "-" "GPTBot/1.2"`,
  'combined, with a duration and a host behind the time': `${A} - - [21/Nov/2026:09:01:02 +0000] 0.004 shop.example "GET /faq HTTP/1.1" 200 1 "-" "GPTBot/1.2"`,
  'combined, of Docker Compose': `web-1  | shop.example:443 ${A} - - [21/Nov/2026:09:01:02 +0000] "GET /faq HTTP/1.1" 200 1 "-" "GPTBot/1.2"`,
  'combined, of Kubernetes': `2026-11-21T09:01:02.123456789Z stdout F ${A} - - [21/Nov/2026:09:01:02 +0000] "GET /faq HTTP/1.1" 200 1 "-" "GPTBot/1.2"`,
  'combined, of Docker': JSON.stringify({
    log: `${A} - - [21/Nov/2026:09:01:02 +0000] "GET /faq HTTP/1.1" 200 1 "-" "GPTBot/1.2"\n`,
    stream: 'stdout',
    time: '2026-11-21T09:01:02Z',
  }),
  'combined, behind an RFC 5424 header': `<190>1 2026-11-21T09:01:02Z web nginx - - - ${A} - - [21/Nov/2026:09:01:02 +0000] "GET /faq HTTP/1.1" 200 1 "-" "GPTBot/1.2"`,
  'nginx-json, with one value for each part': `{"time_iso8601":"2026-11-21T10:01:02+01:00","remote_addr":"${A}","host":"shop.example","request_method":"GET","request_uri":"/faq","status":"200","http_referer":"","http_user_agent":"say \\"GPTBot/1.2\\""}`,
  'nginx-json, with the request line': `{"time":"21/Nov/2026:10:01:02 +0100","remote_addr":"${A}","request":"GET /faq HTTP/1.1","status":200,"http_user_agent":"GPTBot/1.2"}`,
  fastly: `{"timestamp":"2026-11-21T09:01:02+0000","client_ip":"${A}","host":"shop.example","url":"/faq","request_method":"GET","request_referer":"","request_user_agent":"GPTBot/1.2","response_status":200}`,
  'caddy, with slashes in its time': `{"ts":"2026/11/21 09:01:02.190","logger":"http.log.access","request":{"client_ip":"${A}","method":"GET","host":"shop.example:443","uri":"/faq","headers":{"User-Agent":["GPTBot/1.2"]}},"status":200}`,
  'haproxy, over syslog with an HTTP/2 address': `<134>1 2026-11-21T09:01:02+00:00 lb haproxy 7 - - ${A}:4711 [21/Nov/2026:09:01:02.655] fe~ be/s1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 {shop.example|GPTBot/1.2} "GET https://shop.example/faq HTTP/2.0"`,
  'cloudflare, without a method': `{"ClientIP":"${A}","ClientRequestHost":"shop.example","ClientRequestPath":"/faq","ClientRequestUserAgent":"GPTBot/1.2","EdgeResponseStatus":200,"EdgeStartTimestamp":"2026-11-21T09:01:02Z"}`,
};

/** Members of an entry that differ from the request above. */
const others: Readonly<Record<string, Partial<LogEntry>>> = {
  'combined, without a host': { host: null, target: '/faq?x=1' },
  iis: { host: null },
  cloudfront: { requestId: 'req-1' },
  vercel: { requestId: 'r1' },
  'combined, behind syslog': { host: null },
  'combined, of Kubernetes': { host: null },
  'combined, of Docker': { host: null },
  'combined, behind an RFC 5424 header': { host: null },
  'nginx-json, with one value for each part': { userAgent: 'say "GPTBot/1.2"' },
  'nginx-json, with the request line': { host: null },
};

describe('a log', () => {
  it.each(Object.entries(samples))('of %s is detected and read', (name, text) => {
    const [id, lines] = [name.split(',')[0], text.split('\n').map(withoutContainer)];
    const detection = detectLogFormat(lines, options);
    expect(detection).toMatchObject({ format: { id } });
    if (!('format' in detection)) return;
    const read = detection.format.open(options);
    const entry = lines.map(read).at(-1);
    expect(entry).toMatchObject({
      address: A,
      method: 'GET',
      host: 'shop.example',
      target: '/faq',
      status: 200,
      userAgent: 'GPTBot/1.2',
      ...others[name],
    });
    if (entry !== null && entry !== 'skip' && entry !== undefined) {
      expect(Math.abs(entry.atMs - Date.parse('2026-11-21T09:01:02Z'))).toBeLessThan(1_000);
    }
  });

  it('of the owner’s own JSON is read by its mapping', () => {
    const mapping = {
      at: 'time',
      address: 'client.ip',
      path: 'req.url',
      status: 'code',
      userAgent: 'ua',
      host: 'vhost',
    };
    const read = logFormats.find(({ id }) => id === 'json')?.open({ ...options, mapping });
    const line = `{"time":"2026-11-21T09:01:02Z","client":{"ip":"${A}"},"req":{"url":"/faq"},"code":200,"ua":"GPTBot/1.2","vhost":"shop.example"}`;
    expect(read?.(line)).toMatchObject({ address: A, target: '/faq', host: 'shop.example', status: 200 });
  });

  it.each([
    ['an escaped quote of Apache', combined({ agent: 'a \\"b\\" c' }), { userAgent: 'a "b" c' }],
    ['an escaped byte of nginx', combined({ agent: 'a \\x22b' }), { userAgent: 'a "b' }],
    ['escaped bytes of UTF-8', combined({ target: '/pr\\xC3\\xA4ise' }), { target: '/präise' }],
    ['an IPv6 address', combined({ by: '2001:db8::9 - -' }), { address: '2001:db8::9' }],
    ['IPv4 written as IPv6', combined({ by: `::ffff:${A} - -` }), { address: A }],
    ['a user name with a space', combined({ by: `${A} - jane doe` }), { address: A }],
    ['an address as user name', combined({ by: `${A} - x: 66.249.66.1 - -` }), { address: A }],
    ['an address as user name of a named client', combined({ by: 'a.example - 66.249.66.1 - -' }), { address: null }],
    ['an address as Host', combined({ by: `66.249.66.1 ${A} - -` }), { address: null }],
    ['a list of forwarded addresses', combined({ by: `${A}, 10.0.0.1 - -` }), { address: null, host: null }],
    ['a client that disconnected', combined({ status: '000' }), { status: null }],
  ])('in combined form with %s is read unchanged', (_name, line, expected) => {
    expect(logFormats[0]?.open(options)(line)).toMatchObject(expected);
  });

  it.each([
    ['words', 'There is nothing here to count'],
    ['a request without an agent', `${A} - - [21/Nov/2026:09:01:02 +0000] "GET / HTTP/1.1" 200 1`],
    ['an impossible month', `${A} - - [21/Xyz/2026:09:01:02 +0000] "GET / HTTP/1.1" 200 1 "-" "x"`],
    ['an open quote', `${A} - - [21/Nov/2026:09:01:02 +0000] "GET / HTTP/1.1" 200 1 "-" "x`],
    ['half a JSON object', '{"ClientIP":"203.0.113.9","ClientRe'],
    ['a JSON list of numbers', '[1,2,3]'],
  ])('line of %s is unreadable in every format', (_name, line) => {
    for (const format of logFormats) expect([format.id, format.open(options)(line)]).toEqual([format.id, null]);
  });

  it('of an unknown format is refused with the number of a line and never with its text', () => {
    const lines = [samples['combined, without a host'] ?? '', 'secret words', 'more words', 'and more'];
    const detection = detectLogFormat(lines, options);
    expect(detection).toEqual({ refusal: expect.stringContaining('supported format'), line: 2 });
  });

  it('in common form is refused because it names no user agents', () => {
    const line = `${A} - - [21/Nov/2026:09:01:02 +0000] "GET /faq HTTP/1.1" 200 512`;
    expect(detectLogFormat([line, line], options)).toMatchObject({ refusal: expect.stringContaining('user agents') });
  });
});
