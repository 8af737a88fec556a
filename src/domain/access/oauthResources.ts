/** Resource that a signed-in program's token is bound to; the token is invalid for any other. */
export type OAuthAudience = 'mcp' | 'v2';

/** The addresses that name our protected resources. */
export function oauthResources(publicBaseUrl: string): Readonly<Record<OAuthAudience, string>> {
  return { mcp: `${publicBaseUrl}/api/mcp`, v2: `${publicBaseUrl}/api/v2` };
}
