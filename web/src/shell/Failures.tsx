import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { SightlineError } from '../api/http.ts';
import { queryClient, sessionQuery } from '../api/queries.ts';
import { Button, buttonLook } from '../ui/Button.tsx';
import { Failure } from '../ui/Notice.tsx';
import { useHeading } from '../ui/useHeading.ts';
import { switchWorkspace } from './sessions.ts';

/** Says so where a record should be: unknown and foreign look alike. */
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

/** A link from a colleague may lead into another workspace of the reader: looking there keeps the address. */
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

/** A record that could not be read: one that is not here, or a server that did not answer. */
export function RecordFailure({ error, retry }: { error: unknown; retry: () => void }) {
  return error instanceof SightlineError && error.status === 404 ? (
    <NotFound />
  ) : (
    <WholeFailure error={error} retry={retry} />
  );
}

const notShown = 'This page could not be shown';

/** In place of a whole page, inside its frame: with a heading, by which readers of the screen know where they are. */
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

/** A page whose first data did not arrive. */
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
