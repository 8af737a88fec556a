import { Link, useParams } from '@tanstack/react-router';
import { useRef } from 'react';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { FailedCount } from './FailedCount.tsx';
import { paletteEvent } from './Keyboard.tsx';
import { lastReport } from './lastReport.ts';
import { otherPlaces, settingPlaces, sitePlaces, workPlaces } from './places.ts';
import { readReportSearch } from './reportSearch.ts';

const item =
  'flex items-center gap-2.5 rounded-small px-2.5 py-1 text-soft hover:bg-sunken hover:text-ink data-[status=active]:bg-sunken data-[status=active]:font-medium data-[status=active]:text-ink max-md:flex-col max-md:gap-0.5 max-md:px-1 max-md:py-1.5 max-md:text-[0.6875rem] md:text-body';

function Face({ icon, name }: { icon: IconName; name: string }) {
  return (
    <>
      <Icon name={icon} className="size-4 max-md:size-5" />
      <span className="max-w-full truncate">{name}</span>
    </>
  );
}

/** Number of items that fit along the bottom of a phone; the last one's menu has the others. */
const barPlaces = 4;
const narrow = 'max-md:min-w-0 max-md:flex-1';

/** Shows the navigation on the left, or along the bottom of a narrow screen. */
export function Rail({ siteId }: { siteId: string | null }) {
  const more = useRef<HTMLDivElement>(null);
  const ofSite = siteId === null ? [] : sitePlaces;
  const isFirst = (index: number) => siteId === null || index < barPlaces;
  return (
    <nav
      aria-label="Places"
      className="screen-only z-20 border-line bg-paper max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:border-t max-md:pb-[env(safe-area-inset-bottom)] md:sticky md:top-0 md:h-dvh md:w-[200px] md:shrink-0 md:overflow-y-auto md:border-r md:px-3 md:py-2.5"
    >
      <Link to="/" className="mb-3 flex items-center gap-2.5 rounded-small px-2 py-1 font-semibold max-md:hidden">
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
        {ofSite.map((place, index) => (
          <li key={place.name} className={isFirst(index) ? narrow : 'max-md:hidden'}>
            <SiteLink place={place} siteId={siteId ?? ''} className={item} />
          </li>
        ))}
        {[workPlaces, settingPlaces].map((places) =>
          places.map(({ name, to, icon }, index) => (
            <li
              key={name}
              className={`${siteId === null && index < 2 ? narrow : 'max-md:hidden'} ${index === 0 ? 'md:mt-3 md:border-line md:border-t md:pt-3' : ''}`}
            >
              <Link to={to} className={item}>
                <Face icon={icon} name={name} />
                {name === 'Activity' && siteId !== null && <FailedCount siteId={siteId} />}
              </Link>
            </li>
          )),
        )}
        <li className="max-md:hidden">
          <button
            type="button"
            title="Go to a page, a question or a saved view (Ctrl K)"
            className={`${item} w-full`}
            onClick={() => document.dispatchEvent(new Event(paletteEvent))}
          >
            <Face icon="search" name="Go to…" />
          </button>
        </li>
        <li className={`${narrow} md:hidden`}>
          <button type="button" popoverTarget="more-places" className={`${item} w-full`}>
            <Face icon="more" name="More" />
          </button>
        </li>
      </ul>
      <div
        ref={more}
        id="more-places"
        popover="auto"
        className="fixed inset-auto right-2 bottom-16 m-0 min-w-44 rounded-box border border-line bg-raised p-1.5 text-ink shadow-2xl md:hidden"
      >
        <ul>
          {ofSite.slice(barPlaces).map((place) => (
            <li key={place.name}>
              <SiteLink
                place={place}
                siteId={siteId ?? ''}
                className={row}
                onClick={() => more.current?.hidePopover()}
              />
            </li>
          ))}
          <li>
            <button
              type="button"
              className={`${row} w-full`}
              onClick={() => {
                more.current?.hidePopover();
                document.dispatchEvent(new Event(paletteEvent));
              }}
            >
              <Icon name="search" />
              Go to…
            </button>
          </li>
          {otherPlaces.map(({ name, to, icon }) => (
            <li key={name}>
              <Link to={to} className={row} onClick={() => more.current?.hidePopover()}>
                <Icon name={icon} />
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}

const row =
  'flex items-center gap-3 rounded-small px-3 py-2 hover:bg-sunken data-[status=active]:bg-sunken data-[status=active]:font-medium';

type SiteLinkProps = { place: (typeof sitePlaces)[number]; siteId: string; className: string; onClick?: () => void };

/** Links to a page of a website, keeping the filters of its reports, even across pages without filters. */
function SiteLink({ place: { name, to, icon }, siteId, className, onClick }: SiteLinkProps) {
  const isOfSite = useParams({ strict: false }).siteId !== undefined;
  return (
    <Link
      to={to}
      params={{ siteId }}
      search={isOfSite ? readReportSearch : lastReport(siteId)}
      activeOptions={{ exact: to === '/sites/$siteId' }}
      className={className}
      {...(onClick === undefined ? {} : { onClick })}
    >
      {className === row ? (
        <>
          <Icon name={icon} />
          {name}
        </>
      ) : (
        <Face icon={icon} name={name} />
      )}
    </Link>
  );
}
