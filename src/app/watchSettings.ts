import { createHmac } from 'node:crypto';
import type { Config } from './config.ts';

/**
 * Returns the secret with which a watcher lists the plans, and from which their keys are derived: WATCH_SECRET, else
 * derived from the session secret. And whether this server runs its own watcher.
 */
export function buildWatchSettings(
  { WATCH_SECRET, WATCH, ROLE }: Pick<Config, 'WATCH_SECRET' | 'WATCH' | 'ROLE'>,
  sessionSecret: string,
): { watchSecret: string; keepsWatcher: boolean } {
  const create = () => createHmac('sha256', sessionSecret).update('sightline watcher').digest('base64url');
  return { watchSecret: WATCH_SECRET ?? create(), keepsWatcher: ROLE === 'all' && WATCH === 'on' };
}
