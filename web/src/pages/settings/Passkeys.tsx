import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { callAccount } from '../../api/http.ts';
import { queryClient } from '../../api/queries.ts';
import { integer } from '../../format/numbers.ts';
import { Time } from '../../format/times.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { FormRow } from '../../ui/Rows.tsx';
import { PasskeyFailure } from '../account/PasskeyFailure.tsx';
import { addPasskey, methodsQuery, whyNoPasskeys } from '../account/passkeys.ts';

type Passkey = { id: string; name: string; createdAt: string; lastUsedAt: string | null };

const queryKey = ['passkeys'];

/** Lists the account's passkeys: for signing in without a password, on a device that verifies its holder. */
export function Passkeys() {
  const methods = useQuery(methodsQuery);
  const read = useQuery({
    queryKey,
    queryFn: () => callAccount<{ items: Passkey[] }>('GET', '/api/auth/passkeys'),
  });
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const onSuccess = () => {
    setName('');
    setPassword('');
    return queryClient.invalidateQueries({ queryKey });
  };
  const withDefault = () => (password === '' ? null : password);
  const add = useMutation({ mutationFn: () => addPasskey(name.trim(), withDefault()), onSuccess });
  const remove = useMutation({
    mutationFn: (id: string) => callAccount('POST', '/api/auth/passkeys/remove', { id, password: withDefault() }),
    onSuccess,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    remove.reset();
    add.mutate();
  };
  const items = read.data?.items ?? [];
  const why = methods.data === undefined ? null : whyNoPasskeys(methods.data);
  const error = add.error ?? remove.error ?? read.error ?? methods.error;
  return (
    <FormRow
      name="Passkeys"
      state={items.length === 0 ? 'None' : integer(items.length)}
      act={why === null ? 'Add' : 'Details'}
    >
      <form onSubmit={submit} className="grid max-w-sm content-start gap-3">
        <p className="text-small text-soft">
          Sign in with your fingerprint, face or device PIN. A passkey replaces both the password and the second factor.
        </p>
        {items.length > 0 && (
          <ul className="grid gap-2">
            {items.map(({ id, name: called, createdAt, lastUsedAt }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-2">
                <span>
                  <bdi className="font-medium">{called}</bdi>
                  <span className="block text-small text-soft">
                    {lastUsedAt === null ? (
                      <>
                        Added <Time iso={createdAt} age />, not used yet
                      </>
                    ) : (
                      <>
                        Last used <Time iso={lastUsedAt} age />
                      </>
                    )}
                  </span>
                </span>
                <Button
                  small
                  kind="danger"
                  busy={remove.isPending && remove.variables === id}
                  onClick={() => {
                    add.reset();
                    remove.mutate(id);
                  }}
                >
                  Remove <span className="sr-only">{called}</span>
                </Button>
              </li>
            ))}
          </ul>
        )}
        {why !== null && <p className="text-small text-soft">{why}</p>}
        {(why === null || items.length > 0) && (
          <Field
            label="Password, to add or remove a passkey"
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            hint="No password? Sign in again, then make the change within ten minutes."
          />
        )}
        {why === null && (
          <Field
            label="Passkey name"
            required
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.target.value)}
            hint="For example, the device’s name."
          />
        )}
        {error !== null && <PasskeyFailure error={error} />}
        {why === null && (
          <div>
            <Button submit busy={add.isPending}>
              Add a passkey
            </Button>
          </div>
        )}
      </form>
    </FormRow>
  );
}
