import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sessionQuery } from '../api/queries.ts';

/** Returns true for a viewer, who cannot spend or change anything: such controls are hidden. */
export function useIsViewer(): boolean {
  return useQuery({ ...sessionQuery, enabled: false }).data?.role === 'viewer';
}

/** Shows its children only to members and owners. */
export function ForMembers({ children }: { children: ReactNode }) {
  return useIsViewer() ? null : children;
}
