import { describe, expect, it } from 'vitest';
import { startMailServer } from '../support/mailServer.ts';
import { owner, startServiceForTest, useService } from '../support/service.ts';
import { useStarted } from '../support/useStarted.ts';

describe('a forgotten password', () => {
  const mailServer = useStarted(startMailServer);
  const service = useService('sqlite', () => ({
    env: { SMTP_URL: mailServer.url, MAIL_FROM: 'Sightline <sightline@sightline.example>' },
  }));

  const ask = (email: unknown) => service.ask('/api/password-reset/ask', { body: { email } });

  it('is reset by a mailed link, once, which ends every session', async () => {
    expect((await service.ask('/api/setup')).body).toMatchObject({ mailsResets: true });
    const asked = await ask(owner.email.toUpperCase());
    expect([asked.status, asked.body]).toEqual([202, { asked: true }]);
    await mailServer.until(1);
    const [mail] = mailServer.mails;
    expect(mail?.to).toEqual([owner.email]);
    // Decodes mail: long lines are folded with `=`.
    const text = (mail?.text ?? '').replace(/=\r?\n/g, '').replaceAll('=3D', '=');
    const token = /\/reset#([\w-]+)/.exec(text)?.[1] ?? '';
    expect((await service.ask('/api/password-reset/look', { body: { token } })).body).toEqual({ email: owner.email });
    const password = 'a wholly other passphrase';
    expect((await service.ask('/api/password-reset/accept', { body: { token, password } })).status).toBe(201);
    await service.refuse('session', {}, 'unauthorized');
    expect((await service.ask('/api/password-reset/accept', { body: { token, password } })).status).toBe(404);
    const signedIn = await service.ask('/api/auth/sign-in/email', { body: { email: owner.email, password } });
    expect(signedIn.status).toBe(200);
  });

  it('of an unknown account gets the same response, and nothing is mailed', async () => {
    const before = mailServer.mails.length;
    const asked = await ask('nobody@example.com');
    expect([asked.status, asked.body]).toEqual([202, { asked: true }]);
    // Sends a later mail to a known address: an earlier mail would have arrived by then.
    await ask(owner.email);
    await mailServer.until(before + 1);
    expect(mailServer.mails.slice(before).map(({ to }) => to)).toEqual([[owner.email]]);
  });

  it('cannot be used to fill a mailbox, and an invalid address is refused by name', async () => {
    const statuses: number[] = [];
    for (let tries = 0; tries < 4; tries += 1) statuses.push((await ask('filled@example.com')).status);
    expect(statuses).toEqual([202, 202, 202, 429]);
    const wrong = await ask('no address');
    expect([wrong.status, wrong.body.error.details]).toEqual([400, { field: 'email' }]);
  });

  it('without a mail server is left to the operator, with a message', async () => {
    await service.restart({ SMTP_URL: '', MAIL_FROM: '' });
    expect((await service.ask('/api/setup')).body).toMatchObject({ mailsResets: false });
    const refused = await ask('another@example.com');
    expect([refused.status, refused.body.error.code]).toEqual([400, 'unsupported_setting']);
    expect(refused.body.error.message).toContain('sightline account reset-password');
  });
});

it('the keys of vendors are listed with their variables and whether they are set, and never with their values', async () => {
  const service = await startServiceForTest('sqlite');
  const key = await service.makeKey(['read']);
  const { status, body, text } = await service.reply('listProviderKeys', {}, { key });
  expect(status).toBe(200);
  const of = (variable: string) => body.items.find(({ variables }) => variables.includes(variable));
  expect(of('OPENAI_API_KEY')).toMatchObject({ isSet: true });
  expect(of('DATAFORSEO_LOGIN')).toMatchObject({ vendor: 'DataForSEO', isSet: true });
  expect(of('DATAFORSEO_LOGIN')?.usedFor).toContain('SEO overviews');
  expect(of('ANTHROPIC_API_KEY')).toMatchObject({ isSet: false });
  expect(of('SMTP_URL')).toMatchObject({ isSet: false, testEngineId: null });
  for (const secret of ['sk-provider-canary-5b1f7e', 'seo-password-canary-77ad']) expect(text).not.toContain(secret);
});
