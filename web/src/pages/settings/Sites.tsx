import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Website } from '../../../../src/contract/wireTypes.ts';
import { call } from '../../api/http.ts';
import { queryClient, sitesQuery } from '../../api/queries.ts';
import { Button, buttonLook } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { foreign, Sentence } from '../../ui/Foreign.tsx';
import { ForMembers, useMayManage } from '../../ui/ForMembers.tsx';
import { Failure } from '../../ui/Notice.tsx';
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
      <ul className="divide-y divide-line">
        {found.map((site) => (
          <li key={site.id} data-row className="flex flex-wrap items-center justify-between gap-x-6 py-1.5 first:pt-0">
            <span className="min-w-0 flex-1">
              <Link to="/sites/$siteId" params={{ siteId: site.id }} className="font-medium hover:underline">
                <bdi>{site.name}</bdi>
              </Link>
              <span className="text-soft"> {site.domain}</span>
              {site.aliases.length > 0 && (
                <span className="text-small text-soft">
                  {' · '}
                  <Sentence text={`Also: ${site.aliases.map(foreign).join(', ')}`} />
                </span>
              )}
            </span>
            <span className="flex gap-2">
              <Button forMembers small onClick={() => setChanging(site)} aria-label={`Change ${site.name}`}>
                Change
              </Button>
              {mayArchive && (
                <Button small kind="quiet" onClick={() => setArchiving(site)} aria-label={`Archive ${site.name}`}>
                  Archive
                </Button>
              )}
            </span>
            <ForMembers>
              <div className="flex w-full flex-wrap items-start gap-x-6">
                <GoogleAiControl site={site} />
                <Verification site={site} />
              </div>
            </ForMembers>
          </li>
        ))}
      </ul>
      <ForMembers>
        <Link to="/start" className={`${buttonLook('plain', true)} mt-3`}>
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
      <Dialog
        open={archiving !== null}
        onClose={() => setArchiving(null)}
        title={`Archive ${foreign(archiving?.name ?? '')}?`}
      >
        <p>
          You cannot start anything new for it. Its answers and captures stay saved. You can restore it from{' '}
          <Link to="/sites" className="link">
            all websites
          </Link>
          .
        </p>
        {archive.isError && <Failure error={archive.error} />}
        <div className="mt-6 flex justify-end gap-2">
          <Button onClick={() => setArchiving(null)}>Cancel</Button>
          <Button
            kind="danger"
            busy={archive.isPending}
            onClick={() => archiving !== null && archive.mutate(archiving)}
          >
            Archive the website
          </Button>
        </div>
      </Dialog>
    </>
  );
}
