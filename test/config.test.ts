import { describe, expect, it } from 'vitest';
import { mcpReachable, readConfig } from '../src/app/config.ts';

describe('PUBLIC_BASE_URL', () => {
  it.each([
    'https://sightline.example.com/app',
    'https://sightline.example.com/?a=1',
    'https://sightline.example.com/#a',
    'https://me:secret@sightline.example.com',
    'ftp://sightline.example.com',
    'sightline.example.com',
  ])('%s stops the start, by name', (given) => {
    expect(() => readConfig({ PUBLIC_BASE_URL: given })).toThrow(/^PUBLIC_BASE_URL: must /);
  });

  it.each(['https://sightline.example.com', 'https://sightline.example.com/', 'http://[::1]:4280'])(
    '%s is taken',
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
