/** Resource that a signed-in program's token is bound to. A token bound to one is invalid for the other. */
export type OAuthAudience = 'mcp' | 'v2';

/** The addresses that name our protected resources. */
export function oauthResources(publicBaseUrl: string): Readonly<Record<OAuthAudience, string>> {
  return { mcp: `${publicBaseUrl}/api/mcp`, v2: `${publicBaseUrl}/api/v2` };
}
