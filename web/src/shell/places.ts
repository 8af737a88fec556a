import type { IconName } from '../ui/Icon.tsx';

/** The places of the rail, each with the letter that follows `g`. */
export const sitePlaces = [
  { name: 'Overview', to: '/sites/$siteId', key: 'o', icon: 'overview' },
  { name: 'Questions', to: '/sites/$siteId/questions', key: 'q', icon: 'questions' },
  { name: 'Sources', to: '/sites/$siteId/sources', key: 's', icon: 'sources' },
] as const satisfies readonly { name: string; to: string; key: string; icon: IconName }[];

export const otherPlaces = [] as const satisfies readonly { name: string; to: string; key: string; icon: IconName }[];
