import { call, callAccount } from '../api/http.ts';
import { queryClient } from '../api/queries.ts';

type News = 'signed-out' | 'switched';

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('sightline');
const tell = (news: News) => channel?.postMessage(news);

/**
 * Signs out and clears every private figure: in memory, in this tab's history entry, and in the other tabs of this
 * browser.
 */
export async function signOut(everywhere = false): Promise<void> {
  if (everywhere) await callAccount('POST', '/api/auth/revoke-sessions', {});
  await callAccount('POST', '/api/auth/sign-out', {}).catch((error: unknown) => {
    if (!everywhere) throw error;
  });
  tell('signed-out');
  leave('/sign-in');
}

/**
 * Switches to another workspace of this account. The session changes for the whole browser, so every tab clears its
 * data. `to` is the address to open there; a shared link keeps its address.
 */
export async function switchWorkspace(workspaceId: string, to = '/'): Promise<void> {
  await call('switchWorkspace', { workspaceId });
  tell('switched');
  leave(to);
}

/** Leaves the current workspace permanently. The next page shows another one, or the sign-in page if there is none. */
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

/** Follows session changes of other tabs, and rejects pages that the browser kept for its back button. */
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
