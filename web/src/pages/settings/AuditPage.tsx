import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { everyPage } from '../../../../src/client/everyPage.ts';
import { call } from '../../api/http.ts';
import { type AuditEntry, auditQuery } from '../../api/queries.ts';
import { buildCsv, download } from '../../format/files.ts';
import { Time } from '../../format/times.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/Section.tsx';

const kinds: Record<AuditEntry['actor']['kind'], string> = {
  member: '',
  key: 'key',
  client: 'agent',
  run: 'agent of a run',
};

/** Formats `createKey` for people: create key. */
const wordsOf = (act: string): string => act.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const columns = ['at', 'actor_kind', 'actor_id', 'actor_name', 'account', 'act', 'subject', 'note'];

function cellsOf({ at, actor, act, subject, note }: AuditEntry) {
  return [at, actor.kind, actor.id, actor.name, actor.accountEmail, act, subject, note];
}

/** Log of all actions in this workspace. Entries cannot be changed. */
export function AuditPage() {
  const read = useInfiniteQuery(auditQuery);
  // Exports the whole log, not only the loaded part.
  const save = useMutation({
    mutationFn: async () => {
      const all = await everyPage(call, 'readAuditLog', {});
      download(buildCsv(columns, all.map(cellsOf)), 'activity.csv');
    },
  });
  const entries = read.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <PageHead
        title="Audit log"
        info="audit"
        parent={
          <Link to="/settings" className="hover:underline">
            Settings
          </Link>
        }
        actions={
          <Button kind="quiet" small busy={save.isPending} onClick={() => save.mutate()}>
            <Icon name="down" /> CSV
          </Button>
        }
      />
      {read.isError && <Failure error={read.error} retry={() => void read.refetch()} />}
      {save.isError && <Failure error={save.error} />}
      {read.isPending ? (
        <Skeleton className="h-96" />
      ) : entries.length === 0 ? (
        <p className="text-soft">No entries yet.</p>
      ) : (
        <ol className="divide-y divide-line border-line border-y">
          {entries.map(({ id, at, actor, act, subject, subjectName, note }) => (
            <li
              key={id}
              data-row
              className="grid min-h-9 content-center gap-x-6 py-1 text-small max-sm:grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[11rem_minmax(0,1fr)_minmax(0,18rem)]"
            >
              <span className="text-soft max-sm:order-last">
                <Time iso={at} />
              </span>
              <span className="min-w-0 break-words max-sm:col-span-2">
                <span className="font-medium">{wordsOf(act)}</span>
                {subject !== null && (
                  <>
                    {' '}
                    {/* The file contains the id; the page shows the name. */}
                    <bdi className="wrap-anywhere text-soft" title={subject}>
                      {subjectName ?? subject}
                    </bdi>
                  </>
                )}
              </span>
              <span className="one-line min-w-0 text-soft" title={note ?? undefined}>
                {kinds[actor.kind]} <bdi>{actor.name}</bdi>
                {actor.kind !== 'member' && (
                  <>
                    , for <bdi>{actor.accountEmail}</bdi>
                  </>
                )}
                {note !== null && (
                  <>
                    {' '}
                    · <bdi>{note}</bdi>
                  </>
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
      {read.hasNextPage && (
        <Button className="mt-4" busy={read.isFetchingNextPage} onClick={() => void read.fetchNextPage()}>
          Show older
        </Button>
      )}
    </>
  );
}
