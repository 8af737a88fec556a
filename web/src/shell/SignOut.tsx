import { useState } from 'react';
import { SightlineError } from '../api/http.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { signOut } from './sessions.ts';

/** Signs out, or says that it may have failed: the reader may be about to leave this computer. */
export function useSignOut() {
  const [leaving, setLeaving] = useState(false);
  const [failed, setFailed] = useState<unknown>(null);
  const leave = async () => {
    setLeaving(true);
    setFailed(null);
    await signOut().catch((error: unknown) => {
      setFailed(error);
      setLeaving(false);
    });
  };
  return { leaving, failed, leave };
}

export function SignOutFailed({ error, again }: { error: unknown; again(): void }) {
  if (error === null) return null;
  return (
    <div className="screen-only px-4 pt-4 md:px-8">
      <Notice tone="danger" title="You may still be signed in">
        <p className="measure">
          {error instanceof SightlineError ? error.message : 'Signing out failed.'} The next person at this browser may
          still see this workspace. Try again, or clear this site’s cookies. You can end the session later from any
          browser under Settings, “Sign out everywhere”.
        </p>
        <Button small className="mt-2" onClick={again}>
          Retry sign-out
        </Button>
      </Notice>
    </div>
  );
}
