import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { callAccount } from '../../api/http.ts';
import { setupQuery } from '../../api/queries.ts';
import { PlainPage } from '../../shell/PlainPage.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Failure, Notice } from '../../ui/Notice.tsx';
import { OidcButton, oidcFailure } from './OidcButton.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import { SecondStep } from './SecondStep.tsx';
import { needsCode, useSignIn } from './useSignIn.ts';

/** Accepts only paths of this app, so that a link to the sign-in page cannot send people elsewhere. */
export function ownPath(next: string | undefined): string {
  return next !== undefined && /^\/(?![/\\])/.test(next) && !next.startsWith('/sign-in') ? next : '/';
}

export function SignInPage() {
  const { next, error: refusal } = useSearch({ from: '/sign-in' });
  const setup = useQuery(setupQuery);
  const { signIn, error, busy } = useSignIn(ownPath(next));
  const [isSecondStep, setSecondStep] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const body = { email: form.get('email'), password: form.get('password') };
    void signIn(async () => {
      const { twoFactorRedirect } = await callAccount<{ twoFactorRedirect?: boolean }>(
        'POST',
        '/api/auth/sign-in/email',
        body,
      );
      if (twoFactorRedirect !== true) return;
      setSecondStep(true);
      return needsCode;
    });
  };
  if (isSecondStep) return <SecondStep to={ownPath(next)} startAgain={() => setSecondStep(false)} />;
  return (
    <PlainPage title="Sign in">
      {setup.data?.open === true ? (
        <Notice title="This server has no owner yet">
          Open the line that starts with <code className="font-mono">setup:</code> in the server’s output. Its link
          creates the first account.
        </Notice>
      ) : (
        <>
          {refusal !== undefined && (
            <Notice tone="caution" title="You are not signed in">
              {oidcFailure(refusal)}
            </Notice>
          )}
          <form onSubmit={submit} className="grid gap-4">
            <Field label="Email" name="email" type="email" autoComplete="username" required autoFocus />
            <Field label="Password" name="password" type="password" autoComplete="current-password" required />
            {error !== null && <Failure error={error} />}
            <Button submit kind="primary" busy={busy}>
              Sign in
            </Button>
            <p className="text-small">
              <Link to="/forgot" className="link">
                Forgot your password?
              </Link>
            </p>
          </form>
          <PasskeyButton to={ownPath(next)} />
          <OidcButton to={ownPath(next)} />
        </>
      )}
    </PlainPage>
  );
}
