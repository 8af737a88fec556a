import { Webhook } from 'standardwebhooks';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import type { InputOf } from '../../src/contract/callTypes.ts';
import { evaluateRules } from '../../src/services/alerts/evaluateRules.ts';
import { settlePlans } from '../../src/services/plans/settlePlan.ts';
import { activatePlan } from '../support/activatePlan.ts';
import { callsOf } from '../support/calls.ts';
import { createClock } from '../support/clock.ts';
import { type DatabaseKind, onEachDatabase, onPostgres } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { startReceiver, verified } from '../support/receiver.ts';
import { addSite, addWorkspace } from '../support/records.ts';
import { required } from '../support/required.ts';
import { saveAnswer } from '../support/savedAnswers.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { useStarted } from '../support/useStarted.ts';
import { type Answering, challengePage, startWebsite } from '../support/website.ts';

const hour = 3_600_000;
const day = 24 * hour;
const questions = 14;

type House = Awaited<ReturnType<typeof startHouse>>;
type Rule = Pick<InputOf<'createAlertRule'>, 'kind'> & Partial<InputOf<'createAlertRule'>>;

/** Starts a service and a receiver, with the clock set to a Friday. */
async function startHouse(engine: DatabaseKind) {
  const clock = createClock('2026-03-13T12:00:00.000Z');
  const service = await startTestService(engine, {
    replace: { runtime: clock.runtime, messageTimeoutMs: 2_000, captureLimits: { minIntervalMs: 0, renderedPages: 0 } },
    env: { ALLOW_PRIVATE_TARGETS: '1', OPENAI_MODEL: 'gpt-5.5', ACTIVE_RUNS_PER_OWNER: '100' },
  });
  const key = await service.makeKey(['evaluate', 'manage']);
  const receiver = await startReceiver();
  const { call, refuse } = callsOf(service.url, key);
  const named = { kind: 'webhook' as const, name: 'Our own', address: receiver.url };
  const { destination, secret } = await service.call('createAlertDestination', named);
  const alerts = async (input: InputOf<'listAlerts'> = {}) => (await call('listAlerts', input)).items;
  const preview = (input: InputOf<'previewAlertRule'>) => call('previewAlertRule', input);
  return {
    ...{ clock, service, api: service.api, key, receiver, call, refuse, destination, secret, alerts, preview },
    makeRule: async (rule: Rule) =>
      (await call('createAlertRule', { name: 'A rule', destinationIds: [destination.id], ...rule })).rule,
    /** Returns the alerts of a rule, once all its messages have ended. */
    toldBy: (ruleId: string) =>
      until(
        () => alerts({ ruleId }),
        (items) => items.every((item) => item.messages.every((one) => one.state !== 'waiting')),
      ),
    /** Sends a test message, and returns it as it arrived. */
    async test() {
      const count = receiver.messages.length;
      const { alertId } = await call('testAlertDestination', { id: destination.id });
      await receiver.until(count + 1);
      return { alertId, message: required(receiver.messages[count]) };
    },
    /** Reads the only message of an alert. */
    messageOf: async (alertId: string) => required((await alerts()).find(({ id }) => id === alertId)?.messages[0]),
    async close() {
      await service.close();
      await receiver.close();
    },
  };
}

const useHouse = (engine: DatabaseKind): House => useStarted(() => startHouse(engine));

/** Saves a week's answers about a website: this many of its questions list it. */
async function saveWeek(
  service: TestService,
  about: { websiteId: string; cases: readonly string[] },
  at: string,
  listed: number,
) {
  for (const [index, caseId] of about.cases.entries()) {
    const names = index < listed ? ['Acme CRM acme-crm.example'] : ['Rivalo rivalo.example'];
    await saveAnswer(service, { websiteId: about.websiteId, caseId, createdAt: at, names });
  }
}

async function makePanel(service: TestService) {
  const { id: websiteId } = await service.makeSite();
  return { websiteId, cases: await service.makeCases(questions, { websiteId }) };
}

