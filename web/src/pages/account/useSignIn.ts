import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { queryClient } from '../../api/queries.ts';

/** Result of a sign-in that a second factor has to complete. */
export const needsCode = Symbol('needsCode');

/**
 * Signs in and opens a page with nothing left of an earlier session. Not a mutation: one that is refused without a
 * session opens the sign-in page, which this may be.
 */
export function useSignIn(to: string) {
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const signIn = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setError(null);
    try {
      if ((await work()) === needsCode) return setBusy(false);
      queryClient.clear();
      await navigate({ href: to, replace: true });
    } catch (refused) {
      setError(refused);
      setBusy(false);
    }
  };
  return { signIn, error, busy };
}
