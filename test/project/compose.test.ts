import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

type Service = {
  profiles?: string[];
  depends_on?: string[] | Record<string, { required?: boolean }>;
  env_file?: string | string[];
  environment?: Record<string, string>;
  volumes?: string[];
};

const textOf = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const { services } = parse(textOf('deploy/compose.yml'), { merge: true }) as { services: Record<string, Service> };
const settings = [...textOf('.env.example').matchAll(/^# ([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name);

/** Variables that compose sets, because its own parts depend on them. */
const decided = ['HOST', 'PORT', 'DATA_DIR', 'PUBLIC_BASE_URL', 'TRUST_PROXY', 'ROLE'];

/** Expands `${NAME}`, `${NAME:?}`, `${NAME-default}` (unset) and `${NAME:-default}` (unset or empty), inner ones first. */
function expand(text: string, variables: Record<string, string>): string {
  const once = text.replace(/\$\{(\w+)(?:(:?)([?-])([^${}]*))?\}/g, (_whole, name: string, colon, kind, other) => {
    const value = variables[name];
    return kind === '-' && (value === undefined || (colon === ':' && value === '')) ? other : (value ?? '');
  });
  return once === text ? text : expand(once, variables);
}

/** The environment of a container, by the rules of compose: files first, then `environment` with variables of compose.env. */
function environmentOf(name: string, files: Readonly<Record<string, Record<string, string>>>): Record<string, string> {
  const { env_file = [], environment = {} } = services[name] ?? {};
  const fromFiles = [env_file].flat().flatMap((file) => Object.entries(files[file] ?? {}));
  const own = Object.entries(environment).map(([key, text]) => [key, expand(text, files['compose.env'] ?? {})]);
  return Object.fromEntries([...fromFiles, ...own]);
}

describe('compose', () => {
  const file = Object.fromEntries(
    ['SIGHTLINE_HOST', 'POSTGRES_PASSWORD', ...settings].map((name) => [name, `value of ${name}`]),
  );

  it.each(['api', 'worker'])('passes every setting of compose.env to the container of the %s', (name) => {
    expect(settings.length).toBeGreaterThan(60);
    const environment = environmentOf(name, { 'compose.env': file });
    const missing = settings.filter((setting) => environment[setting] !== `value of ${setting}`);
    expect(missing.sort()).toEqual([...decided].sort());
    expect(environment).toMatchObject({ HOST: '0.0.0.0', DATA_DIR: '/data', ROLE: name });
  });

  it('connects to its own PostgreSQL unless DATABASE_URL names another one or SQLite', () => {
    const urlOf = (settings: Record<string, string>) => environmentOf('api', { 'compose.env': settings }).DATABASE_URL;
    expect(urlOf({ POSTGRES_PASSWORD: 'abc' })).toBe('postgres://sightline:abc@postgres:5432/sightline');
    expect(urlOf({ DATABASE_URL: 'postgres://db.example/sightline' })).toBe('postgres://db.example/sightline');
    expect(urlOf({ DATABASE_URL: '' })).toBe('');
    expect(environmentOf('api', { 'compose.env': { API_ROLE: 'all' } }).ROLE).toBe('all');
  });

  it('starts only the API without a profile, and no part that needs one which is not selected', () => {
    const always = Object.keys(services).filter((name) => services[name]?.profiles === undefined);
    expect(always).toEqual(['api']);
    const needed = Object.entries(services).flatMap(([name, { depends_on: needs = [] }]) =>
      (Array.isArray(needs) ? needs : Object.keys(needs).filter((one) => needs[one]?.required !== false))
        .filter((one) => !always.includes(one))
        .map((one) => `${name} needs ${one}`),
    );
    expect(needed).toEqual([]);
    const offered = /^COMPOSE_PROFILES=(.*)$/m.exec(textOf('deploy/compose.env.example'))?.[1]?.split(',') ?? [];
    const profiles = new Set(Object.values(services).flatMap((one) => one.profiles ?? []));
    expect([...profiles].sort()).toEqual([...offered, 's3'].sort());
  });

  it('gives the watcher no key of a provider and no database', () => {
    const environment = environmentOf('watch', { 'compose.env': file });
    expect(Object.keys(environment).sort()).toEqual(['ROLE', 'SIGHTLINE_URL', 'WATCH_SECRET']);
  });

  it('names in its example the required settings, and those that compose sets', () => {
    const example = textOf('deploy/compose.env.example');
    const required = [...textOf('deploy/compose.yml').matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name);
    for (const name of new Set(required)) expect(example).toMatch(new RegExp(`^${name}=$`, 'm'));
    for (const name of decided) expect(example).toContain(name);
  });
});
