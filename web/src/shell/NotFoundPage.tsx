import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../api/queries.ts';
import { NotFound } from './Failures.tsx';
import { Frame } from './Frame.tsx';

/** Shows an unknown address, inside the frame for signed-in people. */
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
