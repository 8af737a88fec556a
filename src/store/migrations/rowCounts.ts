import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';

/** Table of counts that the database itself maintains, in the transaction of the counted row. */
export type CountSpec = {
  of: string;
  /** Key columns of a count, each with its expression over a row of `of`; `@` stands for `NEW` or `OLD`. */
  keys: Readonly<Record<string, string>>;
  /** Condition for rows to count. */
  when: string;
  /** Condition checked first, because most changes of a row change no count. */
  mayCount: string;
  /** Sums and latest values, as expressions over a counted row. */
  sums: Readonly<Record<string, string>>;
  latest: Readonly<Record<string, string>>;
  /** True if rows of `of` never change. */
  appendOnly?: true;
};

export type CountSpecs = Readonly<Record<string, CountSpec>>;

/** Expression over the run of a row that has only its id. */
export const ofRun = (column: string) => `(SELECT runs.${column} FROM runs WHERE runs.id = @.run_id)`;

/**
 * Creates tables of counts, counts the existing rows, and adds the triggers. Triggers maintain the counts whoever
 * writes: this release, the previous one during an upgrade, or a person at the database.
 */
export async function createCounts(db: Kysely<unknown>, engine: DatabaseKind, counted: CountSpecs): Promise<void> {
  const make = async (text: string) => {
    await sql.raw(text).execute(db);
  };
  for (const [table, one] of Object.entries(counted)) {
    const number = engine === 'sqlite' ? 'INTEGER' : 'BIGINT';
    const columns = [
      ...Object.keys(one.keys).map((key) => `${key} ${key === 'simulated' ? 'INTEGER' : 'TEXT'} NOT NULL`),
      ...Object.keys(one.sums).map((sum) => `${sum} ${number} NOT NULL`),
      ...Object.keys(one.latest).map((latest) => `${latest} TEXT NOT NULL`),
      `PRIMARY KEY (${Object.keys(one.keys).join(', ')})`,
    ];
    await make(`CREATE TABLE ${table} (${columns.join(', ')})${engine === 'sqlite' ? ' STRICT, WITHOUT ROWID' : ''}`);
    for (const text of engine === 'sqlite' ? sqliteTriggers(table, one) : postgresTriggers(table, one))
      await make(text);
    await make(countAll(table, one));
  }
}

const inRow = (text: string, row: string) => text.replaceAll('@.', `${row}.`);

function add(table: string, { keys, sums, latest, when }: CountSpec): string {
  const columns = { ...keys, ...sums, ...latest };
  const changes = [
    ...Object.keys(sums).map((sum) => `${sum} = ${table}.${sum} + excluded.${sum}`),
    ...Object.keys(latest).map(
      (one) => `${one} = CASE WHEN excluded.${one} > ${table}.${one} THEN excluded.${one} ELSE ${table}.${one} END`,
    ),
  ];
  return `INSERT INTO ${table} (${Object.keys(columns).join(', ')})
    SELECT ${inRow(Object.values(columns).join(', '), 'NEW')} WHERE ${inRow(when, 'NEW')}
    ON CONFLICT (${Object.keys(keys).join(', ')}) DO UPDATE SET ${changes.join(', ')}`;
}

function takeBack(table: string, { keys, sums, when }: CountSpec): string {
  const changes = Object.entries(sums).map(([sum, value]) => `${sum} = ${sum} - ${inRow(value, 'OLD')}`);
  const same = Object.entries(keys).map(([key, value]) => `${key} = ${inRow(value, 'OLD')}`);
  return `UPDATE ${table} SET ${changes.join(', ')} WHERE ${inRow(when, 'OLD')} AND ${same.join(' AND ')}`;
}

type Act = 'INSERT' | 'UPDATE' | 'DELETE';

function actsOf({ appendOnly, mayCount }: CountSpec): (readonly [act: Act, when: string])[] {
  const [before, after] = [inRow(mayCount, 'OLD'), inRow(mayCount, 'NEW')];
  if (appendOnly === true) return [['INSERT', after]];
  return [
    ['INSERT', after],
    ['UPDATE', `${before} OR ${after}`],
    ['DELETE', before],
  ];
}

function sqliteTriggers(table: string, one: CountSpec): string[] {
  return actsOf(one).map(([act, when]) => {
    const steps = [...(act === 'INSERT' ? [] : [takeBack(table, one)]), ...(act === 'DELETE' ? [] : [add(table, one)])];
    const name = `${table}_${act.toLowerCase()}`;
    return `CREATE TRIGGER ${name} AFTER ${act} ON ${one.of} WHEN ${when} BEGIN ${steps.join('; ')}; END`;
  });
}

/**
 * Builds triggers that run at the end of the transaction, so that a count shared by many purchases is locked only
 * during the commit, and last.
 */
function postgresTriggers(table: string, one: CountSpec): string[] {
  return [
    `CREATE FUNCTION count_${table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF TG_OP <> 'INSERT' THEN ${takeBack(table, one)}; END IF;
      IF TG_OP <> 'DELETE' THEN ${add(table, one)}; END IF;
      RETURN NULL; END $$`,
    ...actsOf(one).map(
      ([act, when]) =>
        `CREATE CONSTRAINT TRIGGER ${table}_${act.toLowerCase()} AFTER ${act} ON ${one.of}
         DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION count_${table}()`,
    ),
  ];
}

function countAll(table: string, { of, keys, sums, latest, when }: CountSpec): string {
  const columns = [
    ...Object.values(keys),
    ...Object.values(sums).map((sum) => `sum(${sum})`),
    ...Object.values(latest).map((one) => `max(${one})`),
  ];
  const names = [keys, sums, latest].flatMap(Object.keys).join(', ');
  const places = Object.keys(keys).map((_key, at) => at + 1);
  return `INSERT INTO ${table} (${names}) SELECT ${inRow(columns.join(', '), of)} FROM ${of}
    WHERE ${inRow(when, of)} GROUP BY ${places.join(', ')}`;
}

/** Builds statements that count everything again, for a history copied into a database without firing its triggers. */
export function recountTexts(counted: CountSpecs): string[] {
  return Object.entries(counted).flatMap(([table, one]) => [`DELETE FROM ${table}`, countAll(table, one)]);
}
