import type { Config } from '../app/config.ts';
import { endAllSessions } from '../app/maintenance.ts';
import { print } from './output.ts';

/** Ends every session of the configured database and says how many there were. */
export async function signOutEverybody(config: Config): Promise<void> {
  const ended = await endAllSessions(config);
  print(`${ended === 1 ? '1 session' : `${ended} sessions`} ended. API keys are as they were.`);
}
