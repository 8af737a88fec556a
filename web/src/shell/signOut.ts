import { send } from '../api/http.ts';
import { queryClient } from '../api/queries.ts';

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('sightline');

/** Leaves every private figure behind: memory, this tab's history entry, and the other tabs of this browser. */
export async function signOut(everywhere = false): Promise<void> {
  if (everywhere) await send('POST', '/api/auth/revoke-sessions', { body: {} });
  await send('POST', '/api/auth/sign-out', { body: {} }).catch((error: unknown) => {
    if (!everywhere) throw error;
  });
  channel?.postMessage('signed-out');
  leave();
}

function leave(): void {
  queryClient.clear();
  sessionStorage.clear();
  location.replace('/sign-in');
}

/** Follows a sign-out of another tab, and refuses pages that the browser kept whole for its back button. */
export function watchSession(): void {
  channel?.addEventListener('message', (event: MessageEvent) => {
    if (event.data === 'signed-out' && !location.pathname.startsWith('/sign-in')) leave();
  });
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload();
  });
}
