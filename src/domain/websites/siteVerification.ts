/** Ways for a website to publish its token: a file at a fixed path of its host, or a meta element of the home page. */
export const verificationWays = ['file', 'meta'] as const;
export type VerificationWay = (typeof verificationWays)[number];

const verificationPath = '/.well-known/sightline-verification.txt';
export const verificationMeta = 'sightline-verification';

/** Proof of a website's ownership. The token is never shown outside the owner's workspace. */
export type SiteVerification = {
  token: string;
  /** Time at which the token was last found; null if the last check did not find it, or before the first check. */
  verifiedAt: string | null;
  way: VerificationWay | null;
  /** Result of the last check; null before the first. */
  lastLook: { at: string; looked: readonly VerificationCheck[] } | null;
  /** True if the owner wants the same pages requested with bot-like user agents. Off by default. */
  compareBotAgents: boolean;
};

/** Content and location of the token, for one of the ways. */
export type VerificationPlace = { way: VerificationWay; url: string; content: string };

/** Result of checking one location. `problem` is null if the token was found. */
export type VerificationCheck = { way: VerificationWay; url: string; status: number | null; problem: string | null };

export type TokenCheck = { way: VerificationWay | null; looked: readonly VerificationCheck[] };

/**
 * Returns the locations where this website may publish its token. Only the owner of a host's root owns the host, so a
 * website below a path (`example.com/~ada/`) can only use the file.
 */
export function verificationPlaces(siteUrl: string, token: string): VerificationPlace[] {
  const url = new URL(siteUrl);
  const file: VerificationPlace = { way: 'file', url: new URL(verificationPath, url).href, content: token };
  if (url.pathname !== '/') return [file];
  return [file, { way: 'meta', url: url.href, content: `<meta name="${verificationMeta}" content="${token}">` }];
}

/** Returns true if the file contains only the token; surrounding white space and a byte order mark do not matter. */
export function fileCarries(text: string, token: string): boolean {
  return text.replace(/^\uFEFF/, '').trim() === token;
}
