import { call, callAccount } from '../api/http.ts';
import { queryClient } from '../api/queries.ts';

type News = 'signed-out' | 'switched';

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('sightline');
const tell = (news: News) => channel?.postMessage(news);

/** Leaves every private figure behind: memory, this tab's history entry, and the other tabs of this browser. */
export async function signOut(everywhere = false): Promise<void> {
  if (everywhere) await callAccount('POST', '/api/auth/revoke-sessions', {});
  await callAccount('POST', '/api/auth/sign-out', {}).catch((error: unknown) => {
    if (!everywhere) throw error;
  });
  tell('signed-out');
  leave('/sign-in');
}

/**
 * Works in another workspace of this account. The session changes for the whole browser, so every tab drops what it
 * holds. `to` is the address to open there; a shared link stays where it is.
 */
export async function switchWorkspace(workspaceId: string, to = '/'): Promise<void> {
  await call('switchWorkspace', { workspaceId });
  tell('switched');
  leave(to);
}

/** Leaves the workspace of this session for good. The next page shows another one, or asks to sign in where there is none. */
export async function leaveWorkspace(): Promise<void> {
  await call('leaveWorkspace', {});
  tell('switched');
  leave('/');
}

function leave(to: string): void {
  queryClient.clear();
  sessionStorage.clear();
  location.replace(to);
}

/** Follows what another tab did, and refuses pages that the browser kept whole for its back button. */
export function watchSession(): void {
  channel?.addEventListener('message', (event: MessageEvent) => {
    if (location.pathname.startsWith('/sign-in')) return;
    if (event.data === 'signed-out') leave('/sign-in');
    if (event.data === 'switched') leave('/');
  });
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload();
  });
}
