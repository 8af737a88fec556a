import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { membersQuery, sessionQuery } from '../api/queries.ts';

/** Returns true for a viewer, who cannot spend or change anything: such controls are hidden. */
export function useIsViewer(): boolean {
  return useQuery({ ...sessionQuery, enabled: false }).data?.role === 'viewer';
}

/** Returns true for an owner, and for a member who may archive and revoke what others created. */
export function useMayManage(): boolean {
  const isOwner = useQuery({ ...sessionQuery, enabled: false }).data?.role === 'owner';
  const members = useQuery({ ...membersQuery, enabled: !isOwner });
  return isOwner || members.data?.mayManage === true;
}

/** Shows its children only to members and owners. */
export function ForMembers({ children }: { children: ReactNode }) {
  return useIsViewer() ? null : children;
}
