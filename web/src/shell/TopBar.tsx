import type { Session } from '../api/queries.ts';
import { LastAndNext } from '../asking/LastAndNext.tsx';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Popover } from '../ui/Popover.tsx';
import { AttentionMark } from './AttentionMark.tsx';
import { LanguageChoice } from './LanguageChoice.tsx';
import { roleWords } from './roleWords.ts';
import { SignOutFailed, useSignOut } from './SignOut.tsx';
import { SimulatedChip } from './SimulatedChip.tsx';
import { SiteChoice } from './SiteChoice.tsx';
import { ThemeSwitch } from './ThemeSwitch.tsx';
import { WorkspaceChoice } from './WorkspaceChoice.tsx';

type Props = {
  session: Session;
  /** Website to which the switcher leads back. */
  siteId: string | null;
  /** Website whose last and next answers are shown; null on pages of the whole workspace. */
  shownSiteId: string | null;
};

/**
 * Shows the current workspace and website, when it was last asked, items that wait for a person, and the account. 48
 * pixels high, more if large letters need a second row.
 */
export function TopBar({ session, siteId, shownSiteId }: Props) {
  const { leaving, failed, leave } = useSignOut();
  return (
    <>
      <header className="flex h-12 items-center gap-2 max-sm:h-auto max-sm:gap-x-1.5 max-sm:min-h-12 max-sm:flex-wrap border-line border-b px-4 md:gap-3 md:px-6 print:h-8 print:border-0">
        <div className="screen-only flex min-w-0 items-center gap-2 max-sm:max-w-max max-sm:flex-[1_1_3rem]">
          <WorkspaceChoice session={session} />
          <SiteChoice siteId={siteId} />
        </div>
        {session.simulated.answers && <SimulatedChip />}
        <div className="screen-only ml-auto flex min-w-0 items-center gap-2 max-sm:gap-0.5 md:gap-3">
          <div className="min-w-0 max-sm:hidden">{shownSiteId !== null && <LastAndNext siteId={shownSiteId} />}</div>
          <AttentionMark />
          <ThemeSwitch />
          <Popover
            label={`Account: ${session.account.email}`}
            face={<Icon name="account" />}
            plain
            className="grid size-8 shrink-0 place-items-center rounded-small text-soft hover:bg-sunken hover:text-ink"
          >
            <div className="grid min-w-56 gap-2 p-3 text-small">
              <p>
                <bdi className="block font-medium wrap-anywhere">{session.account.email}</bdi>
                <span className="text-soft">
                  <bdi>{session.workspace.name}</bdi>, {roleWords[session.role]}
                </span>
              </p>
              {shownSiteId !== null && (
                <div className="sm:hidden">
                  <LastAndNext siteId={shownSiteId} />
                </div>
              )}
              <LanguageChoice />
              <Button small busy={leaving} onClick={leave}>
                Sign out
              </Button>
            </div>
          </Popover>
        </div>
      </header>
      <SignOutFailed error={failed} again={leave} />
    </>
  );
}
