import { describe, expect, it } from 'vitest';
import type { CheckResult, WebsiteResult } from '../../../src/domain/checks/analyze.ts';
import { failedGates } from '../../../src/domain/checks/failedGates.ts';

function check(given: Partial<CheckResult>): CheckResult {
  return {
    id: 'access.page.status',
    class: 'gate',
    category: 'access',
    outcome: 'fail',
    title: '',
    evidence: {},
    evidenceLine: '',
    rule: '',
    remediation: '',
    sources: [],
    strength: 'V',
    ...given,
  };
}

const home = {
  url: 'https://www.acme.example/',
  status: 200,
  contentType: 'text/html',
  bytes: 1,
  sha256: null,
  capturedAt: '2026-01-01T00:00:00.000Z',
  source: 'home',
} as const;

function gatesOf(...checks: CheckResult[]) {
  const pages: WebsiteResult['pages'] = [home];
  return failedGates({ checks, pages });
}

describe('the failed gates of a website result', () => {
  it('are its gates that failed, and no other check', () => {
    const found = gatesOf(
      check({ id: 'a' }),
      check({ id: 'b', outcome: 'warn' }),
      check({ id: 'c', class: 'core' }),
      check({ id: 'd', outcome: 'pass' }),
    );
    expect(found.map((gate) => gate.checkId)).toEqual(['a']);
  });

  it('name the pages of their evidence as answers cite them, each once, in order', () => {
    const evidence = {
      others: [
        { url: 'https://www.acme.example/b?utm_source=x#top', ends: '404' },
        { url: 'https://www.acme.example/a', ends: '404' },
        { url: 'https://www.acme.example/b', ends: '404' },
      ],
    };
    expect(gatesOf(check({ evidence }))[0]?.urls).toEqual(['https://www.acme.example/a', 'https://www.acme.example/b']);
  });

  it('exclude evidence pages that do not fail', () => {
    const examples = [
      { url: 'https://www.acme.example/bad', outcome: 'fail' },
      { url: 'https://www.acme.example/fair', outcome: 'warn' },
      { url: 'https://www.acme.example/good', outcome: 'pass' },
    ];
    expect(gatesOf(check({ evidence: { examples } }))[0]?.urls).toEqual(['https://www.acme.example/bad']);
  });

  it('read a blocked path as a page of the website', () => {
    const evidence = { blocked: [{ token: 'Googlebot', path: '/pricing', line: 3 }] };
    expect(gatesOf(check({ evidence }))[0]?.urls).toEqual(['https://www.acme.example/pricing']);
  });

  it('include a gate whose evidence names no public page, without pages', () => {
    const evidence = { url: 'http://127.0.0.1/', examples: [{ path: 'html > body > p' }] };
    expect(gatesOf(check({ evidence }))).toEqual([{ checkId: 'access.page.status', urls: [] }]);
  });
});
