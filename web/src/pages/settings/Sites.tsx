import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Website } from '../../../../src/contract/wireTypes.ts';
import { call } from '../../api/http.ts';
import { queryClient, sitesQuery } from '../../api/queries.ts';
import { day } from '../../format/times.tsx';
import { Button, buttonLook } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { foreign, Sentence } from '../../ui/Foreign.tsx';
import { ForMembers, useMayManage } from '../../ui/ForMembers.tsx';
import { Outbound } from '../../ui/Outbound.tsx';
import { Row, Rows } from '../../ui/Rows.tsx';
import { useListSearch } from '../../ui/useListSearch.tsx';
import { SiteForm } from '../start/SiteForm.tsx';
import { GoogleAiControl } from './GoogleAiControl.tsx';
import { Verification } from './Verification.tsx';

export function Sites({ sites }: { sites: readonly Website[] }) {
  const mayArchive = useMayManage();
  const [changing, setChanging] = useState<Website | null>(null);
  const [archiving, setArchiving] = useState<Website | null>(null);
  const archive = useMutation({
    mutationFn: (site: Website) => call('archiveSite', { id: site.id }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: sitesQuery.queryKey });
      setArchiving(null);
    },
  });
  const { found, field, none } = useListSearch({
    place: 'sites',
    rows: sites,
    textOf: (site) => [site.name, site.domain, ...site.aliases].join(' '),
    noun: 'website',
  });
  return (
    <>
      {field}
      {none}
      {found.map((site) => (
        <section key={site.id} aria-label={site.name} className="mb-6">
          <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 pb-1">
            <h3 className="min-w-0 flex-1 truncate">
              <Link to="/sites/$siteId" params={{ siteId: site.id }} className="font-medium hover:underline">
                <bdi>{site.name}</bdi>
              </Link>
            </h3>
            <Button forMembers small onClick={() => setChanging(site)} aria-label={`Change ${site.name}`}>
              Change
            </Button>
            {mayArchive && (
              <Button small kind="quiet" onClick={() => setArchiving(site)} aria-label={`Archive ${site.name}`}>
                Archive
              </Button>
            )}
          </div>
          <Rows>
            <Row name="Address" state={<Outbound url={site.url} />} />
            <Row
              name="Aliases"
              state={site.aliases.length === 0 ? 'None' : <Sentence text={site.aliases.map(foreign).join(', ')} />}
            />
            <Row name="Created" state={day(site.createdAt)} />
            <ForMembers>
              <GoogleAiControl site={site} />
              <Verification site={site} />
            </ForMembers>
          </Rows>
        </section>
      ))}
      <ForMembers>
        <Link to="/start" className={buttonLook('plain', true)}>
          Add a website
        </Link>
      </ForMembers>
      <Dialog
        open={changing !== null}
        onClose={() => setChanging(null)}
        title={`Change ${foreign(changing?.name ?? '')}`}
      >
        {changing !== null && <SiteForm site={changing} onSaved={() => setChanging(null)} />}
      </Dialog>
      <ConfirmDialog
        of={archiving}
        title={`Archive ${foreign(archiving?.name ?? '')}?`}
        act="Archive the website"
        change={archive}
        onClose={() => setArchiving(null)}
      >
        You cannot start anything new for it. Its answers and captures stay saved. You can restore it from{' '}
        <Link to="/sites" className="link">
          all websites
        </Link>
        .
      </ConfirmDialog>
    </>
  );
}
