/** What a crawler reads pages for. */
export const roleNames = {
  search: 'search',
  user: 'user',
  training: 'training',
  control: 'control',
  other: 'other',
} as const;
