import { beforeAll, expect, it } from 'vitest';
import { alwaysOnEachDatabase } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { addCase, addKey, addWorkspace } from '../support/records.ts';
import { startServiceForTest, useService } from '../support/service.ts';

function said({ status, body }: { status: number; body: any }): [number, string] {
  return [status, body.error === undefined ? body.disposition : body.error.code];
}

alwaysOnEachDatabase('ensuring an observation', (engine) => {
  let key: string;
  let count = 0;
  const newKey = (): string => `ensure-key-${++count}`;
  const read = (caseId: string, more: Record<string, unknown> = {}) =>
    service.reply('readObservation', { kind: 'keyword', caseId, ...more }, { key });

  const service = useService(engine, { env: { ACTIVE_RUNS_PER_OWNER: '200' } });
  beforeAll(async () => {
    key = await service.makeKey();
  });

  /** Creates a case with one saved answer. */
  async function answered(): Promise<{ id: string; runId: string }> {
    const { id } = await service.makeCase();
    const started = await service.ensure(key, id, newKey());
    await service.follow(key, started.body.run.id);
    return { id, runId: started.body.run.id };
  }

  it('reports a missing observation, and starts nothing by reading', async () => {
    const { id } = await service.makeCase();
    const before = service.sent();
    const observation = await read(id);
    expect(said(observation)).toEqual([200, 'missing']);
    expect(observation.body.run).toBeNull();
    expect(observation.body.freshness).toEqual({
      maxAgeSeconds: 86_400,
      observedAt: null,
      ageSeconds: null,
      fresh: false,
    });
    expect(service.sent()).toBe(before);
  });

  it('starts one run, and follows it while it is active, under any key', async () => {
    const { id } = await service.makeCase();
    service.simulator.script({ at: 'create', course: 'slow' });
    const started = await service.ensure(key, id, newKey());
    const followed = await service.ensure(key, id, newKey());
    expect([said(started), said(followed)]).toEqual([
      [202, 'started'],
      [202, 'existing_active'],
    ]);
    expect(followed.body.run.id).toBe(started.body.run.id);
    expect(said(await read(id))).toEqual([200, 'existing_active']);
  });

  long('returns a fresh answer without new work, until it is older than requested', async () => {
    const { id, runId } = await answered();
    const fresh = await service.ensure(key, id, newKey());
    expect(said(fresh)).toEqual([200, 'fresh_saved']);
    expect([fresh.body.run.id, fresh.body.freshness.fresh]).toEqual([runId, true]);
    const again = await service.ensure(key, id, newKey(), { maxAgeSeconds: 0 });
    expect(said(again)).toEqual([202, 'started']);
    expect(again.body.run.id).not.toBe(runId);
  });

  it('never calls anything fresh for a maximum age of 0', async () => {
    const { id } = await answered();
    const observation = await read(id, { maxAgeSeconds: 0 });
    expect([said(observation), observation.body.freshness.fresh]).toEqual([[200, 'saved'], false]);
  });

  it('replays a key with its first outcome and the current state of its run', async () => {
    const { id } = await service.makeCase();
    const idempotencyKey = newKey();
    const started = await service.ensure(key, id, idempotencyKey);
    await service.follow(key, started.body.run.id);
    const before = service.sent();
    const replayed = await service.ensure(key, id, idempotencyKey, { maxAgeSeconds: 86_400, useSeoTools: false });
    expect(said(replayed)).toEqual([202, 'started']);
    expect(replayed.headers.get('idempotency-replayed')).toBe('true');
    expect([replayed.body.run.id, replayed.body.run.status]).toEqual([started.body.run.id, 'completed']);
    expect(service.sent()).toBe(before);
  });

  it('replays the same key through another API key of the workspace: a rotated key buys nothing twice', async () => {
    const { id } = await service.makeCase();
    const idempotencyKey = newKey();
    const started = await service.ensure(key, id, idempotencyKey);
    const rotated = await service.ensure(await service.makeKey(), id, idempotencyKey);
    expect([rotated.headers.get('idempotency-replayed'), rotated.body.run.id]).toEqual(['true', started.body.run.id]);
  });

  it('shares keys between the API and the browser', async () => {
    const { id } = await service.makeCase();
    const idempotencyKey = newKey();
    const started = await service.ensure(key, id, idempotencyKey);
    const browsed = await service.reply('ensureObservation', { kind: 'keyword', caseId: id }, { idempotencyKey });
    expect([browsed.headers.get('idempotency-replayed'), browsed.body.run.id]).toEqual(['true', started.body.run.id]);
  });

  it('refuses a key that was used for another body', async () => {
    const { id } = await service.makeCase();
    const idempotencyKey = newKey();
    await service.ensure(key, id, idempotencyKey);
    const before = service.sent();
    const other = await service.makeCase();
    for (const [caseId, more] of [
      [other.id, {}],
      [id, { maxAgeSeconds: 5 }],
      [id, { useSeoTools: true }],
    ] as const) {
      const refused = await service.ensure(key, caseId, idempotencyKey, more);
      expect(said(refused)).toEqual([409, 'idempotency_conflict']);
      expect(refused.body.error).toMatchObject({ details: { field: 'Idempotency-Key' }, retry: 'never' });
    }
    expect(service.sent()).toBe(before);
  });

  it('starts nothing during an unresolved creation, and names the run to inspect', async () => {
    const { id } = await service.makeCase();
    service.simulator.script({ at: 'create', reply: { kind: 'dropped' } });
    const lost = await service.ensure(key, id, newKey());
    expect([said(lost), lost.body.run.status]).toEqual([[202, 'started'], 'requires_action']);
    const before = service.sent();
    const refused = await service.ensure(key, id, newKey());
    expect(said(refused)).toEqual([409, 'creation_unresolved']);
    expect(refused.body.recovery).toEqual({ runId: lost.body.run.id, sessionId: expect.stringMatching(/^conv_/) });
    expect(refused.body.error.retry).toBe('inspect_run');
    expect(service.sent()).toBe(before);
  });

  it('follows a run that waits for an approval, without approving it', async () => {
    const { id } = await service.makeCase();
    service.simulator.script({ at: 'create', course: 'approval' });
    const started = await service.ensure(key, id, newKey());
    const run = await service.follow(key, started.body.run.id, 'requires_action');
    expect(run.error).not.toBeNull();
    expect(said(await service.ensure(key, id, newKey()))).toEqual([202, 'existing_active']);
  });

  it('returns 404 for an archived question, whose answers stay readable', async () => {
    const { id, runId } = await answered();
    await service.call('archiveBenchmarkCase', { id });
    expect(said(await service.ensure(key, id, newKey()))).toEqual([404, 'not_found']);
    const observation = await read(id);
    expect([said(observation), observation.body.run.id]).toEqual([[200, 'saved'], runId]);
  });

  long('never reuses an answer of another model', async () => {
    const { id } = await answered();
    await service.restart({ OPENAI_MODEL: 'changed-model' });
    expect(said(await read(id))).toEqual([200, 'missing']);
    expect(said(await service.ensure(key, id, newKey()))).toEqual([202, 'started']);
    await service.restart();
    expect(said(await service.ensure(key, id, newKey()))).toEqual([200, 'fresh_saved']);
  });

  it('runs one target of an owner in one workspace at a time, and keeps that denial', async () => {
    const place = await addWorkspace(service, 'same owner');
    const there = await addKey(service, place, ['evaluate']);
    const query = `Asked in two workspaces on ${engine}?`;
    const here = await service.makeCase({ query });
    const caseThere = await addCase(service, place, query);
    service.simulator.script({ at: 'create', course: 'slow' });
    const started = await service.ensure(key, here.id, newKey());
    const denied = newKey();
    for (let times = 0; times < 3; times += 1) {
      expect(said(await service.ensure(there.secret, caseThere, denied))).toEqual([409, 'owner_active_elsewhere']);
    }
    await service.call('cancelRun', { kind: 'keyword', id: started.body.run.id }, { key });
    await service.follow(key, started.body.run.id);
    expect(said(await service.ensure(there.secret, caseThere, denied))).toEqual([409, 'owner_active_elsewhere']);
    expect(said(await service.ensure(there.secret, caseThere, newKey()))).toEqual([202, 'started']);
  });

  it('refuses everything else by name, saves nothing of it, and then accepts the same key', async () => {
    const { id } = await service.makeCase();
    const idempotencyKey = newKey();
    const good = { kind: 'keyword', caseId: id };
    const reader = await service.makeKey([]);
    const send = (input: object, caller: object = {}) =>
      service.reply('ensureObservation', { ...input }, { key, idempotencyKey, ...caller });
    const before = service.sent();
    const bodies: [object, string][] = [
      [{ ...good, maxAgeSeconds: -1 }, 'maxAgeSeconds'],
      [{ ...good, maxAgeSeconds: 604_801 }, 'maxAgeSeconds'],
      [{ ...good, maxAgeSeconds: 1.5 }, 'maxAgeSeconds'],
      [{ ...good, maxAgeSeconds: '60' }, 'maxAgeSeconds'],
      [{ ...good, useSeoTools: 'yes' }, 'useSeoTools'],
      [{ ...good, websiteId: 'site_1' }, 'websiteId'],
      [{ kind: 'website', websiteId: 'site_1', caseId: id }, 'caseId'],
      [{ kind: 'website', websiteId: 'site_1', useSeoTools: true }, 'useSeoTools'],
      [{ kind: 'website' }, 'websiteId'],
      [{ kind: 'keyword' }, 'caseId'],
      [{ kind: 'page', caseId: id }, 'kind'],
      [{ caseId: id }, 'kind'],
    ];
    for (const [body, field] of bodies) {
      const refused = await send(body);
      expect([...said(refused), refused.body.error.details?.field], JSON.stringify(body)).toEqual([
        400,
        'invalid_request',
        field,
      ]);
      expect(refused.body.error.message).toContain(field);
    }
    for (const badKey of ['short', 'x'.repeat(129), '"quoted-key"', 'with space', 'ümlaut-key']) {
      const refused = await send(good, { idempotencyKey: Buffer.from(badKey).toString('latin1') });
      expect([...said(refused), refused.body.error.details?.field], badKey).toEqual([
        400,
        'invalid_request',
        'Idempotency-Key',
      ]);
    }
    const asText = { key, idempotencyKey, body: '{}', headers: { 'content-type': 'text/plain' } };
    const refusals = [
      [() => send(good, { idempotencyKey: undefined }), 400, 'invalid_request'],
      [() => send(good, { key: 'wrong' }), 401, 'unauthorized'],
      [() => send(good, { key: reader }), 403, 'insufficient_permission'],
      [() => send({ ...good, caseId: 'case_unknown' }), 404, 'not_found'],
      [() => send({ ...good, caseId: 'x'.repeat(70_000) }), 413, 'payload_too_large'],
      [() => service.ask('/api/v1/observations/ensure', asText), 415, 'unsupported_media_type'],
      [() => send({ ...good, useSeoTools: true }), 503, 'mcp_endpoint_not_public'],
    ] as const;
    for (const [refuse, ...expected] of refusals) expect(said(await refuse())).toEqual(expected);
    expect(service.sent()).toBe(before);
    const taken = await send(good);
    expect([said(taken), taken.headers.get('idempotency-replayed')]).toEqual([[202, 'started'], null]);
  });

  const ofCase = { kind: 'keyword', caseId: 'case_1' };
  it.each<[string, Record<string, unknown>, string]>([
    ['kind=website with caseId', { kind: 'website', websiteId: 'site_1', caseId: 'case_1' }, 'caseId'],
    ['kind=website with useSeoTools', { kind: 'website', websiteId: 'site_1', useSeoTools: false }, 'useSeoTools'],
    ['kind=keyword with websiteId', { ...ofCase, websiteId: 'site_1' }, 'websiteId'],
    ['kind=keyword without caseId', { kind: 'keyword' }, 'caseId'],
    ['no kind', { caseId: 'case_1' }, 'kind'],
    ['an age that is not a number', { ...ofCase, maxAgeSeconds: 'soon' }, 'maxAgeSeconds'],
    ['an age beyond a week', { ...ofCase, maxAgeSeconds: 604_801 }, 'maxAgeSeconds'],
    ['an empty age', { ...ofCase, maxAgeSeconds: '' }, 'maxAgeSeconds'],
  ])('a read with %s returns 400 and names the field', async (_name, input, field) => {
    const refused = await service.refuse('readObservation', input, 'invalid_request', { key });
    expect([refused.status, refused.details?.field]).toEqual([400, field]);
  });
});

it('an account without spending rights is refused before anything is saved, and may still read, but replay nothing', async () => {
  const service = await startServiceForTest('sqlite', { env: { ALLOWED_ACCOUNTS: 'somebody@example.com' } });
  const key = await service.makeKey();
  const { id } = await service.makeCase();
  expect(said(await service.ensure(key, id, 'not-allowed-1'))).toEqual([403, 'account_not_allowed']);
  const seo = { domain: 'acme-crm.com', confirmSpend: true };
  const idempotencyKey = 'not-allowed-2';
  await service.refuse('requestSeoOverview', seo, 'account_not_allowed', { key, idempotencyKey });
  const read = await service.call('readObservation', { kind: 'keyword', caseId: id }, { key });
  expect(read.disposition).toBe('missing');
  expect(service.simulator.ledger).toEqual([]);
  await service.restart({ ALLOWED_ACCOUNTS: ' Owner@Example.com ,other@example.com' });
  expect(said(await service.ensure(key, id, 'not-allowed-1'))).toEqual([202, 'started']);
});
