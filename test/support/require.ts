/** Software that a machine may lack. Tests that need it are then skipped with a message. */
export type Requirement = 'postgres' | 'browser' | 'openssl' | 'conformance' | 'strace' | 'root' | 'postgres-programs';

const required = (process.env.REQUIRE ?? '').split(',').map((name) => name.trim());

/**
 * Returns true if tests that need `what` must be skipped, because it is missing for the reason `why`. If `REQUIRE`
 * names it, as in CI, a skip is an error, so that no test passes by not running.
 */
export function mustSkip(what: Requirement, why: string | null): boolean {
  if (why === null) return false;
  if (required.includes(what)) throw new Error(`REQUIRE names ${what}, and it is missing: ${why}`);
  return true;
}
