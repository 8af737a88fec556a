import { beforeAll, expect, it } from 'vitest';
import { adviceWords } from '../../web/src/pages/work/adviceWords.ts';
import { cookieOf, describeInBrowser, owner, signInWith, useWebApp } from '../support/browser.ts';
import { type PagePaths, pageNames, seedEveryPage } from '../support/everyPage.ts';
import { savePlain } from '../support/plainTexts.ts';

/** Hebrew letters, which would reorder the words around them. */
const turned = 'אבג';

/**
 * Finds elements that contain such text without isolating its direction. Runs in the page, with everything unfolded.
 */
const looseTexts = `(() => {
  for (const each of document.querySelectorAll('details')) each.open = true;
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!/[א-ת]/.test(node.textContent)) continue;
    // A choice of the browser's own list and a text of a drawing stand alone: nothing is around them.
    const inside = node.parentElement;
    if (inside.closest('bdi, option, svg, textarea, pre, script') === null) found.push(inside.outerHTML.slice(0, 200));
  }
  return found;
})()`;

it('the advice of an item isolates the item’s name, and leaves the rest of the sentence unchanged', () => {
  const advice = `'${turned}' points to other.example. Check whether that is an old domain.`;
  expect(adviceWords({ title: turned, advice, subject: turned })).toBe(
    `‘\u2068${turned}\u2069’ points to other.example. Check whether that is an old domain.`,
  );
  const found = { title: 'Two pages differ', advice: 'Two pages differ. Choose one.', subject: 'website' };
  expect(adviceWords(found)).toBe('Choose one.');
  expect(adviceWords({ ...found, advice: 'Two pages differ' })).toBe('Two pages differ');
  const subject = "$& 'and' $1";
  expect(adviceWords({ title: '', advice: `'${subject}' may be you.`, subject })).toBe(
    `‘\u2068${subject}\u2069’ may be you.`,
  );
});

describeInBrowser('third-party texts in a browser', () => {
  const service = useWebApp();
  let paths: PagePaths;

  beforeAll(async () => {
    paths = await seedEveryPage(service, service.cookie);
    const { db } = service.running.service.api;
    await service.call('createKey', { name: turned, permissions: ['read'] });
    await db
      .updateTable('websites')
      .set({ name: `${turned} one`, aliases: JSON.stringify([turned]) })
      .execute();
    await db
      .updateTable('organization')
      .set({ name: `${turned} two` })
      .execute();
    await db
      .updateTable('plans')
      .set({ name: `${turned} three` })
      .execute();
    for (const { id, query } of await db.selectFrom('keyword_cases').select(['id', 'query']).execute())
      await db
        .updateTable('keyword_cases')
        .set({ query: `${turned} ${query}` })
        .where('id', '=', id)
        .execute();
    await savePlain(db);
    for (const row of await db.selectFrom('run_results').select(['run_id', 'version', 'result', 'facts']).execute()) {
      const set = { result: turn(row.result), facts: row.facts === null ? null : turn(row.facts) };
      await db.updateTable('run_results').set(set).where('run_id', '=', row.run_id).execute();
    }
    const answered = await db.selectFrom('runs').select(['id', 'ask']).where('kind', '=', 'keyword').execute();
    for (const { id, ask } of answered)
      await db
        .updateTable('runs')
        .set({ ask: turn(ask) })
        .where('id', '=', id)
        .execute();
  });

  it.each(pageNames)('each is in an element with its own text direction: %s', async (name) => {
    const context = await service.browser.newContext({ viewport: { width: 1280, height: 900 } });
    try {
      await signInWith(context, service.url, service.cookie);
      const page = await context.newPage();
      await page.goto(service.url + paths[name], { waitUntil: 'networkidle' });
      const loose = await page.evaluate(looseTexts);
      expect(loose).toEqual([]);
      const shown = await page.locator('body').innerText();
      // These pages have nothing that waits for a person.
      if (!['start', 'MCP clients', 'SEO', 'engines', 'attention'].includes(name)) expect(shown).toMatch(/[א-ת]/);
      expect(await page.title()).not.toMatch(/[\u2066-\u2069]/);
      expect(shown).not.toMatch(/[\u2066-\u2069]/);
    } finally {
      await context.close();
    }
  });

  it('the reset link sets a forgotten password, signs in, and leaves no secret in the address', async () => {
    const { openReset } = await import('../../src/services/access/passwords.ts');
    const { secret } = await openReset(service.running.service.api, owner.email);
    const context = await service.browser.newContext();
    try {
      const page = await context.newPage();
      await page.goto(`${service.url}/reset#${secret}`);
      await page.getByLabel('New password').fill('Password2026!');
      expect(page.url()).toBe(`${service.url}/reset`);
      await page.getByRole('button', { name: 'Set the password and sign in' }).click();
      await page.getByText('commonly used').waitFor();
      await page.getByLabel('New password').fill('a phrase set in a browser');
      await page.getByRole('button', { name: 'Set the password and sign in' }).click();
      await page.getByRole('navigation', { name: 'Places' }).waitFor();
      const again = await context.newPage();
      await again.goto(`${service.url}/reset#${secret}`);
      await again.getByText('This link is no longer valid').waitFor();
    } finally {
      await context.close();
    }
  });

  it('an owner lets members archive and revoke; before that, members see no button that would be refused', async () => {
    const body = { email: owner.email, password: 'a phrase set in a browser' };
    const owned = cookieOf((await service.ask('/api/auth/sign-in/email', { body })).headers);
    const invited = await service.call('inviteMember', { email: 'member@example.com' }, { cookie: owned });
    const token = invited.link.split('#')[1];
    const joined = await service.ask('/api/invitations/accept', { body: { token, password: 'a phrase of a member' } });
    const visit = async (of: string, path: string) => {
      const context = await service.browser.newContext();
      await signInWith(context, service.url, of);
      const page = await context.newPage();
      await page.goto(service.url + path, { waitUntil: 'networkidle' });
      return { page, context };
    };
    const member = await visit(cookieOf(joined.headers), '/settings');
    await expect.poll(() => member.page.getByRole('button', { name: /^Archive/ }).count()).toBe(0);
    await member.page.getByRole('button', { name: 'Members' }).click();
    const right = 'Members may archive websites and revoke other members’ keys';
    await expect.poll(() => member.page.getByLabel(right).isDisabled()).toBe(true);
    const inCharge = await visit(owned, '/settings');
    await expect.poll(() => inCharge.page.getByRole('button', { name: /^Archive/ }).count()).toBeGreaterThan(0);
    await inCharge.page.getByRole('button', { name: 'Members' }).click();
    const saved = inCharge.page.waitForResponse((response) => response.url().endsWith('/members'));
    await inCharge.page.getByLabel(right).check();
    await saved;
    await member.page.reload({ waitUntil: 'networkidle' });
    await expect.poll(() => member.page.getByLabel(right).isChecked()).toBe(true);
    await member.page.getByRole('button', { name: 'Websites' }).click();
    await expect.poll(() => member.page.getByRole('button', { name: /^Archive/ }).count()).toBeGreaterThan(0);
    await member.context.close();
    await inCharge.context.close();
  });
});

/** Inserts the letters into every third-party text of a saved result, keeping its length. */
function turn(json: string): string {
  const walk = (value: unknown, name: string): unknown => {
    if (typeof value === 'string' && ['name', 'title', 'reason', 'text', 'query'].includes(name) && value.length > 3)
      return turned + value.slice(3);
    if (Array.isArray(value)) return value.map((each) => walk(each, name));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner, key)]));
  };
  return JSON.stringify(walk(JSON.parse(json), ''));
}
