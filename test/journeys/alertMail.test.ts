import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/app/config.ts';
import { startMailServer } from '../support/mailServer.ts';
import { startReceiver } from '../support/receiver.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { useStarted } from '../support/useStarted.ts';

describe('an alert by mail and to chats', () => {
  let service: TestService;
  const mailServer = useStarted(startMailServer);
  const lines: string[] = [];

  beforeAll(async () => {
    const log = {
      ...Object.fromEntries(
        ['error', 'warn', 'info', 'debug'].map((level) => [
          level,
          (...said: unknown[]) => lines.push(JSON.stringify(said)),
        ]),
      ),
    } as never;
    service = await startTestService('sqlite', {
      env: { ALLOW_PRIVATE_TARGETS: '1', SMTP_URL: mailServer.url, MAIL_FROM: 'Sightline <alerts@sightline.example>' },
      replace: { log },
    });
  });
  afterAll(async () => {
    await service.close();
  });

  const make = (kind: 'email' | 'slack' | 'teams', address: string) =>
    service.call('createAlertDestination', { kind, name: `Our ${kind} & <all>`, address });
  const test = async (id: string) => {
    const { alertId } = await service.call('testAlertDestination', { id });
    return until(
      async () => (await service.call('listAlerts', {})).items.find((item) => item.id === alertId)?.messages[0],
      (message) => message?.tries[0]?.outcome != null,
    );
  };

  it('sends a mail with text and HTML, whose Message-ID is the id of the message', async () => {
    const { destination, secret } = await make('email', 'team@customers.example');
    expect([destination.shown, secret]).toEqual(['team@customers.example', null]);
    const message = await test(destination.id);
    expect(message).toMatchObject({ state: 'delivered', tries: [{ status: 250, reason: null }] });
    await mailServer.until(1);
    const [mail] = mailServer.mails;
    expect(mail).toMatchObject({ from: 'alerts@sightline.example', to: ['team@customers.example'], user: 'sightline' });
    expect(mail?.text).toContain(`Message-ID: <${message?.id}@127.0.0.1>`);
    expect(mail?.text).toMatch(/Content-Type: text\/plain/);
    expect(mail?.text).toMatch(/Content-Type: text\/html/);
    expect(mail?.text.replace(/=\r\n/g, '')).toContain('&amp; &lt;all&gt;');
    const refused = await service.refuse('rotateAlertSecret', { id: destination.id }, 'invalid_request');
    expect(refused.field).toBe('id');
  });

  it('gives up at once on a recipient that is refused permanently, with its own explanation', async () => {
    const { destination } = await make('email', 'nobody@gone.example');
    const message = await test(destination.id);
    expect(message).toMatchObject({
      state: 'failed',
      tries: [{ outcome: 'failed', status: 550, reason: 'The mail server refused the sender or the recipient.' }],
    });
  });

  it('posts blocks to Slack and a card to Teams, without a signature', async () => {
    const receiver = await startReceiver();
    const slack = await make('slack', receiver.url);
    const teams = await make('teams', receiver.url);
    expect([slack.secret, teams.secret]).toEqual([null, null]);
    expect((await test(slack.destination.id))?.state).toBe('delivered');
    expect((await test(teams.destination.id))?.state).toBe('delivered');
    const [toSlack, toTeams] = receiver.messages.map(({ body }) => JSON.parse(body));
    expect(receiver.messages.map(({ headers }) => headers['webhook-signature'])).toEqual([undefined, undefined]);
    expect(toSlack.blocks.map(({ type }: any) => type)).toEqual(['header', 'section', 'actions', 'context']);
    expect(toSlack.blocks[2].elements[0].url).toBe(`${service.url}/alerts`);
    expect(toTeams.attachments[0]).toMatchObject({
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: { type: 'AdaptiveCard', actions: [{ type: 'Action.OpenUrl', url: `${service.url}/alerts` }] },
    });
    await receiver.close();
  });

  it('names the missing half of the mail settings, and keeps passwords out of log and records', async () => {
    expect(() => readConfig({ SMTP_URL: 'smtp://u:p@mail.example' })).toThrow(
      'SMTP_URL: requires MAIL_FROM, and vice versa',
    );
    expect(() => readConfig({ SMTP_URL: 'https://mail.example', MAIL_FROM: 'a@b.example' })).toThrow(/SMTP_URL/);
    const records = JSON.stringify([
      await service.db.selectFrom('outbox_tries').selectAll().execute(),
      await service.db.selectFrom('alert_destinations').selectAll().execute(),
      await service.db.selectFrom('alert_facts').selectAll().execute(),
    ]);
    expect(records).not.toContain('canary');
    expect(lines.join('\n')).not.toContain('canary');
  });
});
