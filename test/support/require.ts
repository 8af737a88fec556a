/** Software that a machine may lack, so that the tests which need it are skipped and say so. */
export type Requirement = 'postgres' | 'browser' | 'openssl' | 'conformance' | 'strace' | 'root' | 'postgres-programs';

const required = (process.env.REQUIRE ?? '').split(',').map((name) => name.trim());

/**
 * Returns true if tests that need `what` must be skipped, because `why` it is missing here. If `REQUIRE` names it, as
 * in the forge's checks, a skip is an error: nothing may pass because it was not run.
 */
export function mustSkip(what: Requirement, why: string | null): boolean {
  if (why === null) return false;
  if (required.includes(what)) throw new Error(`REQUIRE names ${what}, and it is missing: ${why}`);
  return true;
}
