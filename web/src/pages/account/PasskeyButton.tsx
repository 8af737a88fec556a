import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { queryClient } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { PasskeyFailure } from './PasskeyFailure.tsx';
import { methodsQuery, signInByPasskey, whyNoPasskeys } from './passkeys.ts';

/** Signs in with a passkey; nothing if this page cannot. `to`: where it leads afterwards. */
export function PasskeyButton({ to }: { to: string }) {
  const navigate = useNavigate();
  const methods = useQuery(methodsQuery);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  // Not a mutation, because a mutation refused without a session opens the sign-in page, which is this page.
  const signIn = async () => {
    setBusy(true);
    setError(null);
    try {
      await signInByPasskey();
      queryClient.clear();
      await navigate({ href: to, replace: true });
    } catch (refused) {
      setError(refused);
      setBusy(false);
    }
  };
  if (methods.data === undefined || whyNoPasskeys(methods.data) !== null) return null;
  return (
    <div className="grid gap-4">
      <Button onClick={signIn} busy={busy}>
        Sign in with a passkey
      </Button>
      {error !== null && <PasskeyFailure error={error} />}
    </div>
  );
}
