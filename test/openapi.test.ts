import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openApiText } from '../src/cli/openapiCommand.ts';

describe('the API description', () => {
  it('is the committed one: run `npm run openapi` after changing an operation', () => {
    expect(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')).toBe(openApiText());
  });

  it('lists exactly the 15 operations of v1, in OpenAPI 3.1.0, as version 1.0.0', () => {
    const document = JSON.parse(openApiText());
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
