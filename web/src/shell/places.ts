import type { IconName } from '../ui/Icon.tsx';

type Place = { name: string; to: string; key: string; icon: IconName };

/** Pages of one website, each with the letter that follows `g`. */
export const sitePlaces = [
  { name: 'Overview', to: '/sites/$siteId', key: 'o', icon: 'overview' },
  { name: 'Questions', to: '/sites/$siteId/questions', key: 'q', icon: 'questions' },
  { name: 'Answers', to: '/sites/$siteId/answers', key: 'r', icon: 'answers' },
  { name: 'Rivals', to: '/sites/$siteId/rivals', key: 'v', icon: 'rivals' },
  { name: 'Sources', to: '/sites/$siteId/sources', key: 's', icon: 'sources' },
  { name: 'Facts', to: '/sites/$siteId/facts', key: 'f', icon: 'facts' },
  { name: 'Engines', to: '/sites/$siteId/engines', key: 'n', icon: 'engines' },
  { name: 'Crawlers', to: '/sites/$siteId/crawlers', key: 'c', icon: 'crawlers' },
  { name: 'Reported', to: '/sites/$siteId/reported', key: 'd', icon: 'reported' },
  { name: 'Website', to: '/sites/$siteId/website', key: 'w', icon: 'website' },
] as const satisfies readonly Place[];

export const workPlaces = [
  { name: 'Plans', to: '/plans', key: 'p', icon: 'plans' },
  { name: 'Activity', to: '/activity', key: 'y', icon: 'activity' },
  { name: 'SEO', to: '/seo', key: 'e', icon: 'seo' },
  { name: 'Spending', to: '/spending', key: 'm', icon: 'spending' },
  { name: 'Inbox', to: '/attention', key: 'i', icon: 'inbox' },
] as const satisfies readonly Place[];

export const settingPlaces = [
  { name: 'Settings', to: '/settings', key: 't', icon: 'settings' },
  { name: 'API', to: '/docs/api', key: 'a', icon: 'code' },
] as const satisfies readonly Place[];

export const otherPlaces = [...workPlaces, ...settingPlaces] as const;

/** Returns the page of a website that an address shows; the overview for any other address. */
export function sitePlaceAt(pathname: string): (typeof sitePlaces)[number] {
  const part = /^\/sites\/[^/]+(\/\w+)/.exec(pathname)?.[1];
  return sitePlaces.find(({ to }) => part !== undefined && to.endsWith(part)) ?? sitePlaces[0];
}
