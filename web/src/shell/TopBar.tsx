import type { Session } from '../api/queries.ts';
import { Button } from '../ui/Button.tsx';
import { AttentionMark } from './AttentionMark.tsx';
import { SignOutFailed, useSignOut } from './SignOut.tsx';
import { SiteChoice } from './SiteChoice.tsx';
import { ThemeSwitch } from './ThemeSwitch.tsx';
import { WorkspaceChoice } from './WorkspaceChoice.tsx';

/** The workspace and the website in view, and who is looking. */
export function TopBar({ session, siteId }: { session: Session; siteId: string | null }) {
  const { leaving, failed, leave } = useSignOut();
  return (
    <>
      <header className="screen-only flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b px-4 py-2.5 md:px-8">
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <WorkspaceChoice session={session} />
          <SiteChoice siteId={siteId} />
        </div>
        <div className="flex items-center gap-2">
          <AttentionMark />
          <span className="text-small text-soft max-lg:hidden" title={`In ${session.workspace.name}, ${session.role}`}>
            <bdi>{session.account.email}</bdi>
          </span>
          <span className="max-sm:hidden">
            <ThemeSwitch />
          </span>
          <Button small kind="quiet" busy={leaving} onClick={leave} title={`Signed in as ${session.account.email}`}>
            Sign out
          </Button>
        </div>
      </header>
      <SignOutFailed error={failed} again={leave} />
    </>
  );
}
