import { createHmac } from 'node:crypto';
import type { Config } from './config.ts';

/** What a watcher shows to be told the plans, and what their keys are made from: WATCH_SECRET, else of the session secret. */
export function watchSecretOf(config: Pick<Config, 'WATCH_SECRET'>, sessionSecret: string): string {
  return config.WATCH_SECRET ?? createHmac('sha256', sessionSecret).update('sightline watcher').digest('base64url');
}
