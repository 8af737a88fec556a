import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { jsonSchemaOf } from '../src/api/jsonSchema.ts';
import { v1Operations } from '../src/api/registry.ts';
import { ownEnvironment, root, run } from './prepare.mjs';
import { createTypeWriter, jsonValue } from './schemaTypes.ts';

/**
 * Writes the types of the typed client beside its JavaScript. A program that uses it gets plain declarations: neither our
 * sources, whose settings it does not share, nor the types of the server's packages. What each operation takes and
 * answers comes from the registry; the rest is what the compiler says of the client's own files.
 */
export function writeClientTypes(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of compiled()) writeFileSync(join(folder, `${name}.d.ts`), text);
  writeFileSync(join(folder, 'routes.d.ts'), operationTypes());
}

/** Files of the client whose declarations stand as they are, and where the compiler puts them. */
const ownFiles = {
  createClient: 'client',
  ensureAndFollow: 'client',
  sightlineError: 'client',
  errors: 'domain',
} as const;

function compiled(): [string, string][] {
  const out = mkdtempSync(join(tmpdir(), 'sightline-types-'));
  const config = join(out, 'tsconfig.json');
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    // The check of the whole has its own place; here only the text is wanted.
    noCheck: true,
    outDir: out,
    rootDir: join(root, 'src'),
    typeRoots: [join(root, 'node_modules', '@types')],
  };
  const files = [join(root, 'src', 'client', 'createClient.ts')];
  writeFileSync(config, JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, include: [], files }));
  try {
    const status = run(join(root, 'node_modules', '.bin', 'tsc'), ['-p', config], { env: ownEnvironment() });
    if (status !== 0) throw new Error('the types of the client could not be compiled');
    return Object.entries(ownFiles).map(([name, room]) => {
      const text = readFileSync(join(out, room, `${name}.d.ts`), 'utf8');
      return [name, text.replace(/'(?:\.\/|\.\.\/domain\/)(\w+)\.ts'/g, "'./$1.js'")];
    });
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

function operationTypes(): string {
  const sent = createTypeWriter('Input', true);
  const answered = createTypeWriter('', false);
  const members = v1Operations.map((operation) => {
    const parts = [operation.params, operation.query, operation.body].map((schema) => {
      const type = sent.typeOf(jsonSchemaOf(schema, 'input'));
      return type === '{  }' ? null : `(${type})`;
    });
    const input = parts.filter((part) => part !== null).join(' & ') || '{}';
    const output = answered.typeOf(jsonSchemaOf(operation.output ?? z.null(), 'output'));
    return `  /** ${operation.method} ${operation.path}: ${operation.summary} */\n  ${operation.id}: { input: ${input}; output: ${output} };`;
  });
  const names = [...sent.named, ...answered.named].map(([name, type]) => `export type ${name} = ${type};`);
  return `${[
    '// Made from the registry of operations by the build.',
    `export type JsonValue = ${jsonValue};`,
    ...names,
    '/** What each operation of the API takes and answers. */',
    `export type Operations = {\n${members.join('\n')}\n};`,
    'export type OperationId = keyof Operations;',
    '/** What a call takes: path, query and body members in one object. */',
    "export type InputOf<Id extends OperationId> = Operations[Id]['input'];",
    '/** What a call answers. */',
    "export type OutputOf<Id extends OperationId> = Operations[Id]['output'];",
  ].join('\n')}\n`;
}
