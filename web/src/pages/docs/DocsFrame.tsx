import { useQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { sessionQuery } from '../../api/queries.ts';
import { Frame } from '../../shell/Frame.tsx';
import { SkipLink } from '../../shell/SkipLink.tsx';

/** Frames the API's pages: inside the app for members, on their own for others. */
export function DocsFrame() {
  const session = useQuery({ ...sessionQuery, retry: false });
  if (session.isPending) return null;
  if (session.data !== undefined) return <Frame />;
  return (
    <>
      <SkipLink />
      <header className="screen-only flex h-12 items-center gap-6 border-line border-b px-4 md:px-6">
        <Link to="/" className="flex items-center gap-2.5 font-semibold">
          <img src="/icon.svg" alt="" className="size-6" />
          Sightline
        </Link>
      </header>
      <main id="main" tabIndex={-1} className="max-w-[1440px] px-4 pb-8 outline-none md:px-6">
        <Outlet />
      </main>
    </>
  );
}
