import { afterAll, beforeAll, expect, it } from 'vitest';
import { passkeyPlace } from '../../src/domain/access/passkeyPlace.ts';
import { codeOf } from '../support/authenticator.ts';
import { onEachDatabase } from '../support/databases.ts';
import { createPasskeyDevice } from '../support/passkeyDevice.ts';
import { joinWorkspace, signIn as signInByPassword } from '../support/people.ts';
import { cookieOf, freePort, type HttpReply, owner, startTestService, type TestService } from '../support/service.ts';

it.each([
  ['https://sightline.example.com', 'sightline.example.com'],
  ['https://sightline.example.com:8443', 'sightline.example.com'],
  ['http://localhost:3000', 'localhost'],
  ['http://sightline.example.com', null],
  ['http://127.0.0.1:3000', null],
  ['https://192.0.2.7', null],
  ['https://[2001:db8::1]', null],
])('passkeys at %s belong to %s', (address, id) => {
  expect(passkeyPlace(address)?.id ?? null).toBe(id);
});

onEachDatabase('passkeys', (engine) => {
  let service: TestService;
  let device: ReturnType<typeof createPasskeyDevice>;
  let viewer: string;
  let place: { origin: string; rpId: string };
  const viewerPassword = 'another long enough passphrase';

  beforeAll(async () => {
    const port = await freePort();
    place = { origin: `http://localhost:${port}`, rpId: 'localhost' };
    service = await startTestService(engine, { env: { PORT: String(port), PUBLIC_BASE_URL: place.origin } });
    device = createPasskeyDevice(place);
    viewer = await joinWorkspace(service, 'viewer@example.com', { role: 'viewer', password: viewerPassword });
  });
  afterAll(() => service.close());

  const auth = (path: string, body: object, cookie?: string) => service.ask(`/api/auth/${path}`, { body, cookie });
  const post = (name: string, body: object, cookie?: string) => auth(`passkeys/${name}`, body, cookie);
  const list = async (cookie: string) => (await service.ask('/api/auth/passkeys', { cookie })).body.items;
  const both = (cookie: string, answered: HttpReply) => `${cookie}; ${cookieOf(answered)}`;
  const add = async (
    of: ReturnType<typeof createPasskeyDevice>,
    cookie: string,
    password: string,
    flaws?: Parameters<typeof of.create>[1],
  ) => {
    const begun = await post('begin-adding', { password }, cookie);
    expect(begun.status, begun.text).toBe(200);
    return post('add', { name: 'Laptop', response: of.create(begun.body, flaws) }, both(cookie, begun));
  };
  const signIn = async (of = device, flaws?: Parameters<typeof of.get>[1]) => {
    const begun = await post('begin-sign-in', {});
    return post('sign-in', { response: of.get(begun.body, flaws) }, cookieOf(begun));
  };
  const whoIs = async (cookie: string) => {
    const { status, body } = await service.reply('session', {}, { cookie });
    return status === 200 ? body.account.email : status;
  };

  it('are offered if the public address can have them', async () => {
    const methods = await service.ask('/api/auth/methods');
    expect(methods.body).toEqual({ oidc: null, passkeys: { origin: place.origin } });
  });

  it('are added with the password, and listed by name', async () => {
    expect((await post('begin-adding', { password: owner.password })).status).toBe(401);
    for (const password of [null, 'not the password']) {
      expect((await post('begin-adding', { password }, service.cookie)).status).toBe(403);
    }
    const added = await add(device, service.cookie, owner.password);
    expect(added.status, added.text).toBe(201);
    expect(await list(service.cookie)).toEqual([
      { id: expect.any(String), name: 'Laptop', createdAt: expect.any(String), lastUsedAt: null },
    ]);
    expect(await list(viewer)).toEqual([]);
  });

  it('sign in, and record their last use', async () => {
    const answered = await signIn();
    expect([answered.status, answered.text]).toEqual([200, JSON.stringify({ email: owner.email })]);
    expect(await whoIs(cookieOf(answered))).toBe(owner.email);
    expect((await list(service.cookie))[0]?.lastUsedAt).toMatch(/^\d{4}-.*Z$/);
  });

  it('replace the second factor too', async () => {
    const { password } = owner;
    const made = await auth('two-factor/enable', { password }, service.cookie);
    const proven = await auth('two-factor/verify-totp', { code: codeOf(made.body.totpURI) }, service.cookie);
    const cookie = cookieOf(proven) || service.cookie;
    expect((await auth('sign-in/email', owner)).body.twoFactorRedirect).toBe(true);
    expect(await whoIs(cookieOf(await signIn()))).toBe(owner.email);
    expect((await auth('two-factor/disable', { password }, cookie)).status).toBe(200);
    service.cookie = await signInByPassword(service);
  });

  it.each([
    ['from another website', { origin: 'https://elsewhere.example' }],
    ['bound to another name', { rpId: 'elsewhere.example' }],
    ['of a device that did not ask its holder', { asksHolder: false }],
    ['that nobody has added', { id: Buffer.alloc(32, 7) }],
  ])('open nothing %s', async (_what, flaws) => {
    const answered = await signIn(device, flaws);
    expect([answered.status, answered.body.error.code]).toEqual([401, 'unauthorized']);
    expect(await whoIs(cookieOf(answered))).toBe(401);
  });

  it('answer each challenge once, and only this browser’s', async () => {
    const begun = await post('begin-sign-in', {});
    const response = device.get(begun.body);
    expect((await post('sign-in', { response })).status).toBe(401);
    expect((await post('sign-in', { response }, cookieOf(begun))).status).toBe(200);
    expect((await post('sign-in', { response: device.get(begun.body) }, cookieOf(begun))).status).toBe(401);
  });

  it('of another account open that account only, and cannot be added or removed by others', async () => {
    const own = createPasskeyDevice(place);
    const [first] = await list(service.cookie);
    const taken = await add(own, viewer, viewerPassword, { id: device.id });
    expect([taken.status, taken.body.error.message]).toEqual([400, 'This passkey is already registered.']);
    expect((await add(own, viewer, viewerPassword)).status).toBe(201);
    expect(await whoIs(cookieOf(await signIn(own)))).toBe('viewer@example.com');
    expect((await signIn(own, { id: device.id })).status).toBe(401);
    const gone = await post('remove', { id: first?.id, password: viewerPassword }, viewer);
    expect([gone.status, (await list(service.cookie)).length]).toEqual([404, 1]);
    const begun = await post('begin-adding', { password: viewerPassword }, viewer);
    const crossed = await post(
      'add',
      { name: 'Crossed', response: createPasskeyDevice(place).create(begun.body) },
      both(service.cookie, begun),
    );
    expect([crossed.status >= 400, (await list(service.cookie)).length]).toEqual([true, 1]);
  });

  it('are refused by field if they are invalid', async () => {
    const begun = await post('begin-sign-in', {});
    for (const response of [undefined, {}, { ...device.get(begun.body), id: 7 }]) {
      const answered = await post('sign-in', { response }, cookieOf(begun));
      expect([answered.status, answered.body.error.details?.field]).toEqual([400, expect.stringMatching(/^response/)]);
    }
    const odd = await post(
      'sign-in',
      { response: { ...device.get(begun.body), response: { clientDataJSON: 5 } } },
      cookieOf(begun),
    );
    expect(odd.status).toBe(401);
  });

  it('open no path of the account library itself', async () => {
    const paths = ['generate-register-options', 'generate-authenticate-options', 'list-user-passkeys'];
    for (const path of paths) {
      expect((await service.ask(`/api/auth/passkey/${path}`, { cookie: service.cookie })).status).toBe(404);
    }
    for (const path of ['verify-registration', 'verify-authentication', 'delete-passkey', 'update-passkey']) {
      expect((await service.ask(`/api/auth/passkey/${path}`, { cookie: service.cookie, body: {} })).status).toBe(404);
    }
  });

  it('are removed with the password, then open nothing, and appear in the audit log', async () => {
    const [first] = await list(service.cookie);
    expect((await post('remove', { id: first?.id, password: 'wrong' }, service.cookie)).status).toBe(403);
    expect((await post('remove', { id: first?.id, password: owner.password }, service.cookie)).status).toBe(200);
    expect([await list(service.cookie), (await signIn()).status]).toEqual([[], 401]);
    const rows = await service.db.selectFrom('audit_entries').selectAll().execute();
    const acts = JSON.stringify(rows);
    for (const act of ['addPasskey', 'removePasskey']) expect(acts).toContain(act);
  });

  it('are throttled by address like other secrets', async () => {
    let answered = await signIn();
    for (let tries = 0; tries < 12 && answered.status !== 429; tries += 1) answered = await signIn();
    expect(answered.status).toBe(429);
  });

  it('still sign in after others failed at their address', async () => {
    const valid = createPasskeyDevice(place);
    expect((await add(valid, viewer, viewerPassword)).status).toBe(201);
    expect((await signIn()).status).toBe(429);
    expect((await signIn(valid)).status).toBe(200);
  });
});
