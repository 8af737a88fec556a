import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sessionQuery } from '../api/queries.ts';

/** Whether the reader is a viewer, who spends and changes nothing: what they cannot do is not shown to them. */
export function useIsViewer(): boolean {
  return useQuery({ ...sessionQuery, enabled: false }).data?.role === 'viewer';
}

/** What only members and owners can do. */
export function ForMembers({ children }: { children: ReactNode }) {
  return useIsViewer() ? null : children;
}
