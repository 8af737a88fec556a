import ipaddr from 'ipaddr.js';

/** Returns true for the address of a server only: no path, query or credentials. */
export function isOrigin(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.href === `${url.origin}/`;
}

/** Returns true for an https address on a public host: not loopback, a private range or a local name. */
export function isPublicHttps(address: string): boolean {
  const url = URL.parse(address);
  if (url === null || url.protocol !== 'https:') return false;
  const host = url.hostname.replace(/^\[|\]$|\.$/g, '');
  if (ipaddr.isValid(host)) return ipaddr.process(host).range() === 'unicast';
  return host.includes('.') && !/(^|\.)(localhost|local|internal|lan|home|test|invalid)$/.test(host);
}

/** Returns an address that a person can open, if the server listens on all interfaces. */
export function shownHostOf(host: string): string {
  return host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
}

/** Returns the server's address for people: as configured, otherwise the one it listens on. */
export function publicAddressOf(config: { HOST: string; PORT: number; publicBaseUrl: string | null }): string {
  const host = shownHostOf(config.HOST);
  return config.publicBaseUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${config.PORT}`;
}
