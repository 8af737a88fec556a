import type { Command } from 'commander';
import type { OutputOf } from '../../contract/callTypes.ts';
import { asCsv } from '../../domain/text/csv.ts';
import { UsageError } from '../failures.ts';
import { print, printJson, printMessage, printView } from '../output.ts';
import { safeFields } from '../safe.ts';
import { callServer } from '../serverConnection.ts';

type Entry = OutputOf<'readAuditLog'>['items'][number];
type Options = { limit: string; all?: boolean; csv?: boolean; ndjson?: boolean; json?: boolean };

const columns = ['at', 'actor_kind', 'actor_id', 'actor_name', 'account', 'act', 'subject', 'note'];

/** Adds `activity`: who did what in the workspace, for people and for files. Requires `sign-in`. */
export function addActivityCommand(program: Command): void {
  program
    .command('activity')
    .description('show the audit log of this workspace, newest first; needs a signed-in user')
    .option('--limit <count>', 'number of entries', '50')
    .option('--all', 'every entry')
    .option('--csv', 'print CSV')
    .option('--ndjson', 'one JSON object per line')
    .action(showActivity);
}

async function showActivity({ limit, all, csv, ndjson, json }: Options): Promise<void> {
  if (!/^[1-9]\d*$/.test(limit)) throw new UsageError('--limit takes a whole number from 1');
  if (csv === true && ndjson === true) throw new UsageError('--csv or --ndjson, not both');
  const entries = await entriesOf(all === true ? Number.POSITIVE_INFINITY : Number(limit));
  if (json === true) printJson(entries);
  else if (ndjson === true) for (const entry of entries) printMessage(JSON.stringify(entry));
  else if (csv === true) print(asCsv(safeFields({ columns, rows: entries.map(cellsOf) })));
  else printView(entries, () => viewOf(entries));
}

async function entriesOf(count: number): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let cursor: string | null | undefined; cursor !== null && entries.length < count; ) {
    const page = { limit: Math.min(200, count - entries.length), ...(cursor === undefined ? {} : { cursor }) };
    const auditLog: OutputOf<'readAuditLog'> = await callServer('readAuditLog', page);
    entries.push(...auditLog.items);
    cursor = auditLog.nextCursor;
  }
  return entries;
}

function cellsOf({ at, actor, act, subject, note }: Entry) {
  return [at, actor.kind, actor.id, actor.name, actor.accountEmail, act, subject, note];
}

function viewOf(entries: readonly Entry[]) {
  const named = ['at', 'who', 'act', 'subject'].map((name) => ({ name }));
  const rows = entries.map(({ at, actor, act, subject, subjectName, note }) => [
    at.slice(0, 19).replace('T', ' '),
    actor.kind === 'member' ? actor.name : `${actor.name} (${actor.kind})`,
    act,
    subjectName ?? subject ?? '',
    note ?? '',
  ]);
  const sections = [
    {
      title: 'Activity',
      columns: [...named, { name: 'note', flexible: true as const }],
      rows,
      empty: 'no entries yet',
    },
  ];
  return { head: [], sections, notes: [] };
}