onEachDatabase('an alert of a change', (engine) => {
  const house = useHouse(engine);
  let dropped: { websiteId: string; cases: string[] };
  let wobbling: { websiteId: string; cases: string[] };
  let rule: Awaited<ReturnType<House['makeRule']>>;
  let quietRule: typeof rule;

  beforeAll(async () => {
    const { service } = house;
    dropped = await makePanel(service);
    wobbling = await makePanel(service);
    await saveWeek(service, dropped, '2026-03-04T10:00:00.000Z', questions);
    await saveWeek(service, dropped, '2026-03-11T10:00:00.000Z', 2);
    await saveWeek(service, wobbling, '2026-03-04T10:00:00.000Z', questions);
    await saveWeek(service, wobbling, '2026-03-11T10:00:00.000Z', questions - 6);
    rule = await house.makeRule({ name: 'Acme', kind: 'visibility_change', websiteId: dropped.websiteId });
    quietRule = await house.makeRule({ kind: 'visibility_change', websiteId: wobbling.websiteId });
  });

  it('states in a preview what the rule would have sent, and what it can detect', async () => {
    house.clock.move(3 * day);
    const asked = { kind: 'visibility_change' as const, websiteId: dropped.websiteId };
    const preview = await house.preview(asked);
    expect(preview).toMatchObject({ looks: 2, power: { looksInQuarter: 14, panel: { questions } } });
    expect(preview.items).toEqual([
      expect.objectContaining({ at: '2026-03-16T00:00:00.000Z', figures: expect.objectContaining({ lost: 12 }) }),
    ]);
    expect((await house.preview({ ...asked, direction: 'increase' })).items).toEqual([]);
    const quiet = await house.preview({ ...asked, websiteId: wobbling.websiteId });
    expect(quiet.items).toEqual([]);
    expect(await house.alerts()).toEqual([]);
    const detail = await house.call('readAlertRule', { id: rule.id });
    expect(detail.power.level).toBeCloseTo(0.05 / 14, 6);
    expect(detail.looks).toEqual([]);
  });

  long('reaches the receiver once, signed, for a significant drop, and for no other', async () => {
    await Promise.all([evaluateRules(house.api), evaluateRules(house.api)]);
    await evaluateRules(house.api);
    await house.receiver.until(1);
    const [told] = await house.toldBy(rule.id);
    expect(house.receiver.messages).toHaveLength(1);
    const [message] = house.receiver.messages;
    const event = verified(house.secret, message as never, house.clock.now());
    expect(event).toMatchObject({
      type: 'alert.visibility_change',
      timestamp: new Date(house.clock.now()).toISOString(),
      data: { id: told?.id, ruleName: 'Acme', websiteId: dropped.websiteId, simulated: false },
    });
    expect(event.data.figures).toMatchObject({
      verdict: 'decrease',
      listed: 2,
      known: questions,
      previousListed: questions,
      paired: questions,
      lost: 12,
      looks: 14,
    });
    expect(event.data.figures.p).toBeLessThan(0.05 / 14);
    expect(event.data.text).toMatch(/2 of 14 questions \(14 %, \d+–\d+ % at 95 %\)/);
    expect(event.data.runIds).toHaveLength(2 * questions);
    expect(event.data.url).toBe(
      `${house.service.url}/sites/${dropped.websiteId}?from=2026-03-09&to=2026-03-15&engine=openai`,
    );
    expect(told?.messages).toEqual([
      expect.objectContaining({ id: message?.headers['webhook-id'], state: 'delivered', nextTryInSeconds: null }),
    ]);
    expect(told?.messages[0]?.tries).toEqual([
      expect.objectContaining({ number: 1, outcome: 'delivered', status: 204 }),
    ]);
    expect(await house.toldBy(quietRule.id)).toEqual([]);
  });

  long('keeps each interim analysis with its result, even without a change', async () => {
    const looks = async (id: string) => (await house.call('readAlertRule', { id: id })).looks;
    expect(await looks(rule.id)).toEqual([
      expect.objectContaining({ periodEnd: '2026-03-15', verdict: 'decrease', paired: questions }),
    ]);
    // Six of six would be significant for a single analysis, but not if fourteen share the level.
    const [quiet] = await looks(quietRule.id);
    expect(quiet).toMatchObject({ verdict: 'no_detectable_change', paired: questions });
    expect(quiet?.p).toBeCloseTo(0.03125, 5);
  });

  long('waits for answers requested in the period, but not forever', async () => {
    await saveWeek(house.service, dropped, '2026-03-18T10:00:00.000Z', 2);
    await house.api.db
      .updateTable('runs')
      .set({ active: 1, status: 'running' })
      .where('created_at', '=', '2026-03-18T10:00:00.000Z')
      .where('target_id', '=', dropped.cases.at(-1) ?? '')
      .execute();
    house.clock.move(7 * day);
    await evaluateRules(house.api);
    const looks = async () => (await house.call('readAlertRule', { id: rule.id })).looks.length;
    expect(await looks()).toBe(1);
    house.clock.move(day);
    await evaluateRules(house.api);
    expect(await looks()).toBe(2);
    expect(await house.toldBy(rule.id)).toHaveLength(1);
  });

  long('sends the weekly digest with its numbers, intervals and a link, once a week', async () => {
    const digest = await house.makeRule({ kind: 'weekly_digest', websiteId: dropped.websiteId });
    const before = house.receiver.messages.length;
    await evaluateRules(house.api);
    expect(house.receiver.messages).toHaveLength(before);
    house.clock.move(7 * day);
    await evaluateRules(house.api);
    await evaluateRules(house.api);
    const [told, ...more] = await house.toldBy(digest.id);
    expect(more).toEqual([]);
    expect(told).toMatchObject({
      kind: 'weekly_digest',
      url: expect.stringContaining('from=2026-03-23&to=2026-03-29'),
    });
    expect(told?.text).toMatch(/no question with a known answer.*too few answers to compare/s);
    const preview = await house.preview({
      kind: 'weekly_digest',
      websiteId: dropped.websiteId,
    });
    expect(preview.items.map((item) => item.figures.listed)).toEqual([0, 2, 2, questions]);
    expect(preview.items[2]?.text).toMatch(
      /Recommended by .* in 2 of 14 questions \(14 %, .* at 95 %\).*Share of voice .* % \(.* at 95 %\).*a significant decrease/s,
    );
    // A difference that is not significant is never reported.
    expect(preview.items[1]?.text).toMatch(/no detectable change\./);
    expect(preview.items[1]?.figures.differencePoints).toBeNull();
  });

  long('is not sent once the rule is off or archived', async () => {
    const changed = await house.call('changeAlertRule', { id: rule.id, enabled: false, name: 'Acme, off' });
    expect(changed.rule).toMatchObject({ enabled: false, name: 'Acme, off', kind: 'visibility_change' });
    await house.service.call('archiveAlertRule', { id: rule.id }, { key: house.key });
    await house.refuse('readAlertRule', { id: rule.id }, 'not_found');
    expect((await house.toldBy(rule.id))[0]).toMatchObject({ ruleName: 'Acme' });
  });
});

