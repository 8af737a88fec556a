import { Link } from '@tanstack/react-router';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { apiPlace, otherPlaces, sitePlaces } from './places.ts';
import { readReportSearch } from './reportSearch.ts';

const item =
  'flex items-center gap-2.5 rounded-small px-2.5 py-1.5 text-soft hover:bg-sunken hover:text-ink data-[status=active]:bg-sunken data-[status=active]:font-medium data-[status=active]:text-ink max-md:flex-col max-md:gap-0.5 max-md:px-1 max-md:py-1.5 max-md:text-[0.6875rem] md:text-body';

function Face({ icon, name }: { icon: IconName; name: string }) {
  return (
    <>
      <Icon name={icon} className="size-4 max-md:size-5" />
      <span className="truncate">{name}</span>
    </>
  );
}

/** Six places on the left, or along the bottom of a narrow screen. */
export function Rail({ siteId }: { siteId: string | null }) {
  return (
    <nav
      aria-label="Places"
      className="screen-only z-20 border-line bg-paper max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:border-t max-md:pb-[env(safe-area-inset-bottom)] md:sticky md:top-0 md:h-dvh md:w-52 md:shrink-0 md:border-r md:px-3 md:py-4"
    >
      <Link to="/" className="mb-5 flex items-center gap-2.5 rounded-small px-2 py-1 font-semibold max-md:hidden">
        <svg aria-hidden="true" viewBox="0 0 32 32" className="size-6">
          <rect width="32" height="32" rx="7" fill="var(--accent)" />
          <path
            d="M6 16h20M11 12v8M22 12v8"
            stroke="var(--accent-ink)"
            strokeOpacity="0.6"
            strokeWidth="2"
            strokeLinecap="round"
          />
          <circle cx="17" cy="16" r="4.2" fill="var(--accent-ink)" />
        </svg>
        Sightline
      </Link>
      <ul className="flex max-md:justify-around md:flex-col md:gap-0.5">
        {siteId !== null &&
          sitePlaces.map(({ name, to, icon }) => (
            <li key={name} className="max-md:min-w-0 max-md:flex-1">
              <Link
                to={to}
                params={{ siteId }}
                search={readReportSearch}
                activeOptions={{ exact: to === '/sites/$siteId' }}
                className={item}
              >
                <Face icon={icon} name={name} />
              </Link>
            </li>
          ))}
        {otherPlaces.map(({ name, to, icon }) => (
          <li key={name} className="max-md:min-w-0 max-md:flex-1">
            <Link to={to} className={item}>
              <Face icon={icon} name={name} />
            </Link>
          </li>
        ))}
        <li className="mt-4 border-line border-t pt-4 max-md:hidden">
          <Link to={apiPlace.to} className={item}>
            <Face icon={apiPlace.icon} name={apiPlace.name} />
          </Link>
        </li>
      </ul>
    </nav>
  );
}
