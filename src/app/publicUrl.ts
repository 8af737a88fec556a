import ipaddr from 'ipaddr.js';

/** True for an address that names a server and nothing on it: no path, query or credentials. */
export function isOrigin(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.href === `${url.origin}/`;
}

/** True for an https address on a public host: not loopback, not a private range, not a local name. */
export function isPublicHttps(address: string): boolean {
  const url = URL.parse(address);
  if (url === null || url.protocol !== 'https:') return false;
  const host = url.hostname.replace(/^\[|\]$|\.$/g, '');
  if (ipaddr.isValid(host)) return ipaddr.process(host).range() === 'unicast';
  return host.includes('.') && !/(^|\.)(localhost|local|internal|lan|home|test|invalid)$/.test(host);
}

/** An address that a person can open, where the one listened on means every interface. */
export function shownHostOf(host: string): string {
  return host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
}

/** Returns the server's address for people: as configured, else where it listens. */
export function publicAddressOf(config: { HOST: string; PORT: number; publicBaseUrl: string | null }): string {
  const host = shownHostOf(config.HOST);
  return config.publicBaseUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${config.PORT}`;
}