onEachDatabase('an alert of an event', (engine) => {
  const house = useHouse(engine);

  long('about a budget is sent at 80 % and when it is full, once each', async () => {
    const { service, key } = house;
    const rule = await house.makeRule({ kind: 'budget_used' });
    await service.call('changeBudget', { kind: 'workspace', limitUsd: 0.8 });
    for (const name of ['budget-1', 'budget-2', 'budget-3']) {
      const { id } = await service.makeCase();
      service.simulator.script({ at: 'create', course: 'slow' });
      await service.ensure(key, id, name);
    }
    const told = await until(
      () => house.toldBy(rule.id),
      ({ length }) => length === 2,
    );
    expect(told.map(({ figures }) => [figures.budget, figures.threshold, figures.refused])).toEqual(
      expect.arrayContaining([
        ['workspace', 100, true],
        ['workspace', 80, false],
      ]),
    );
    expect(told).toHaveLength(2);
    await service.call('changeBudget', { kind: 'workspace', limitUsd: null });
    const preview = await house.preview({ kind: 'budget_used' });
    expect([preview.items, preview.looks]).toEqual([[], null]);
  });

  long('about an engine is sent when three runs in a row have failed, and once for the whole streak', async () => {
    const { service, key, clock } = house;
    const rule = await house.makeRule({ kind: 'engine_failing', engine: 'openai' });
    const fail = async (name: string, course: 'failed' | 'answer') => {
      clock.move(1_000);
      const { id } = await service.makeCase();
      service.simulator.clearScript();
      if (course === 'failed') service.simulator.script({ at: 'create', course });
      const { body } = await service.ensure(key, id, name);
      await service.finish(key, body.run.id);
    };
    await fail('failing-1', 'failed');
    await fail('failing-2', 'failed');
    expect(await house.toldBy(rule.id)).toEqual([]);
    await fail('failing-3', 'failed');
    await fail('failing-4', 'failed');
    expect(await house.toldBy(rule.id)).toEqual([
      expect.objectContaining({ figures: { engine: 'openai', failures: 3 } }),
    ]);
    await fail('failing-5', 'answer');
    for (const at of [6, 7, 8]) await fail(`failing-${at}`, 'failed');
    expect(await house.toldBy(rule.id)).toHaveLength(2);
    const preview = await house.preview({ kind: 'engine_failing' });
    expect(preview.items).toHaveLength(2);
  });

  it('about a run that waits for a person is sent', async () => {
    const { service, key } = house;
    const rule = await house.makeRule({ kind: 'run_needs_action' });
    const { id } = await service.makeCase();
    service.simulator.clearScript();
    service.simulator.script({ at: 'create', course: 'approval' });
    const { body } = await service.ensure(key, id, 'waits-for-a-person');
    for (let looks = 0; looks < 10; looks += 1) {
      await service.call('reconcileRun', { kind: 'keyword', id: body.run.id }, { key });
    }
    const [told] = await house.toldBy(rule.id);
    expect(told).toMatchObject({ runIds: [body.run.id], url: `${service.url}/answers/${body.run.id}` });
    expect((await house.preview({ kind: 'run_needs_action' })).items).toHaveLength(1);
  });

  it('about a missed round is sent, but not about a waiting one', async () => {
    const { service, clock } = house;
    const rule = await house.makeRule({ kind: 'round_missed' });
    const saved = await house.call('createQuestions', { queries: ['Which CRM is missed?'] });
    const { plan } = await house.call('createPlan', {
      name: 'Daily',
      questions: { questionIds: [saved.items[0]?.id ?? ''] },
      engines: ['openai'],
      repeats: 1,
      cadence: { kind: 'daily', at: '06:00', timeZone: 'UTC' },
    });
    await activatePlan(service, plan.id);
    clock.move(19 * hour);
    await settlePlans(service.api);
    expect(await house.toldBy(rule.id)).toEqual([]);
    clock.move(6 * hour);
    await Promise.all([settlePlans(service.api), settlePlans(service.api)]);
    const [told, ...more] = await house.toldBy(rule.id);
    expect([told?.figures, more]).toEqual([expect.objectContaining({ planId: plan.id, round: 1 }), []]);
    expect((await house.preview({ kind: 'round_missed' })).items).toHaveLength(1);
  });
});

