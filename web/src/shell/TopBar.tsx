import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Session, sitesQuery } from '../api/queries.ts';
import { Button } from '../ui/Button.tsx';
import { Choice } from '../ui/Field.tsx';
import { signOut } from './signOut.ts';
import { ThemeSwitch } from './ThemeSwitch.tsx';

/** The website in view, and who is looking. */
export function TopBar({ session, siteId }: { session: Session; siteId: string | null }) {
  const sites = useQuery(sitesQuery).data ?? [];
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    await signOut().catch(() => setLeaving(false));
  };
  return (
    <div className="screen-only flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b px-4 py-2.5 md:px-8">
      <div className="flex items-center gap-2">
        {sites.length > 0 && (
          <Choice
            label="Website"
            hideLabel
            value={siteId ?? ''}
            onChange={(id) =>
              id === 'add'
                ? void navigate({ to: '/start' })
                : void navigate({ to: '/sites/$siteId', params: { siteId: id } })
            }
            options={[
              ...sites.map((site) => ({
                value: site.id,
                label: site.name,
              })),
              { value: 'add', label: 'Add a website…' },
            ]}
          />
        )}
      </div>
      <div className="flex items-center gap-2">
        <span className="text-small text-soft max-lg:hidden">{session.account.email}</span>
        <span className="max-sm:hidden">
          <ThemeSwitch />
        </span>
        <Button small kind="quiet" busy={leaving} onClick={leave}>
          Sign out
        </Button>
      </div>
    </div>
  );
}
