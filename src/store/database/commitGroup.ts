import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Time to wait, in milliseconds, for another connection to the file (a command running next to the server) before a
 * write fails.
 */
export const busyTimeoutMs = 5_000;
const betweenTriesMs = 5;

/** Ended members that share the next commit, and at most one that is still writing. */
type Group = { waiting: PromiseWithResolvers<void>[]; busy: boolean; commitAsked: boolean };

/**
 * Makes all transactions that end in one turn of the event loop durable with one synced commit, so that they share the
 * wait. Each has its own savepoint, so that a failing one does not affect the others. A transaction ends only after the
 * commit; if the commit fails, all of them fail. Reads outside a transaction request the commit first, so that they
 * never return what might be rolled back.
 */
export class CommitGroup {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #group: Group | null = null;
  #lostTo: unknown = null;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Begins a member. Only one exists at a time: members take turns on the connection. */
  async begin(): Promise<void> {
    if (this.#group === null) {
      await this.#beginGroup();
      this.#lostTo = null;
    }
    const group = this.#group ?? { waiting: [], busy: false, commitAsked: false };
    this.#group = group;
    group.busy = true;
    try {
      this.work(() => this.#run('savepoint member'));
    } catch (cause) {
      this.#abandon(cause);
      throw cause;
    }
  }

  /** Runs a statement of the active member; after a loss it would run on its own, outside a transaction. */
  work<T>(statement: () => T): T {
    if (!this.#database.isTransaction)
      this.#lose(this.#lostTo ?? new Error('SQLite rolled back what was not committed'));
    if (this.#group?.busy !== true) throw this.#lostTo;
    try {
      return statement();
    } catch (cause) {
      // After ENOSPC or an I/O error SQLite has already rolled back all work of every member since the last commit.
      if (!this.#database.isTransaction) this.#lose(cause);
      throw cause;
    }
  }

  /** Ends the active member; resolves once its writes are on disk. */
  end(): Promise<void> {
    this.work(() => this.#run('release member'));
    const group = this.#group as Group;
    const waiting = Promise.withResolvers<void>();
    group.busy = false;
    group.waiting.push(waiting);
    if (group.commitAsked) this.commit();
    else if (group.waiting.length === 1) {
      setImmediate(() => {
        if (this.#group === group) this.commit();
      });
    }
    return waiting.promise;
  }

  /** Rolls back only the current member's writes. */
  takeBack(): void {
    const group = this.#group;
    if (group === null) return;
    if (group.waiting.length === 0) {
      this.#group = null;
      this.#run('rollback');
      return;
    }
    try {
      this.#run('rollback to member');
      this.#run('release member');
    } catch (cause) {
      // Its writes cannot be separated from those of the others.
      this.#abandon(cause);
      throw cause;
    }
    group.busy = false;
    if (group.commitAsked) this.commit();
  }

  /**
   * Commits the ended members; while a member is still writing, its end commits instead. Waiting members receive the
   * outcome, so this never throws.
   */
  commit(): void {
    const group = this.#group;
    if (group === null) return;
    group.commitAsked = true;
    if (group.busy) return;
    try {
      this.#run('commit');
    } catch (cause) {
      this.#abandon(cause);
      return;
    }
    this.#group = null;
    for (const one of group.waiting) one.resolve();
  }

  /**
   * Immediate, because a deferred transaction that starts to write can fail halfway if another process writes. While
   * another connection writes, this one retries: letting SQLite wait would block the whole process, and forever if the
   * other connection belongs to this process and has yet to commit.
   */
  async #beginGroup(): Promise<void> {
    const until = performance.now() + busyTimeoutMs;
    for (;;) {
      this.#run('pragma busy_timeout = 0');
      try {
        this.#run('begin immediate');
        return;
      } catch (cause) {
        if (!isBusy(cause) || performance.now() > until) throw cause;
      } finally {
        this.#run(`pragma busy_timeout = ${busyTimeoutMs}`);
      }
      await delay(betweenTriesMs);
    }
  }

  /** Rolls back the work of every waiting member. */
  #abandon(cause: unknown): void {
    if (this.#database.isTransaction) this.#run('rollback');
    this.#lose(cause);
  }

  #lose(cause: unknown): void {
    const waiting = this.#group?.waiting ?? [];
    this.#group = null;
    this.#lostTo ??= cause;
    for (const one of waiting) one.reject(cause);
  }

  #run(sql: string): void {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    statement.run();
  }
}

/** Recognises SQLITE_BUSY in any of its extended forms. */
function isBusy(cause: unknown): boolean {
  const { errcode } = cause as { errcode?: unknown };
  return typeof errcode === 'number' && (errcode & 0xff) === 5;
}
