import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { everyPage } from '../../../../src/client/everyPage.ts';
import { call } from '../../api/http.ts';
import { type AuditEntry, auditQuery } from '../../api/queries.ts';
import { buildCsv, download } from '../../format/files.ts';
import { clockTime, day, Time } from '../../format/times.tsx';
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

/** Acts whose operations have technical names. */
const actNames: Record<string, string> = {
  ensureObservation: 'Ask',
  requestSeoOverview: 'Look up',
  suggestFromSite: 'Read home page',
};

/** Formats `createKey` for people: Create key. */
const wordsOf = (act: string): string =>
  actNames[act] ??
  `${act.slice(0, 1).toUpperCase()}${act.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`;

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
        [...Map.groupBy(entries, ({ at }) => at.slice(0, 10))].map(([date, ofDay]) => (
          <section key={date} aria-label={day(date)} className="mb-4">
            <h2 className="sticky top-0 z-10 border-line border-b bg-paper py-1.5 font-medium text-small text-soft">
              {day(date)} UTC
            </h2>
            <ol className="divide-y divide-line border-line border-b">
              {ofDay.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </ol>
          </section>
        ))
      )}
      {read.hasNextPage && (
        <Button className="mt-4" busy={read.isFetchingNextPage} onClick={() => void read.fetchNextPage()}>
          Show older
        </Button>
      )}
    </>
  );
}

function Entry({ entry: { at, actor, act, subject, subjectName, note } }: { entry: AuditEntry }) {
  return (
    <li
      data-row
      className="grid min-h-9 items-center gap-x-4 text-small hover:bg-sunken max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:py-1 sm:grid-cols-[5rem_minmax(0,1fr)_minmax(0,20rem)]"
    >
      <span className="text-soft max-sm:order-last">
        <Time iso={at} shown={clockTime(Date.parse(at))} />
      </span>
      <span className="one-line max-sm:col-span-2" title={subjectName ?? subject ?? undefined}>
        <span className="font-medium">{wordsOf(act)}</span> <Subject id={subject} name={subjectName} />
      </span>
      <span className="one-line text-soft" title={note ?? undefined}>
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
  );
}

/** Names the object, with a link to its page if it has one. The file contains the id. */
function Subject({ id, name }: { id: string | null; name: string | null }) {
  if (id === null) return null;
  const text = <bdi className="text-soft">{name ?? id}</bdi>;
  const look = 'hover:underline';
  if (id.startsWith('site_')) {
    return (
      <Link to="/sites/$siteId" params={{ siteId: id }} className={look}>
        {text}
      </Link>
    );
  }
  if (id.startsWith('plan_')) {
    return (
      <Link to="/plans/$planId" params={{ planId: id }} className={look}>
        {text}
      </Link>
    );
  }
  return text;
}
