import type { Config } from '../../app/config.ts';
import { migrateDatabase } from '../../app/maintenance.ts';
import { print } from '../output.ts';

export async function migrate(config: Config): Promise<void> {
  const applied = await migrateDatabase(config);
  print(applied.length === 0 ? 'The schema is up to date.' : `Applied: ${applied.join(', ')}`);
}
