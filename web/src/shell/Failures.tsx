import { Link, useRouter } from '@tanstack/react-router';
import { queryClient } from '../api/queries.ts';
import { buttonLook } from '../ui/Button.tsx';
import { Failure } from '../ui/Notice.tsx';

export function NotFoundPage() {
  return (
    <main className="mx-auto max-w-xl px-4 py-16">
      <h1 className="text-title font-semibold">There is nothing at this address</h1>
      <p className="mt-2 text-soft">The link may be mistyped, or what it showed belongs to another workspace.</p>
      <Link to="/" className={`${buttonLook()} mt-6`}>
        Go to the overview
      </Link>
    </main>
  );
}

/** A page whose first data did not arrive. */
export function PageFailure({ error }: { error: unknown }) {
  const router = useRouter();
  const again = () => {
    void queryClient.resetQueries();
    void router.invalidate();
  };
  return (
    <main className="mx-auto max-w-xl px-4 py-16">
      <h1 className="mb-4 text-title font-semibold">This page could not be shown</h1>
      <Failure error={error} retry={again} />
    </main>
  );
}
