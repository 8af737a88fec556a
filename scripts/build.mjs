// Bundles the server (fewer files to read at a start: it is ready sooner and smaller) and builds the web app.
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { writeClientTypes } from './clientTypes.ts';
import { ownEnvironment, root, run } from './prepare.mjs';

const server = join(root, 'dist', 'server');
rmSync(server, { recursive: true, force: true });

const webConfig = join(root, 'web', 'vite.config.ts');
if (existsSync(webConfig)) {
  const args = ['build', '--config', webConfig, '--logLevel', 'warn'];
  // Started by a test runner, Vite would otherwise build the development React.
  const env = { ...ownEnvironment(), NODE_ENV: 'production' };
  const status = run(join(root, 'node_modules', '.bin', 'vite'), args, { env });
  if (status !== 0) process.exit(status);
}

/** Bundles entries of the sources into one folder. */
async function bundleInto(dir, options) {
  const bundle = await rolldown({ platform: 'node', logLevel: 'warn', ...options });
  await bundle.write({ dir, format: 'esm', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' });
  await bundle.close();
}

await bundleInto(server, {
  input: {
    main: join(root, 'src', 'cli', 'main.ts'),
    analysisThread: join(root, 'src', 'providers', 'analysis', 'analysisThread.ts'),
  },
  // Packages with native or self-located parts stay outside.
  external: [/^@node-rs\/argon2/, /^playwright-core/, /^pg-native$/, /^pg$/, /^@sparticuz\//],
});
// The typed client stands alone, for programs that only call a server.
await bundleInto(join(root, 'dist', 'client'), {
  input: { createClient: join(root, 'src', 'client', 'createClient.ts') },
});
writeClientTypes(join(root, 'dist', 'client'));
