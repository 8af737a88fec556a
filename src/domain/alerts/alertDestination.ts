/** Channels of messages. */
export const destinationKinds = ['webhook', 'slack', 'teams', 'email'] as const;
export type DestinationKind = (typeof destinationKinds)[number];

/** A recipient of messages, without its sealed address and secrets, which only a delivery may read. */
export type AlertDestination = {
  id: string;
  workspaceId: string;
  kind: DestinationKind;
  name: string;
  /** Displayable part of the address: its host, or the whole of an email address. */
  shown: string;
  createdAt: string;
  /** Creation time of its newest secret; null if it has none. */
  secretMadeAt: string | null;
};

/** Sealed contents. `secrets`: newest first; an older one also signs until `until` (ISO 8601 UTC). */
export type DestinationAddress = {
  address: string;
  secrets: readonly { value: string; until: string | null }[];
};

/** Time for which the previous secret still signs, so that a receiver can change over: 24 hours, in milliseconds. */
const secretOverlapMs = 24 * 3_600_000;

const maxSecrets = 3;

/** Puts a new secret before the others, which expire after the overlap. @param now ISO 8601 UTC */
export function rotateSecret(address: DestinationAddress, secret: string, now: string): DestinationAddress {
  const until = new Date(Date.parse(now) + secretOverlapMs).toISOString();
  const others = address.secrets.map((one) => (one.until === null ? { ...one, until } : one));
  return { ...address, secrets: [{ value: secret, until: null }, ...secretsAt(others, now)].slice(0, maxSecrets) };
}

/** Returns the secrets that sign at a time, newest first. */
export function secretsAt(
  secrets: DestinationAddress['secrets'],
  now: string,
): { value: string; until: string | null }[] {
  return secrets.filter(({ until }) => until === null || until > now);
}

/** Returns the part of an address that viewers of destinations may see: paths and queries carry secrets. */
export function shownAddress(kind: DestinationKind, address: string): string {
  if (kind === 'email') return address;
  const { protocol, host } = new URL(address);
  return `${protocol}//${host}/…`;
}

/**
 * A single address as a mail server accepts it: without names, lists, or characters that could begin another header.
 */
const mailPattern = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/;

/**
 * Returns what is wrong with an address; null if it is valid. Each delivery checks whether its host is internal.
 * @param allowLoopback allows plain HTTP to this machine
 */
export function findAddressFlaw(kind: DestinationKind, address: string, allowLoopback: boolean): string | null {
  if (kind === 'email') return mailPattern.test(address) ? null : 'must be one email address';
  const url = URL.parse(address);
  if (url === null) return 'must be an https address';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  const isLoopback = /^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(url.hostname);
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback && allowLoopback)) return null;
  return 'must be an https address';
}
