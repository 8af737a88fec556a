import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';

/** Environment of a server: variables of this process, then those of a `.env` file in the working directory. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  if (existsSync('.env')) loadEnvFile('.env');
  return process.env;
}
