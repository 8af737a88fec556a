import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { callAccount } from '../../api/http.ts';
import { queryClient } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Failure } from '../../ui/Notice.tsx';
import { FormRow } from '../../ui/Rows.tsx';
import { QrCode } from './QrCode.tsx';

type Made = { totpURI: string; backupCodes: string[] };

const queryKey = ['second-factor'];

/** Form for two-factor sign-in with an authenticator app. */
export function SecondFactor() {
  const read = useQuery({
    queryKey,
    queryFn: () => callAccount<{ user: { twoFactorEnabled?: boolean } }>('GET', '/api/auth/get-session'),
  });
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [created, setMade] = useState<Made | null>(null);
  const isOn = read.data?.user.twoFactorEnabled === true;
  const change = useMutation({
    mutationFn: async () => {
      if (isOn) await callAccount('POST', '/api/auth/two-factor/disable', { password });
      else setMade(await callAccount<Made>('POST', '/api/auth/two-factor/enable', { password }));
    },
    onSuccess: () => {
      setPassword('');
      return queryClient.invalidateQueries({ queryKey });
    },
  });
  const prove = useMutation({
    mutationFn: () => callAccount('POST', '/api/auth/two-factor/verify-totp', { code: code.replaceAll(/\s/g, '') }),
    onSuccess: () => {
      setMade(null);
      setCode('');
      return queryClient.invalidateQueries({ queryKey });
    },
  });
  const submit = (work: () => void) => (event: FormEvent) => {
    event.preventDefault();
    work();
  };
  const secret = created === null ? '' : (new URL(created.totpURI).searchParams.get('secret') ?? '');
  return (
    <FormRow
      name="Two-factor authentication"
      state={isOn ? 'Required at sign-in' : 'Off'}
      act={isOn ? 'Turn off' : 'Set up'}
    >
      {created !== null ? (
        <form onSubmit={submit(() => prove.mutate())} className="grid max-w-sm content-start gap-3">
          <h4 className="font-medium">Set up your authenticator app</h4>
          <p className="text-soft">Scan this code:</p>
          <QrCode text={created.totpURI} label="QR code for your authenticator app, same as the key below" />
          <p className="text-soft">Or enter this key as a time-based code for Sightline:</p>
          <code className="break-all font-mono text-small">{secret}</code>
          <p className="text-soft">Store these backup codes separately. Each works once. You won’t see them again:</p>
          <code className="whitespace-pre font-mono text-small">{created.backupCodes.join('\n')}</code>
          <Field
            label="Current code"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
          {prove.isError && <Failure error={prove.error} />}
          <div>
            <Button submit kind="primary" busy={prove.isPending}>
              Turn on
            </Button>
          </div>
        </form>
      ) : (
        <form onSubmit={submit(() => change.mutate())} className="grid max-w-sm content-start gap-3">
          <p className="text-small text-soft">
            {isOn
              ? 'On: signing in with your password also requires a code from your authenticator app.'
              : 'Off. Turn it on to require a code from your authenticator app when signing in with your password.'}
          </p>
          <Field
            label="Your password"
            type="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          {change.isError && <Failure error={change.error} />}
          <div>
            <Button submit busy={change.isPending} kind={isOn ? 'danger' : 'plain'}>
              {isOn ? 'Turn off' : 'Set up'}
            </Button>
          </div>
        </form>
      )}
    </FormRow>
  );
}
