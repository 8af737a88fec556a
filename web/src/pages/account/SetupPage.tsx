import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { callAccount, SightlineError } from '../../api/http.ts';
import { setupQuery } from '../../api/queries.ts';
import { PlainPage } from '../../shell/PlainPage.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Failure, Notice } from '../../ui/Notice.tsx';
import { ReportPicture } from './ReportPicture.tsx';
import { useSignIn } from './useSignIn.ts';

export function SetupPage() {
  const { token } = useSearch({ from: '/setup' });
  const setup = useQuery(setupQuery);
  // The token has been used, and must not stay in the history.
  const { signIn, error, busy } = useSignIn('/start');
  const fieldError = (name: string) =>
    error instanceof SightlineError && error.field === name ? error.message : undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const workspaceName = String(form.get('workspaceName') ?? '').trim();
    void signIn(() =>
      callAccount('POST', '/api/setup', {
        token: token ?? String(form.get('token') ?? ''),
        email: form.get('email'),
        password: form.get('password'),
        ...(workspaceName === '' ? {} : { workspaceName }),
      }),
    );
  };
  if (setup.data?.open === false) {
    return (
      <PlainPage title="This server is already set up">
        <Notice>
          A setup link works only once.{' '}
          <Link to="/sign-in" className="link">
            Sign in
          </Link>{' '}
          instead, or ask the owner for an invitation.
        </Notice>
      </PlainPage>
    );
  }
  const isShown = ['token', 'email', 'password', 'workspaceName'].some((name) => fieldError(name) !== undefined);
  return (
    <PlainPage title="Create the first account" aside={<ReportPicture />}>
      <p className="text-soft">Nothing is bought before you confirm.</p>
      {setup.data?.simulated === true && (
        <Notice tone="caution" title="No provider key">
          Answers are simulated and free.
        </Notice>
      )}
      <form onSubmit={submit} className="grid gap-4">
        {token === undefined && (
          <Field
            label="Setup token"
            name="token"
            required
            autoComplete="off"
            hint="The server prints this token when it starts without an account."
            error={fieldError('token')}
          />
        )}
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          autoFocus
          error={fieldError('email')}
        />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          required
          minLength={10}
          hint="10 characters or more."
          error={fieldError('password')}
        />
        <Field
          label="Workspace (optional)"
          name="workspaceName"
          placeholder="My workspace"
          maxLength={100}
          error={fieldError('workspaceName')}
        />
        {error !== null && (!isShown || token !== undefined) && <Failure error={error} />}
        <Button submit kind="primary" busy={busy}>
          Create account
        </Button>
      </form>
    </PlainPage>
  );
}
