// Bundles the server (fewer files to read at a start: it is ready sooner and smaller) and builds the web app.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { leaveOutUnused } from './leaveOutUnused.mjs';
import { shipLicences } from './licences.mjs';
import { ownEnvironment, root, run } from './prepare.mjs';
import { writeSbom } from './sbom.mjs';
import { writeDeclarations } from './writeDeclarations.mjs';

const server = join(root, 'dist', 'server');
rmSync(server, { recursive: true, force: true });

const webConfig = join(root, 'web', 'vite.config.ts');
if (existsSync(webConfig)) {
  const args = ['build', '--config', webConfig, '--logLevel', 'warn'];
  // When a test runner starts it, Vite would otherwise build the development React.
  const env = { ...ownEnvironment(), NODE_ENV: 'production' };
  const status = run(join(root, 'node_modules', '.bin', 'vite'), args, { env });
  if (status !== 0) process.exit(status);
}

/** Escapes what the options below leave: the sources of regular expressions in String.raw. */
const escapePatterns = {
  name: 'escape-patterns',
  transform: (code, id) =>
    id.includes('/src/domain/answer/')
      ? code.replace(/[^\0-\x7f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
      : null,
};

/** Bundles entries of the sources into one folder. */
async function bundleInto(dir, options) {
  const bundle = await rolldown({
    platform: 'node',
    logLevel: 'warn',
    plugins: [leaveOutUnused, escapePatterns, shipLicences()],
    ...options,
  });
  await bundle.write({
    dir,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    // The runtime keeps the text of every loaded module, at twice the size if a single character is beyond Latin-1:
    // without comments and in ASCII, an idle server is several MB smaller. Names and lines stay.
    comments: false,
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
  });
  await bundle.close();
}

// Packages with native or self-located parts stay outside, and are all that is installed next to the server: every
// other package is bundled, and is a development dependency. Zod is bundled too: it is installed because the published
// types of the client name it.
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const outside = [...Object.keys(dependencies).filter((name) => name !== 'zod'), 'pg-native'];

await bundleInto(server, {
  input: {
    main: join(root, 'src', 'cli', 'main.ts'),
    readerThread: join(root, 'src', 'providers', 'reading', 'readerThread.ts'),
  },
  external: (id) => outside.some((name) => id === name || id.startsWith(`${name}/`)),
});
// The typed client is a bundle of its own, for programs that only call a server.
await bundleInto(join(root, 'dist', 'client'), {
  input: { createClient: join(root, 'src', 'client', 'createClient.ts') },
});
writeDeclarations(join(root, 'dist', 'types'));
writeSbom();
