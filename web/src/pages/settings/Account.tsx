import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { callAccount } from '../../api/http.ts';
import { signOut } from '../../shell/sessions.ts';
import { ThemeSwitch } from '../../shell/ThemeSwitch.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Failure } from '../../ui/Notice.tsx';
import { FormRow, Row, Rows } from '../../ui/Rows.tsx';
import { Passkeys } from './Passkeys.tsx';
import { SecondFactor } from './SecondFactor.tsx';

export function Account({ email }: { email: string }) {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = useMutation({
    mutationFn: () =>
      callAccount('POST', '/api/auth/change-password', {
        currentPassword: current,
        newPassword: next,
        revokeOtherSessions: true,
      }),
    onSuccess: () => {
      setCurrent('');
      setNext('');
    },
  });
  const everywhere = useMutation({ mutationFn: () => signOut(true) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <Rows>
      <Row name="Email" state={<bdi>{email}</bdi>} />
      <FormRow name="Password" act="Change">
        <form onSubmit={submit} className="grid max-w-sm content-start gap-3">
          <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
          <Field
            label="Current password"
            type="password"
            autoComplete="current-password"
            required
            value={current}
            onChange={(event) => setCurrent(event.target.value)}
          />
          <Field
            label="New password"
            type="password"
            autoComplete="new-password"
            required
            minLength={10}
            value={next}
            onChange={(event) => setNext(event.target.value)}
            hint="At least 10 characters; not a common one, and not your email. Your other sessions will end."
          />
          {change.isError && <Failure error={change.error} />}
          {change.isSuccess && <p role="status">Password changed. Other sessions have ended.</p>}
          <div>
            <Button submit busy={change.isPending}>
              Change the password
            </Button>
          </div>
        </form>
      </FormRow>
      <SecondFactor />
      <Passkeys />
      <Row name="Theme" state={<ThemeSwitch />} />
      <Row name="Sessions" state="API keys keep working.">
        <Button small kind="danger" busy={everywhere.isPending} onClick={() => everywhere.mutate()}>
          Sign out everywhere
        </Button>
        {everywhere.isError && <Failure error={everywhere.error} />}
      </Row>
    </Rows>
  );
}