onEachDatabase('an alert of a gate', (engine) => {
  const house = useHouse(engine);
  long('is sent if a website check fails that passed before', async () => {
    const { service, key } = house;
    const pages: Record<string, Answering> = { '/': challengePage, '/robots.txt': challengePage };
    const guarded = await startWebsite({ pages });
    onTestFinished(() => guarded.close());
    const site = await service.makeSite({ url: guarded.url, name: 'Guarded site' });
    const rule = await house.makeRule({ kind: 'gate_failed', websiteId: site.id });
    const check = async (idempotencyKey: string): Promise<string> => {
      const body = { kind: 'website' as const, websiteId: site.id, maxAgeSeconds: 0 };
      const { run } = await service.call('ensureObservation', body, { key, idempotencyKey });
      await until(
        () => service.readRun(key, run.id, 'website'),
        ({ status }) => status === 'completed',
      );
      return run.id;
    };
    const first = await check('gate-check-1');
    const [told] = await house.toldBy(rule.id);
    expect(told).toMatchObject({
      runIds: [first],
      figures: { gates: expect.stringContaining('access.challenge') },
      url: `${service.url}/sites/${site.id}/website?run=${first}`,
    });
    house.clock.move(hour);
    await check('gate-check-2');
    expect(await house.toldBy(rule.id)).toHaveLength(1);
    const preview = await house.preview({ kind: 'gate_failed' });
    expect(preview.items).toEqual([expect.objectContaining({ runIds: [first] })]);
  });
});

onPostgres('alerts of two servers', () => {
  const house = useHouse('postgres');
  long('are sent and delivered once', async () => {
    const { service, clock, receiver } = house;
    const second = await service.another();
    const panel = await makePanel(service);
    await saveWeek(service, panel, '2026-03-04T10:00:00.000Z', questions);
    await saveWeek(service, panel, '2026-03-11T10:00:00.000Z', 1);
    const rule = await house.makeRule({ kind: 'visibility_change', websiteId: panel.websiteId });
    clock.move(3 * day);
    await Promise.all([service.running, second].map(({ service: { api } }) => evaluateRules(api)));
    const told = await house.toldBy(rule.id);
    expect(told).toHaveLength(1);
    // Both workers poll for messages, so each test message arrives once too.
    const count = 20;
    for (let sent = 0; sent < count; sent += 1) {
      await house.test();
    }
    await receiver.until(1 + count);
    await until(
      () => house.alerts(),
      (items) => items.every((item) => item.messages[0]?.state === 'delivered'),
    );
    expect(new Set(receiver.messages.map(({ headers }) => headers['webhook-id'])).size).toBe(1 + count);
    expect(receiver.messages).toHaveLength(1 + count);
  });
});

