import type { Config } from '../app/config.ts';
import { migrateDatabase } from '../app/maintenance.ts';

export async function migrate(config: Config): Promise<void> {
  const applied = await migrateDatabase(config);
  process.stdout.write(applied.length === 0 ? 'The schema is up to date.\n' : `Applied: ${applied.join(', ')}\n`);
}
