import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { v2Operations } from '../../src/api/registry.ts';
import { openApiText } from '../../src/cli/calls/openapi.ts';

type Described = { operationId: string; description: string; security?: unknown };

describe('the API description', () => {
  it.each([
    ['v1', 'openapi.json'],
    ['v2', 'openapi-v2.json'],
  ] as const)('of %s equals the committed one: run `npm run openapi` after changing an operation', (version, file) => {
    expect(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')).toBe(openApiText(version));
  });

  it('of v2 contains every operation, marks those for sessions only, and has more error codes than v1', () => {
    const [v1, v2] = [JSON.parse(openApiText('v1')), JSON.parse(openApiText('v2'))];
    const sessionsOnly: Record<string, boolean> = {};
    for (const methods of Object.values(v2.paths as Record<string, Record<string, Described>>)) {
      for (const { operationId, security, description } of Object.values(methods)) {
        sessionsOnly[operationId] = description.endsWith('Sessions only: no API key can do this.');
        expect(security).toEqual(sessionsOnly[operationId] ? [{ session: [] }] : undefined);
      }
    }
    expect(sessionsOnly).toEqual(
      Object.fromEntries(v2Operations.map(({ id, audience }) => [id, audience === 'session'])),
    );
    const codesOf = (document: typeof v1): string[] =>
      document.components.schemas.Error.properties.error.properties.code.enum;
    const added = codesOf(v2).filter((code) => !codesOf(v1).includes(code));
    expect(added).toEqual(['unsupported_setting', 'approval_required', 'already_exists', 'engine_unavailable']);
    expect(codesOf(v1)).toHaveLength(19);
  });

  it('lists exactly the 15 operations of v1, in OpenAPI 3.1.0, as version 1.0.0', () => {
    const document = JSON.parse(openApiText('v1'));
    expect(document.openapi).toBe('3.1.0');
    expect(document.info.version).toBe('1.0.0');
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(operations.sort()).toEqual([
      'GET /auth/status',
      'GET /benchmark-cases',
      'GET /observations',
      'GET /runs/{kind}/{id}',
      'GET /seo',
      'GET /sites',
      'GET /visibility/citations',
      'GET /visibility/current',
      'GET /visibility/overview',
      'GET /visibility/prompts',
      'GET /visibility/recommendations',
      'POST /observations/ensure',
      'POST /runs/{kind}/{id}/cancel',
      'POST /runs/{kind}/{id}/reconcile',
      'POST /seo',
    ]);
  });
});
