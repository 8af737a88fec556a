import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

type Service = { env_file?: string | string[]; environment?: Record<string, string>; volumes?: string[] };

const textOf = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const { services } = parse(textOf('deploy/compose.yml'), { merge: true }) as { services: Record<string, Service> };
const settings = [...textOf('.env.example').matchAll(/^# ([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name);

/** What compose decides, because its own parts depend on it. */
const decided = ['HOST', 'PORT', 'DATA_DIR', 'DATABASE_URL', 'PUBLIC_BASE_URL', 'TRUST_PROXY', 'ROLE'];

/** The environment of a container, by the rules of compose: files first, then `environment`, `${NAME:?}` from the file. */
function environmentOf(name: string, files: Readonly<Record<string, Record<string, string>>>): Record<string, string> {
  const { env_file = [], environment = {} } = services[name] ?? {};
  const fromFiles = [env_file].flat().flatMap((file) => Object.entries(files[file] ?? {}));
  const own = Object.entries(environment).map(([key, text]): [string, string] => [
    key,
    text.replace(/\$\{(\w+):\?\}/g, (_whole, variable: string) => files['compose.env']?.[variable] ?? ''),
  ]);
  return Object.fromEntries([...fromFiles, ...own]);
}

describe('compose', () => {
  const file = Object.fromEntries(
    ['SIGHTLINE_HOST', 'POSTGRES_PASSWORD', ...settings].map((name) => [name, `value of ${name}`]),
  );

  it.each(['api', 'worker'])('hands every setting of compose.env to the container of the %s', (name) => {
    expect(settings.length).toBeGreaterThan(60);
    const environment = environmentOf(name, { 'compose.env': file });
    const missing = settings.filter((setting) => environment[setting] !== `value of ${setting}`);
    expect(missing.sort()).toEqual([...decided].sort());
    expect(environment).toMatchObject({ HOST: '0.0.0.0', DATA_DIR: '/data', ROLE: name });
    expect(environment.DATABASE_URL).toContain('value of POSTGRES_PASSWORD');
  });

  it('gives the watcher no key of a provider and no database', () => {
    const environment = environmentOf('watch', { 'compose.env': file });
    expect(Object.keys(environment).sort()).toEqual(['ROLE', 'SIGHTLINE_URL', 'WATCH_SECRET']);
  });

  it('names in its example what has to be filled in, and what compose decides', () => {
    const example = textOf('deploy/compose.env.example');
    const required = [...textOf('deploy/compose.yml').matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name);
    for (const name of new Set(required)) expect(example).toMatch(new RegExp(`^${name}=$`, 'm'));
    for (const name of decided) expect(example).toContain(name);
  });
});
