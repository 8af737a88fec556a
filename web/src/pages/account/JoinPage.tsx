import { Link } from '@tanstack/react-router';
import { PlainPage } from '../../shell/PlainPage.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { foreign } from '../../ui/Foreign.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { OidcButton } from './OidcButton.tsx';
import { useSecretLink } from './useSecretLink.ts';

type Invitation = { email: string; role: 'member' | 'viewer'; workspaceName: string; hasAccount: boolean };

/** Joins a workspace by invitation. The secret is after the #, which browsers do not send. */
export function JoinPage() {
  const { looked: invitation, submit, error, busy } = useSecretLink<Invitation>('/api/invitations', '/join');
  if (invitation.isError) {
    return (
      <PlainPage title="Join a workspace">
        <Failure error={invitation.error} />
        <p className="text-soft">
          Already a member?{' '}
          <Link to="/sign-in" className="link">
            Sign in
          </Link>
          . Otherwise a workspace owner can create another link in Settings, Members.
        </p>
      </PlainPage>
    );
  }
  if (invitation.data === undefined) {
    return (
      <PlainPage title="Join a workspace">
        <Skeleton className="h-48" />
      </PlainPage>
    );
  }
  const { email, role, workspaceName, hasAccount } = invitation.data;
  return (
    <PlainPage title={`Join ${foreign(workspaceName)}`}>
      {role === 'viewer' && <p className="mb-4 text-soft">You join as a viewer, with read-only access.</p>}
      <form onSubmit={submit} className="grid gap-4">
        <Field label="Email" name="email" type="email" value={email} readOnly autoComplete="username" />
        <Field
          label={hasAccount ? 'Your password' : 'Choose a password'}
          name="password"
          type="password"
          required
          minLength={10}
          autoFocus
          autoComplete={hasAccount ? 'current-password' : 'new-password'}
          hint={
            hasAccount
              ? 'This email already has an account on this server.'
              : 'At least 10 characters; not a common one, and not your email.'
          }
        />
        {error !== null && <Failure error={error} />}
        <Button submit kind="primary" busy={busy}>
          Join
        </Button>
      </form>
      <OidcButton to="/" />
    </PlainPage>
  );
}
