import { useQuery } from '@tanstack/react-query';
import { Button } from '../../ui/Button.tsx';
import { PasskeyFailure } from './PasskeyFailure.tsx';
import { methodsQuery, signInByPasskey, whyNoPasskeys } from './passkeys.ts';
import { useSignIn } from './useSignIn.ts';

/** Signs in with a passkey; nothing if this page cannot. `to`: where it leads afterwards. */
export function PasskeyButton({ to }: { to: string }) {
  const methods = useQuery(methodsQuery);
  const { signIn, error, busy } = useSignIn(to);
  if (methods.data === undefined || whyNoPasskeys(methods.data) !== null) return null;
  return (
    <div className="grid gap-4">
      <Button onClick={() => void signIn(signInByPasskey)} busy={busy}>
        Sign in with a passkey
      </Button>
      {error !== null && <PasskeyFailure error={error} />}
    </div>
  );
}
