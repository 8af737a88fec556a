import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { SightlineError } from '../api/http.ts';
import { queryClient, sessionQuery } from '../api/queries.ts';
import { Button, buttonLook } from '../ui/Button.tsx';
import { Failure } from '../ui/Notice.tsx';
import { useHeading } from '../ui/useHeading.ts';
import { switchWorkspace } from './sessions.ts';

/** Shown in place of a missing record: an unknown record and one of another workspace look alike. */
export function NotFound() {
  const title = 'Page not found';
  const heading = useHeading(title);
  return (
    <div className="mx-auto max-w-xl px-4 py-16">
      <h1 ref={heading} tabIndex={-1} className="text-title font-semibold">
        {title}
      </h1>
      <p className="mt-2 text-soft">The link may be mistyped, or the page belongs to another workspace.</p>
      <Elsewhere />
      <Link to="/" className={`${buttonLook()} mt-6`}>
        Go to the overview
      </Link>
    </div>
  );
}

/** A colleague's link may belong to another of the reader's workspaces: switching keeps the address. */
function Elsewhere() {
  const session = useQuery({ ...sessionQuery, enabled: false }).data;
  const look = useMutation({ mutationFn: (id: string) => switchWorkspace(id, location.href) });
  const others = (session?.workspaces ?? []).filter(({ id }) => id !== session?.workspace.id);
  if (session === undefined || others.length === 0) return null;
  return (
    <div className="mt-4 grid gap-3">
      <p>
        You are in <bdi>{session.workspace.name}</bdi>. Search another of your workspaces:
      </p>
      <div className="flex flex-wrap gap-2">
        {others.map(({ id, name }) => (
          <Button key={id} busy={look.isPending && look.variables === id} onClick={() => look.mutate(id)}>
            Open <bdi>{name}</bdi>
          </Button>
        ))}
      </div>
      {look.isError && <Failure error={look.error} />}
    </div>
  );
}

/** Shown if a record could not be read: it does not exist here, or the server did not respond. */
export function RecordFailure({ error, retry }: { error: unknown; retry: () => void }) {
  return error instanceof SightlineError && error.status === 404 ? (
    <NotFound />
  ) : (
    <WholeFailure error={error} retry={retry} />
  );
}

const notShown = 'This page could not be shown';

/** Replaces a whole page inside its frame, with a heading, so that users of screen readers know where they are. */
export function WholeFailure({ error, retry }: { error: unknown; retry: () => void }) {
  const heading = useHeading(notShown);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="mb-4 text-title font-semibold">
        {notShown}
      </h1>
      <Failure error={error} retry={retry} />
    </>
  );
}

/** Shown if a page's first data could not be loaded. */
export function PageFailure({ error }: { error: unknown }) {
  const router = useRouter();
  const again = () => {
    void queryClient.resetQueries();
    void router.invalidate();
  };
  return (
    <main className="mx-auto max-w-xl px-4 py-16">
      <WholeFailure error={error} retry={again} />
    </main>
  );
}
