import { type FormEvent, useState } from 'react';
import { callAccount } from '../../api/http.ts';
import { PlainPage } from '../../shell/PlainPage.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Failure } from '../../ui/Notice.tsx';
import { useSignIn } from './useSignIn.ts';

/** Asks for the second factor after a correct password. */
export function SecondStep({ to, startAgain }: { to: string; startAgain(): void }) {
  const [code, setCode] = useState('');
  const { signIn, error, busy } = useSignIn(to);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Authenticators show their six digits in two groups.
    const text = code.replaceAll(/\s/g, '');
    const path = /^\d+$/.test(text) ? 'verify-totp' : 'verify-backup-code';
    void signIn(() => callAccount('POST', `/api/auth/two-factor/${path}`, { code: text }));
  };
  return (
    <PlainPage title="Two-factor authentication">
      <form onSubmit={submit} className="grid gap-4">
        <Field
          label="Code"
          name="code"
          required
          autoFocus
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.target.value)}
          hint="Enter the six digits from your authenticator app, or a backup code."
        />
        {error !== null && <Failure error={error} />}
        <Button submit kind="primary" busy={busy}>
          Sign in
        </Button>
        <Button kind="quiet" onClick={startAgain}>
          Start again
        </Button>
      </form>
    </PlainPage>
  );
}
