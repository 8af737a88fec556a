import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { callAccount } from '../../api/http.ts';
import { useSignIn } from './useSignIn.ts';

/**
 * Manages a page opened by a link with a secret after the #, which browsers do not send. `looked` contains the data
 * that the secret gives access to; `submit` sends the form's password with it, signs in and opens the start page.
 * @param api address in the API, at which the link is read and accepted
 */
export function useSecretLink<Looked>(api: string, page: '/join' | '/reset') {
  const [token] = useState(() => location.hash.slice(1));
  const { signIn, error, busy } = useSignIn('/');
  const looked = useQuery({
    queryKey: [api, token],
    queryFn: () => callAccount<Looked>('POST', `${api}/look`, { token }),
    retry: false,
    refetchOnWindowFocus: false,
  });
  useEffect(() => history.replaceState(history.state, '', page), [page]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get('password');
    void signIn(() => callAccount('POST', `${api}/accept`, { token, password }));
  };
  return { looked, submit, error, busy };
}
