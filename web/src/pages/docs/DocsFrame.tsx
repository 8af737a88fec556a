import { Link, Outlet } from '@tanstack/react-router';
import { SkipLink } from '../../shell/SkipLink.tsx';

const tab =
  'rounded-small px-3 py-1.5 text-soft hover:text-ink data-[status=active]:bg-sunken data-[status=active]:font-medium data-[status=active]:text-ink';

/** The API's own place: anyone reads it, signed-in people manage keys. */
export function DocsFrame() {
  return (
    <>
      <SkipLink />
      <div className="mx-auto max-w-[1200px] px-4 py-6 md:px-8">
        <header className="screen-only mb-8 flex flex-wrap items-center gap-x-6 gap-y-2">
          <Link to="/" className="flex items-center gap-2.5 font-semibold">
            <img src="/icon.svg" alt="" className="size-6" />
            Sightline
          </Link>
          <nav aria-label="API pages">
            <ul className="flex flex-wrap gap-1">
              <li>
                <Link to="/" className={tab} activeOptions={{ exact: true }}>
                  ← Reports
                </Link>
              </li>
              <li>
                <Link to="/docs/api" activeOptions={{ exact: true }} className={tab}>
                  Start and keys
                </Link>
              </li>
              <li>
                <Link to="/docs/api/mcp" className={tab}>
                  MCP clients
                </Link>
              </li>
              <li>
                <a href="/docs/api/reference" className={tab}>
                  Reference
                </a>
              </li>
            </ul>
          </nav>
        </header>
        <main id="main" tabIndex={-1} className="outline-none">
          <Outlet />
        </main>
      </div>
    </>
  );
}
