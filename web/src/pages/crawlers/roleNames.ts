/** Names of the purposes for which crawlers read pages. */
export const roleNames = {
  search: 'search',
  user: 'user',
  training: 'training',
  control: 'control',
  other: 'other',
} as const;
