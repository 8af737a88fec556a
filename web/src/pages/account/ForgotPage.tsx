import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { callAccount } from '../../api/http.ts';
import { setupQuery } from '../../api/queries.ts';
import { PlainPage } from '../../shell/PlainPage.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Failure, Notice, Skeleton } from '../../ui/Notice.tsx';

/** Resets a forgotten password: by email if the server can send it, otherwise through the operator. */
export function ForgotPage() {
  const setup = useQuery(setupQuery);
  const [email, setEmail] = useState('');
  const ask = useMutation({
    mutationFn: () => callAccount<{ asked: true }>('POST', '/api/password-reset/ask', { email: email.trim() }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask.mutate();
  };
  return (
    <PlainPage title="A new password">
      {setup.isError && <Failure error={setup.error} retry={() => void setup.refetch()} />}
      {setup.data === undefined ? (
        !setup.isError && <Skeleton className="h-40" />
      ) : !setup.data.mailsResets ? (
        <Notice title="This server sends no mail">
          <p>
            Ask the server’s operator for a link. They create one with{' '}
            <code className="font-mono">sightline account reset-password</code> and your email. The link works once,
            within an hour.
          </p>
        </Notice>
      ) : ask.isSuccess ? (
        <Notice title="Check your email">
          <p>
            If there is an account with that email, we sent it a link. It works once, within an hour, and ends all
            sessions of the account.
          </p>
        </Notice>
      ) : (
        <form onSubmit={submit} className="grid gap-4">
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            required
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
          {ask.isError && <Failure error={ask.error} />}
          <Button submit kind="primary" busy={ask.isPending}>
            Send me a link
          </Button>
        </form>
      )}
      <p className="mt-6 text-small">
        <Link to="/sign-in" className="link">
          Sign in
        </Link>
      </p>
    </PlainPage>
  );
}
