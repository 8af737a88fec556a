/** What a token of a program that signed in may be bound to. One that is bound to one opens nothing at the other. */
export type OAuthAudience = 'mcp' | 'v2';

/** The addresses that name our protected resources. */
export function oauthResources(publicBaseUrl: string): Readonly<Record<OAuthAudience, string>> {
  return { mcp: `${publicBaseUrl}/api/mcp`, v2: `${publicBaseUrl}/api/v2` };
}
