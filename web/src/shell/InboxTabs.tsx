import { Link } from '@tanstack/react-router';

const tab =
  'rounded-small px-2.5 py-1 text-small text-soft hover:bg-sunken hover:text-ink data-[status=active]:bg-sunken data-[status=active]:font-medium data-[status=active]:text-ink';

/** Tabs for the three lists of items that wait for a person, or were reported to one. */
export function InboxTabs() {
  return (
    <nav aria-label="Inbox" className="flex flex-wrap gap-0.5">
      <Link to="/attention" className={tab}>
        Attention
      </Link>
      <Link to="/approvals" className={tab}>
        Approvals
      </Link>
      <Link to="/alerts" className={tab} activeOptions={{ exact: true }}>
        Alerts
      </Link>
    </nav>
  );
}
