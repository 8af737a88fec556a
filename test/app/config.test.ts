import { describe, expect, it } from 'vitest';
import { mcpReachable, readConfig } from '../../src/app/config.ts';
import { describedEngines } from '../../src/app/configuredEngines.ts';
import type { Log } from '../../src/ports/log.ts';

describe('PUBLIC_BASE_URL', () => {
  it.each([
    'https://sightline.example.com/app',
    'https://sightline.example.com/?a=1',
    'https://sightline.example.com/#a',
    'https://me:secret@sightline.example.com',
    'ftp://sightline.example.com',
    'sightline.example.com',
  ])('%s stops the start, naming the variable', (given) => {
    expect(() => readConfig({ PUBLIC_BASE_URL: given })).toThrow(/^PUBLIC_BASE_URL: must /);
  });

  it.each(['https://sightline.example.com', 'https://sightline.example.com/', 'http://[::1]:4280'])(
    '%s is accepted',
    (given) => {
      expect(readConfig({ PUBLIC_BASE_URL: given }).publicBaseUrl).toBe(given.replace(/\/$/, ''));
    },
  );

  it.each([
    ['https://sightline.example.com', true],
    ['https://8.8.8.8', true],
    ['http://sightline.example.com', false],
    ['https://localhost', false],
    ['https://localhost.', false],
    ['https://box', false],
    ['https://box.local', false],
    ['https://0x7f.1', false],
    ['https://10.0.0.1', false],
    ['https://100.64.0.1', false],
    ['https://169.254.169.254', false],
    ['https://[::1]', false],
    ['https://[fd00::1]', false],
    ['https://[::ffff:10.0.0.1]', false],
  ])('%s can be reached by a provider: %s', (given, reachable) => {
    expect(mcpReachable({ ALLOW_PRIVATE_TARGETS: false }, given)).toBe(reachable);
    expect(mcpReachable({ ALLOW_PRIVATE_TARGETS: true }, given)).toBe(true);
  });
});

describe('a list of names', () => {
  const start = (environment: Record<string, string>) => describedEngines(readConfig(environment), {} as Log);

  it.each([
    ['ENGINES', ',,', 'has an empty entry'],
    ['ENGINES', 'openai,', 'has an empty entry'],
    ['ENGINES', 'openai,claude-api,openai', 'names openai twice'],
    ['ENGINES', 'openai,chatgpt', 'chatgpt is none of openai, '],
    ['ACCEPT_UNRESOLVED', 'perplexity', 'perplexity is none of openai, '],
    ['ACCEPT_UNRESOLVED', 'gemini-api,gemini-api', 'names gemini-api twice'],
    ['ACCEPT_UNRESOLVED', ',', 'has an empty entry'],
    ['ALLOWED_ACCOUNTS', 'a@example.com,,', 'has an empty entry'],
    ['ALLOWED_ACCOUNTS', 'a@example.com, A@example.com', 'names a@example.com twice'],
  ])('%s=%s stops the start, naming the variable', (variable, given, why) => {
    expect(() => start({ [variable]: given })).toThrow(`${variable}: ${why}`);
  });

  it('keeps its order, and ignores spaces around the names', () => {
    const { declared, all } = start({ ENGINES: 'claude-api , openai' });
    expect([declared.id, all.map(({ id }) => id)]).toEqual(['claude-api', ['claude-api', 'openai']]);
  });
});
