import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Website } from '../../../../src/contract/wireTypes.ts';
import { archivedSitesQuery } from '../../api/queries.ts';
import { Time } from '../../format/times.tsx';
import { NotFound, WholeFailure } from '../../shell/Failures.tsx';
import { PendingPage } from '../../shell/Pending.tsx';
import { Button, buttonLook } from '../../ui/Button.tsx';
import { foreign, Sentence } from '../../ui/Foreign.tsx';
import { Failure } from '../../ui/Notice.tsx';
import { useHeading } from '../../ui/useHeading.ts';
import { useRestore } from './useRestore.ts';

/** Page for the address of a website that is not in the list: archived, or unknown. */
export function ArchivedSite({ siteId }: { siteId: string }) {
  const archived = useQuery(archivedSitesQuery);
  if (archived.isError) return <WholeFailure error={archived.error} retry={() => void archived.refetch()} />;
  if (archived.data === undefined) return <PendingPage />;
  const site = archived.data.find(({ id }) => id === siteId);
  return site === undefined ? <NotFound /> : <Archived site={site} />;
}

function Archived({ site }: { site: Website }) {
  const { mayRestore, restore } = useRestore();
  const title = `${foreign(site.name)} is archived`;
  const heading = useHeading(title);
  return (
    <div className="mx-auto max-w-xl px-4 py-16">
      <h1 ref={heading} tabIndex={-1} className="wrap-anywhere text-title font-semibold">
        <Sentence text={title} />
      </h1>
      <p className="mt-2 text-soft">
        Since <Time iso={site.archivedAt ?? site.createdAt} /> you cannot start anything new for it. Restoring it brings
        back its questions, answers and captures{mayRestore ? '' : '; the workspace owner can do that'}.
      </p>
      {restore.isError && <Failure error={restore.error} />}
      <div className="mt-6 flex flex-wrap gap-2">
        {mayRestore && (
          <Button kind="primary" busy={restore.isPending} onClick={() => restore.mutate(site.id)}>
            Restore
          </Button>
        )}
        <Link to="/sites" className={buttonLook('plain')}>
          All websites
        </Link>
      </div>
    </div>
  );
}
