import { Link } from '@tanstack/react-router';

const tab =
  'rounded-small px-2.5 py-1 text-small text-soft hover:bg-sunken hover:text-ink data-[status=active]:bg-sunken data-[status=active]:font-medium data-[status=active]:text-ink';

/** The pages about the API. */
export function DocsTabs() {
  return (
    <nav aria-label="API pages" className="flex flex-wrap gap-0.5">
      <Link to="/docs/api" activeOptions={{ exact: true }} className={tab}>
        Start and keys
      </Link>
      <Link to="/docs/api/mcp" className={tab}>
        MCP clients
      </Link>
      <a href="/docs/api/reference" className={tab}>
        Reference
      </a>
    </nav>
  );
}
