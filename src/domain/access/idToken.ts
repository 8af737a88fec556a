/** Seconds by which a provider's clock may differ from ours, in either direction, at the moment a token is issued. */
const clockToleranceSeconds = 300;

type Expected = { clientId: string; nowSeconds: number };

/**
 * Returns why a correctly signed ID token does not identify a person here (OpenID Connect Core, 2 and 3.1.3.7: steps 3
 * to 5, 9 and 10); null if it does. The caller has already checked issuer, signature and nonce.
 * @param claims the payload of the token
 */
export function idTokenFlaw(
  claims: Readonly<Record<string, unknown>>,
  { clientId, nowSeconds }: Expected,
): string | null {
  const { aud, azp, exp, iat, sub } = claims;
  const audiences = Array.isArray(aud) ? aud : [aud];
  // No other audience is trusted here.
  if (audiences.length === 0 || audiences.some((audience) => audience !== clientId)) return 'aud';
  if (azp !== undefined && azp !== clientId) return 'azp';
  if (typeof exp !== 'number' || !(exp > nowSeconds)) return 'exp';
  if (typeof iat !== 'number' || !(Math.abs(nowSeconds - iat) <= clockToleranceSeconds)) return 'iat';
  if (typeof sub !== 'string' || sub === '' || sub.length > 255) return 'sub';
  return null;
}
