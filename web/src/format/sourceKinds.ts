import type { OutputOf } from '../../../src/contract/callTypes.ts';

type Kind = OutputOf<'sourceKinds'>['kinds'][number]['kind'];

/** The kinds of cited pages, in the order in which they are shown. */
export const sourceKindNames: Readonly<Record<Kind, string>> = {
  own: 'Your pages',
  rival: 'Rivals',
  editorial: 'Editorial',
  forum: 'Forums and networks',
  video: 'Video',
  shop: 'Shops',
  other: 'Other',
};
