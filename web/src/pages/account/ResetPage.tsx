import { Link } from '@tanstack/react-router';
import { PlainPage } from '../../shell/PlainPage.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { useSecretLink } from './useSecretLink.ts';

const title = 'Set a new password';

/** Sets a forgotten password. The secret is after the #, which browsers do not send. */
export function ResetPage() {
  const { looked: account, submit, error, busy } = useSecretLink<{ email: string }>('/api/password-reset', '/reset');
  if (account.isError) {
    return (
      <PlainPage title={title}>
        <Failure error={account.error} />
        <p className="text-soft">
          The server’s operator creates a link with <code className="font-mono">sightline account reset-password</code>.
          If you know your password,{' '}
          <Link to="/sign-in" className="link">
            sign in
          </Link>
          .
        </p>
      </PlainPage>
    );
  }
  if (account.data === undefined) {
    return (
      <PlainPage title={title}>
        <Skeleton className="h-48" />
      </PlainPage>
    );
  }
  return (
    <PlainPage title={title}>
      <form onSubmit={submit} className="grid gap-4">
        <Field label="Email" name="email" type="email" value={account.data.email} readOnly autoComplete="username" />
        <Field
          label="New password"
          name="password"
          type="password"
          required
          minLength={10}
          autoFocus
          autoComplete="new-password"
          hint="At least 10 characters; not a common one, and not your email. All sessions of this account end. API keys keep working."
        />
        {error !== null && <Failure error={error} />}
        <Button submit kind="primary" busy={busy}>
          Set the password and sign in
        </Button>
      </form>
    </PlainPage>
  );
}
