import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { backUp } from '../../src/app/backup.ts';
import { readConfig } from '../../src/app/config.ts';
import { onEachDatabase } from '../support/databases.ts';
import { owner, useService } from '../support/service.ts';

const read = (path: string): string => readFileSync(new URL(`../../deploy/${path}`, import.meta.url), 'utf8');

/** Returns the series that an expression queries: names, labels and values. */
function seriesOf(expression: string): { name: string; labels: string[] }[] {
  return [...expression.matchAll(/\b((?:sightline|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, name = '', filter = '']) => ({
      name,
      labels: [...filter.matchAll(/(\w+)\s*(?:=~|!=|!~|=)/g)].map((match) => match[1] ?? ''),
    }),
  );
}

const dashboard: { panels: { title: string; targets: { expr: string; legendFormat: string }[] }[] } = JSON.parse(
  read('grafana-dashboard.json'),
);
const alerts = [...read('prometheus-alerts.yml').matchAll(/- alert: (\w+)\n\s+expr: (.+)/g)];
const expressions: [where: string, expression: string][] = [
  ...dashboard.panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }): [string, string] => [`panel ${title}`, expr]),
  ),
  ...alerts.map(([, name = '', expression = '']): [string, string] => [`alert ${name}`, expression]),
];

onEachDatabase('metrics for the operator', (engine) => {
  const service = useService(engine, {
    env: { MAX_USD_PER_ANSWER: '0.25' },
    simulator: { pace: { by: 'looks', queued: 1, working: 1 } },
  });
  let text: string;
  let before: string;
  /** Returns the value of the only line with this name and these labels, in any order; undefined if it is missing. */
  const value = (name: string, labels: Record<string, string> = {}): number | undefined => {
    const wanted = Object.entries(labels).map(([label, given]) => `${label}="${given}"`);
    const line = text
      .split('\n')
      .find((one) => one.match(/^\w+/)?.[0] === name && wanted.every((label) => one.includes(label)));
    return line === undefined ? undefined : Number(line.split(' ').at(-1));
  };

  beforeAll(async () => {
    const key = await service.makeKey();
    const [answered, refused, lost, slow] = await Promise.all(Array.from({ length: 4 }, () => service.makeCase()));
    const { body } = await service.ensure(key, answered?.id ?? '', 'key-number-1');
    await service.follow(key, body.run.id);
    service.simulator.script({ at: 'create', reply: { kind: 'status', status: 401, code: 'invalid_api_key' } });
    await service.ensure(key, refused?.id ?? '', 'key-number-2');
    service.simulator.script({ at: 'create', reply: { kind: 'dropped' } });
    await service.ensure(key, lost?.id ?? '', 'key-number-3');
    service.simulator.script({ at: 'create', course: 'slow' });
    await service.ensure(key, slow?.id ?? '', 'key-number-4');
    await service.call(
      'requestSeoOverview',
      { domain: 'a.example', confirmSpend: true },
      { key, idempotencyKey: 'seo-number-1' },
    );
    const receipt = { runId: 'run_unknown', workspaceId: 'org_x', sessionId: null, taskId: 'resp_x', acceptedAt: '' };
    await service.api.spill.write(receipt);
    await service.ask('/api/auth/sign-in/email', { body: owner });
    const wrong = { ...owner, password: 'not the right one' };
    for (let tries = 0; tries < 12; tries += 1) await service.ask('/api/auth/sign-in/email', { body: wrong });
    await service.refuse('listSites', {}, 'unauthorized', { key: `${key.slice(0, -1)}?` });
    const form = 'grant_type=refresh_token&refresh_token=x&client_id=y';
    await service.ask('/api/auth/oauth2/token', {
      body: form,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    before = (await service.ask('/metrics')).text;
    const config = readConfig({ ...service.database.env });
    await backUp(config, join(service.database.dataDir, 'backups', 'one.sqlite'));
    ({ text } = await service.ask('/metrics'));
  });

  it('counts requests, calls by outcome, runs by engine and state, the spill and the worker', () => {
    const create = (provider: string, outcome: string) =>
      value('sightline_provider_calls_total', { provider, call: 'create', outcome });
    expect([create('openai', 'accepted'), create('openai', 'refused'), create('openai', 'uncertain')]).toEqual([
      2, 1, 1,
    ]);
    expect(create('dataforseo', 'succeeded')).toBe(2);
    expect(value('sightline_provider_calls_total', { provider: 'openai', call: 'look' })).toBeGreaterThan(0);
    expect(value('sightline_active_runs', { engine: 'openai', phase: 'unresolved', status: 'requires_action' })).toBe(
      1,
    );
    expect(value('sightline_active_runs', { engine: 'openai', phase: 'submitted' })).toBe(1);
    const ensured = { method: 'POST', route: '/api/v1/observations/ensure' };
    expect(value('sightline_http_requests_total', ensured)).toBeGreaterThan(0);
    expect(value('sightline_spilled_receipts', { kind: 'run' })).toBe(1);
    expect(value('sightline_worker_ticks_total', { outcome: 'done' })).toBeGreaterThan(0);
    expect([value('sightline_restore_fence'), value('sightline_database_up')]).toEqual([0, 1]);
    expect(value('sightline_poll_lag_seconds')).toBeLessThan(30);
    // The slow run and the one with a lost reply are held until they end; answered and refused ones are not.
    expect(value('sightline_held_usd', { simulated: 'false' })).toBeCloseTo(0.5, 6);
    expect([value('sightline_outbox_messages'), value('sightline_outbox_lag_seconds')]).toEqual([0, 0]);
  });

  it('counts sign-ins by outcome, and refused tokens by endpoint', () => {
    const signIns = (outcome: string) => value('sightline_sign_ins_total', { way: 'password', outcome });
    expect([signIns('done'), signIns('failed'), signIns('braked')]).toEqual([1, 10, 2]);
    const refused = (door: string) => value('sightline_refused_tokens_total', { door });
    expect([refused('v1'), refused('oauth'), refused('mcp')]).toEqual([1, 1, undefined]);
  });

  it('shows free disk space, and the age of a backup once there is one', () => {
    expect(value('sightline_disk_free_bytes')).toBeGreaterThan(1_000_000);
    expect(before).toMatch(/^sightline_backup_age_seconds nan$/im);
    expect(value('sightline_backup_age_seconds')).toBeGreaterThanOrEqual(0);
    expect(value('sightline_backup_age_seconds')).toBeLessThan(120);
  });

  if (engine === 'sqlite')
    it('has every series and label that the dashboard and the alerts query', () => {
      expect(dashboard.panels.length).toBeGreaterThan(12);
      expect(alerts.length).toBe(read('prometheus-alerts.yml').split('- alert:').length - 1);
      const known = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map((match) => match[1]));
      const labelsOf = (name: string): Set<string> =>
        new Set(
          [...text.matchAll(new RegExp(`^${name}\\{(.*)\\} `, 'gm'))].flatMap(([, labels = '']) =>
            [...labels.matchAll(/(\w+)="/g)].map((match) => match[1] ?? ''),
          ),
        );
      const missing = expressions.flatMap(([where, expression]) => {
        const series = seriesOf(expression);
        if (series.length === 0) return [`${where}: asks for nothing`];
        const grouped = [...expression.matchAll(/by \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(/,\s*/));
        return series.flatMap(({ name, labels }) => [
          ...(known.has(name) ? [] : [`${where}: ${name}`]),
          // Prometheus adds the instance.
          ...[...labels, ...grouped]
            .filter((label) => label !== 'instance' && !labelsOf(name).has(label))
            .map((label) => `${where}: ${name}{${label}}`),
        ]);
      });
      expect(missing).toEqual([]);
    });
});

it('the check of the queries finds names and labels', () => {
  expect(seriesOf('sum by (a) (rate(sightline_x_total{b="1", c=~"2|3"}[5m])) / process_open_fds')).toEqual([
    { name: 'sightline_x_total', labels: ['b', 'c'] },
    { name: 'process_open_fds', labels: [] },
  ]);
});
