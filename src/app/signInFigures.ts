/** Routes on which a person signs in, and the way that each stands for. */
const ways: Readonly<Record<string, string>> = {
  '/api/auth/sign-in/email': 'password',
  '/api/auth/two-factor/verify-totp': 'second_step',
  '/api/auth/two-factor/verify-backup-code': 'second_step',
  '/api/auth/passkeys/sign-in': 'passkey',
  '/api/password-reset/accept': 'reset',
  '/api/invitations/accept': 'invitation',
};

/** Finds what a request says of signing in; null for a request that is about something else. */
export function signInFigure(route: string, status: number): { way: string; outcome: string } | null {
  const way = ways[route];
  if (way === undefined) return null;
  return { way, outcome: status < 400 ? 'done' : status === 429 ? 'braked' : status < 500 ? 'failed' : 'error' };
}

/** Finds the door that refused a token or key with this answer; null where none was refused. */
export function refusedTokenApi(route: string, status: number): string | null {
  if (route === '/api/auth/oauth2/token') return status >= 400 && status < 500 ? 'oauth' : null;
  if (status !== 401) return null;
  return ['v1', 'v2', 'mcp'].find((door) => route === `/api/${door}` || route.startsWith(`/api/${door}/`)) ?? null;
}
