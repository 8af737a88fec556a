const maxLength = 300;

/**
 * Values shaped like a credential, from any source. Ours are included: the capability of a run is known in clear only
 * while its create is sent, and the provider may repeat it later.
 */
const credentialShapes = [
  /\b(?:bearer|basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi,
  /\bsk-[A-Za-z0-9_*-]{6,}/g,
  /\bslc?_[0-9A-Za-z]{16,}/g,
];

/**
 * Makes a vendor's message safe to save and show: one line, at most 300 characters, with the given secrets and anything
 * that looks like a credential replaced by `[redacted]`. Some providers repeat the key in the text of a 401.
 */
export function plainMessage(text: string, secrets: readonly string[]): string {
  let plain = text;
  for (const secret of secrets) {
    if (secret.length > 0) plain = plain.replaceAll(secret, '[redacted]');
  }
  for (const shape of credentialShapes) plain = plain.replace(shape, '[redacted]');
  plain = plain.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return plain.length > maxLength ? `${plain.slice(0, maxLength - 1).trimEnd()}…` : plain;
}
