// Writes the declarations of the typed client, and of the contract that its types use, next to its JavaScript.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownEnvironment, root, run } from './prepare.mjs';

/** @param {string} folder receives `client/`, `contract/` and the part of `domain/` that those name */
export function writeDeclarations(folder) {
  const work = mkdtempSync(join(tmpdir(), 'sightline-types-'));
  const compilerOptions = {
    noEmit: false,
    incremental: false,
    tsBuildInfoFile: null,
    declaration: true,
    emitDeclarationOnly: true,
    // The types are checked elsewhere; only the text is needed here.
    noCheck: true,
    outDir: folder,
    rootDir: join(root, 'src'),
    typeRoots: [join(root, 'node_modules', '@types')],
  };
  const files = [join(root, 'src', 'client', 'createClient.ts')];
  const config = join(work, 'tsconfig.json');
  writeFileSync(config, JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, include: [], files }));
  try {
    const status = run(join(root, 'node_modules', '.bin', 'tsc'), ['-p', config], { env: ownEnvironment() });
    if (status !== 0) throw new Error('the types of the client could not be compiled');
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  // Programs that use the package need not allow imports with TypeScript's own extensions.
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.d.ts')) continue;
    const path = join(entry.parentPath, entry.name);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/(from |import\()'(\.[^']*)\.ts'/g, "$1'$2.js'"));
  }
}