onEachDatabase('a destination of alerts', (engine) => {
  const house = useHouse(engine);

  it('is created only by a signed-in person, and shows its secret once and its address never', async () => {
    const another = { kind: 'webhook', name: 'x', address: 'https://a.example/' };
    await house.refuse('createAlertDestination', another, 'insufficient_permission');
    expect(house.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const listed = await house.service.reply('listAlertDestinations', {}, { key: house.key });
    expect(listed.body.items).toEqual([
      expect.objectContaining({
        id: house.destination.id,
        readable: true,
        shown: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/…$/),
      }),
    ]);
    expect(listed.text).not.toMatch(/whsec_|canary/);
    const saved = JSON.stringify(await house.api.db.selectFrom('alert_destinations').selectAll().execute());
    expect(saved).not.toMatch(/whsec_|canary/);
    const log = await house.service.call('readAuditLog', {});
    expect(JSON.stringify(log)).not.toMatch(/whsec_|canary/);
    expect(log.items.map(({ act }) => act)).toContain('createAlertDestination');
  });

  it.each([
    [{ kind: 'webhook', name: 'x', address: 'http://hooks.example/' }, 'address'],
    [{ kind: 'webhook', name: 'x', address: 'https://me:pw@hooks.example/' }, 'address'],
    [{ kind: 'slack', name: 'x', address: 'not an address' }, 'address'],
    [{ kind: 'webhook', name: '', address: 'https://hooks.example/' }, 'name'],
    [{ kind: 'pager', name: 'x', address: 'https://hooks.example/' }, 'kind'],
    [{ kind: 'email', name: 'x', address: 'me@example.com' }, 'kind'],
  ])('is refused as %j, naming %s', async (body, field) => {
    const { details } = await house.service.refuse('createAlertDestination', body, 'invalid_request');
    expect(details?.field).toBe(field);
  });

  it('gets a signed test message; after a change, the old secret also signs for a day', async () => {
    const { clock } = house;
    const first = await house.test();
    expect(verified(house.secret, first.message, clock.now())).toMatchObject({
      type: 'alert.test',
      data: { id: first.alertId, ruleId: null },
    });
    const { secret } = await house.service.call('rotateAlertSecret', { id: house.destination.id });
    expect(secret).not.toBe(house.secret);
    const second = await house.test();
    for (const one of [secret, house.secret]) verified(one, second.message, clock.now());
    clock.move(day + 1_000);
    const third = await house.test();
    verified(secret, third.message, clock.now());
    expect(() => verified(house.secret, third.message, clock.now())).toThrow(/no signature/);
  });

  it('is verified by the package of Standard Webhooks itself, with its own clock', async () => {
    // The clock of this file's service stands still; here it signs with the machine's time.
    const { clock } = house;
    clock.move(Date.now() - clock.now());
    const { secret } = await house.service.call('rotateAlertSecret', { id: house.destination.id });
    const { body, headers } = (await house.test()).message;
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({ type: 'alert.test' });
    expect(() => new Webhook(secret).verify(body.replace('test', 'tent'), headers as Record<string, string>)).toThrow();
  });

  long('is retried later under the same id, is resent on request, and gives up after a day', async () => {
    const { receiver, clock } = house;
    const count = receiver.messages.length;
    receiver.behave(() => 503);
    const { alertId } = await house.test();
    const message = () => house.messageOf(alertId);
    // A message whose day is over may end without another try.
    const untilTries = (count: number) =>
      until(
        message,
        ({ tries, state }) => (tries.length >= count || state === 'failed') && tries.at(-1)?.outcome !== null,
      );
    const failed = await untilTries(1);
    expect(failed).toMatchObject({
      state: 'waiting',
      tries: [{ outcome: 'failed', status: 503, reason: 'The receiver answered 503.' }],
    });
    expect(failed.nextTryInSeconds).toBeGreaterThan(4);
    clock.move(6_000);
    await receiver.until(count + 2);
    await untilTries(2);
    let last = await message();
    for (let tries = 3; last.state === 'waiting' && tries < 30; tries += 1) {
      clock.move(9 * hour);
      last = await untilTries(tries);
    }
    expect(last).toMatchObject({ state: 'failed', nextTryInSeconds: null });
    receiver.behave(() => 204);
    const arrived = receiver.messages.length;
    expect((await house.call('resendAlert', { id: last.id })).message.state).toBe('waiting');
    await receiver.until(arrived + 1);
    await untilTries(last.tries.length + 1);
    expect((await message()).state).toBe('delivered');
    const ids = receiver.messages.slice(count).map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids)).toEqual(new Set([last.id]));
  });

  it('follows no redirect, and saves nothing of a reply', async () => {
    const { receiver } = house;
    const inside = await startReceiver();
    receiver.behave((_message, response) => {
      response.writeHead(307, { location: inside.url, 'x-canary': 'reply-canary' });
      response.end('reply-canary');
      return null;
    });
    const { alertId } = await house.test();
    const shown = await until(
      () => house.messageOf(alertId),
      ({ tries }) => tries[0]?.outcome === 'failed',
    );
    expect(shown.tries[0]).toMatchObject({
      status: 307,
      reason: 'The receiver answered with a redirect, which is not followed.',
    });
    expect(inside.messages).toEqual([]);
    expect(JSON.stringify(shown)).not.toMatch(/canary/);
    await inside.close();
    receiver.behave(() => 204);
  });

  it('gets nothing more once it is removed', async () => {
    const { receiver, destination } = house;
    receiver.behave(() => 503);
    await house.test();
    await house.service.call('removeAlertDestination', { id: destination.id });
    expect((await house.call('listAlertDestinations', {})).items).toEqual([]);
    for (const item of await house.alerts()) {
      expect(item.messages[0]?.state).not.toBe('waiting');
    }
    await house.refuse('testAlertDestination', { id: destination.id }, 'not_found');
  });
});

