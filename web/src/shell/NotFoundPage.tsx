import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../api/queries.ts';
import { NotFound } from './Failures.tsx';
import { Frame } from './Frame.tsx';

/** An unknown address, in the frame for who is signed in. */
export function NotFoundPage() {
  const session = useQuery({ ...sessionQuery, retry: false });
  if (session.isPending) return null;
  return session.data === undefined ? (
    <main>
      <NotFound />
    </main>
  ) : (
    <Frame>
      <NotFound />
    </Frame>
  );
}
