import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { callAccount } from '../../api/http.ts';
import { queryClient } from '../../api/queries.ts';

/**
 * Manages a page opened by a link with a secret after the #, which browsers do not send. `looked` contains the data
 * that the secret gives access to; `submit` sends the form's password with it, signs in and opens the start page.
 * @param api address in the API, at which the link is read and accepted
 */
export function useSecretLink<Looked>(api: string, page: '/join' | '/reset') {
  const [token] = useState(() => location.hash.slice(1));
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const looked = useQuery({
    queryKey: [api, token],
    queryFn: () => callAccount<Looked>('POST', `${api}/look`, { token }),
    retry: false,
    refetchOnWindowFocus: false,
  });
  useEffect(() => history.replaceState(history.state, '', page), [page]);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setError(null);
    try {
      await callAccount('POST', `${api}/accept`, { token, password: form.get('password') });
      queryClient.clear();
      await navigate({ to: '/', replace: true });
    } catch (refused) {
      setError(refused);
      setBusy(false);
    }
  };
  return { looked, submit, error, busy };
}
