import { createHmac } from 'node:crypto';
import type { Config } from './config.ts';

/**
 * What a watcher shows to be told the plans, and what their keys are made from: WATCH_SECRET, else of the session secret.
 * And whether this server keeps one beside it.
 */
export function watchSettingsOf(
  { WATCH_SECRET, WATCH, ROLE }: Pick<Config, 'WATCH_SECRET' | 'WATCH' | 'ROLE'>,
  sessionSecret: string,
): { watchSecret: string; keepsWatcher: boolean } {
  const made = () => createHmac('sha256', sessionSecret).update('sightline watcher').digest('base64url');
  return { watchSecret: WATCH_SECRET ?? made(), keepsWatcher: ROLE === 'all' && WATCH === 'on' };
}
