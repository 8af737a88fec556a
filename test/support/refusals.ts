import { sql } from 'kysely';
import type { TestService } from './service.ts';

/** Makes the database refuse every receipt of a paid create, until the returned function is called. */
export async function refuseReceipts(service: TestService): Promise<() => Promise<void>> {
  const { db, databaseKind: engine } = service.api;
  if (engine === 'sqlite') {
    await sql`create trigger no_receipt before update on runs when new.task_id is not null and old.task_id is null
      begin select raise(abort, 'simulated: disk I/O error'); end`.execute(db);
    return async () => {
      await sql`drop trigger no_receipt`.execute(db);
    };
  }
  await sql`create function no_receipt() returns trigger language plpgsql as $$
    begin if new.task_id is not null and old.task_id is null then raise exception 'simulated'; end if; return new; end $$`.execute(
    db,
  );
  await sql`create trigger no_receipt before update on runs for each row execute function no_receipt()`.execute(db);
  return async () => {
    await sql`drop trigger no_receipt on runs`.execute(db);
  };
}
