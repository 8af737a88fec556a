import { useMutation, useQuery } from '@tanstack/react-query';
import { callAccount } from '../../api/http.ts';
import { Button } from '../../ui/Button.tsx';
import { Failure } from '../../ui/Notice.tsx';
import { methodsQuery } from './passkeys.ts';

/** Sends the browser to this server's OpenID provider; nothing without one. `to`: where it returns to. */
export function OidcButton({ to }: { to: string }) {
  const methods = useQuery(methodsQuery);
  const begin = useMutation({
    mutationFn: () => callAccount<{ url: string }>('POST', '/api/auth/oidc/begin', { to }),
    onSuccess: ({ url }) => location.assign(url),
  });
  const oidc = methods.data?.oidc ?? null;
  if (oidc === null) return null;
  return (
    <div className="grid gap-4">
      <Button onClick={() => begin.mutate()} busy={begin.isPending}>
        Sign in with {oidc.name}
      </Button>
      {begin.isError && <Failure error={begin.error} />}
    </div>
  );
}

const reasons: Readonly<Record<string, string>> = {
  not_invited: 'This email has no invitation. A workspace owner can send one in Settings, Members.',
  email_not_verified: 'The provider has not verified this email.',
  domain_not_allowed: 'This email domain is not allowed here.',
  account_not_linked: 'The provider has not verified this email, so it cannot open an account here.',
  access_denied: 'You cancelled at the provider.',
};

/**
 * Explains why a sign-in with the provider returned without a session, in our own text: the address may say anything.
 */
export function oidcFailure(code: string): string {
  return reasons[code] ?? 'The provider did not complete the sign-in. Try again.';
}
