import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sessionQuery } from '../api/queries.ts';

/** True for a viewer, who cannot spend or change anything: such controls are hidden. */
export function useIsViewer(): boolean {
  return useQuery({ ...sessionQuery, enabled: false }).data?.role === 'viewer';
}

/** Shows its children to members and owners only. */
export function ForMembers({ children }: { children: ReactNode }) {
  return useIsViewer() ? null : children;
}
