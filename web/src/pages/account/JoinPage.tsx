import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { send } from '../../api/http.ts';
import { queryClient } from '../../api/queries.ts';
import { PlainPage } from '../../shell/PlainPage.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';

type Invitation = { email: string; workspaceName: string; hasAccount: boolean };

/** Joins a workspace by invitation. The secret stands behind the #, which browsers keep to themselves. */
export function JoinPage() {
  const [token] = useState(() => location.hash.slice(1));
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => send<Invitation>('POST', '/api/invitations/look', { body: { token } }),
    retry: false,
  });
  useEffect(() => history.replaceState(history.state, '', '/join'), []);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setError(null);
    try {
      await send('POST', '/api/invitations/accept', { body: { token, password: form.get('password') } });
      queryClient.clear();
      await navigate({ to: '/', replace: true });
    } catch (refused) {
      setError(refused);
      setBusy(false);
    }
  };
  if (invitation.isError) {
    return (
      <PlainPage title="Join a workspace">
        <Failure error={invitation.error} />
        <p className="text-soft">
          Joined already?{' '}
          <Link to="/sign-in" className="link">
            Sign in
          </Link>
          . Otherwise an owner of the workspace can make you another link in Settings, Members.
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
  const { email, workspaceName, hasAccount } = invitation.data;
  return (
    <PlainPage title={`Join ${workspaceName}`}>
      <form onSubmit={submit} className="grid gap-4">
        <Field label="E-mail" name="email" type="email" value={email} readOnly autoComplete="username" />
        <Field
          label={hasAccount ? 'Your password' : 'Choose a password'}
          name="password"
          type="password"
          required
          minLength={10}
          autoFocus
          autoComplete={hasAccount ? 'current-password' : 'new-password'}
          hint={hasAccount ? 'This e-mail has an account on this server.' : 'At least 10 characters.'}
        />
        {error !== null && <Failure error={error} />}
        <Button submit kind="primary" busy={busy}>
          Join
        </Button>
      </form>
    </PlainPage>
  );
}