onEachDatabase('an alert rule', (engine) => {
  const house = useHouse(engine);
  let site: { id: string };
  let foreign: string;
  beforeAll(async () => {
    site = await house.service.makeSite();
    foreign = await addSite(house.service, await addWorkspace(house.service, 'other owner'));
  });

  it.each([
    [{ kind: 'visibility_change' }, 'invalid_request', 'websiteId'],
    [{ kind: 'weekly_digest' }, 'invalid_request', 'websiteId'],
    [{ kind: 'budget_used', websiteId: 'SITE' }, 'invalid_request', 'websiteId'],
    [{ kind: 'round_missed', engine: 'openai' }, 'invalid_request', 'engine'],
    [{ kind: 'gate_failed', periodDays: 7 }, 'invalid_request', 'periodDays'],
    [{ kind: 'visibility_change', websiteId: 'SITE', periodDays: 3 }, 'invalid_request', 'periodDays'],
    [{ kind: 'visibility_change', websiteId: 'SITE', engine: 'nobody' }, 'engine_unavailable', 'engine'],
    [{ kind: 'gate_failed', direction: 'decrease' }, 'invalid_request', 'direction'],
    [{ kind: 'everything' }, 'invalid_request', 'kind'],
    [{ kind: 'gate_failed', name: ' ' }, 'invalid_request', 'name'],
    [{ kind: 'gate_failed', websiteId: 'FOREIGN' }, 'not_found', 'websiteId'],
    [{ kind: 'gate_failed', destinationIds: ['dest_unknown'] }, 'not_found', 'destinationIds'],
  ])('is refused as %j with %s', async (given, code, field) => {
    const ids: Record<string, string> = { SITE: site.id, FOREIGN: foreign };
    const { websiteId } = given as { websiteId?: string };
    const body = websiteId === undefined ? given : { ...given, websiteId: ids[websiteId] };
    const { details } = await house.refuse('createAlertRule', { name: 'x', ...body }, code);
    expect(details?.field).toBe(field);
  });

  it('never changes its subject, and is listed for everyone who may read', async () => {
    const rule = await house.makeRule({ kind: 'gate_failed', websiteId: site.id, destinationIds: [] });
    const fixed = await house.refuse('changeAlertRule', { id: rule.id, websiteId: null }, 'invalid_request');
    expect(fixed.details?.field).toBe('websiteId');
    const reader = callsOf(house.service.url, await house.service.makeKey(['read']));
    const { items } = await reader.call('listAlertRules', {});
    expect(items.map(({ id }) => id)).toContain(rule.id);
    const wish = { name: 'x', kind: 'gate_failed' };
    const denied = await reader.refuse('createAlertRule', wish, 'insufficient_permission');
    expect(denied.details?.permission).toBe('manage');
  });
});
