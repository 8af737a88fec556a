import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { InputOf } from '../../src/contract/callTypes.ts';
import { findChromium } from '../support/browser.ts';
import { onEachDatabase } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { newFolder } from '../support/newFolder.ts';
import { startServiceForTest, useService } from '../support/service.ts';
import { verifySharedFile } from '../support/verified.ts';

/** An image of one pixel. */
const png =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

onEachDatabase('shared reports', (engine) => {
  let siteId: string;
  let key: string;
  const hostile = 'Which <script>alert(1)</script> "tool" & \u202etrick?';

  const service = useService(engine, { env: { ALLOW_ROOT_BROWSER: '1' } });
  beforeAll(async () => {
    siteId = (await service.makeSite()).id;
    key = await service.makeKey(['evaluate', 'manage']);
    for (const query of [`Which tool on ${engine}?`, `Which other tool on ${engine}?`, hostile]) {
      const { id } = await service.makeCase({ query, websiteId: siteId });
      const started = await service.ensure(key, id, `shared-${id}`);
      await service.follow(key, started.body.run.id);
    }
  });

  const freeze = async () => (await service.call('createSharedReport', { websiteId: siteId })).report;
  const htmlOf = async (id: string): Promise<string> =>
    Buffer.from((await service.call('readSharedFile', { id })).base64, 'base64').toString('utf8');

  it('a report of days to come is refused', async () => {
    const frozen = service.call('createSharedReport', { websiteId: siteId, startDate: '2099-01-01' });
    await expect(frozen).rejects.toThrow(/startDate: must not be after today/);
  });

  it('a frozen report is one file with the brand, the numbers of the web app and the digest of its evidence', async () => {
    const brand = { name: 'Agency & Co', accent: '#7a1fa2' };
    expect((await service.call('changeWorkspace', { ...brand, logo: png })).workspace).toMatchObject(brand);
    const report = await freeze();
    const html = await htmlOf(report.id);
    expect(html).toContain('Agency &amp; Co');
    expect(html).toContain(png);
    expect(html).toContain('--accent:#7a1fa2');
    expect(html).toContain(report.digest);
    const { visibilityScore } = await service.call('engineOverview', { websiteId: siteId });
    // The engine's name, the share as precise as in the web app, and the dates of its period.
    expect(html).toContain('<bdi>OpenAI Responses with web search</bdi>');
    expect(html.split('</main>')[0]).not.toContain('<bdi>openai</bdi>');
    expect(html).toContain(`>${Math.round(visibilityScore.value * 10) / 10}\u202f%<`);
    expect(html).toMatch(/All dates to \d{1,2} \w{3} \d{4}, UTC/);
    expect(html).toContain(`Listed in ${visibilityScore.numerator} of ${visibilityScore.denominator} `);
    // Nothing is fetched from anywhere, no script runs, and no third-party text is markup.
    expect(html).not.toMatch(/<(?:link|iframe|img src="http|script>|script src)/);
    expect(html).not.toContain('<script>alert');
    expect(html).toContain('Which &lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html.split('</main>')[0]).not.toContain('\u202e');
    // Later changes do not affect it.
    await service.call('changeWorkspace', { accent: null, logo: null, name: 'Another name' });
    expect(await htmlOf(report.id)).toBe(html);
  });

  long(
    'the file is verified offline: it passes unchanged, and one changed number, word or answer is reported',
    async () => {
      const report = await freeze();
      const html = await htmlOf(report.id);
      const verification = await verifySharedFile(html);
      expect(verification).toMatchObject({ differences: [], missing: [], manifestDigest: report.digest });
      expect(verification.counted).toMatchObject({ reports: 5 });
      const score = /Listed in \d+ of/.exec(html)?.[0] ?? '';
      const flattered = await verifySharedFile(html.replaceAll(score, 'Listed in 9 of'));
      expect(flattered.differences).toEqual([
        { file: 'page', at: '', says: 'other text', gives: 'the page of these reports' },
      ]);
      const scripted = await verifySharedFile(html.replace('<main>', '<main><script src="//x.example/x.js"></script>'));
      expect(scripted.differences).toHaveLength(1);
      const emptied = html.replace(
        /id="sightline-bundle">[^<]*/,
        'id="sightline-bundle">H4sIAAAAAAAAA6uuBQBDv6ajAgAAAA==',
      );
      expect((await verifySharedFile(emptied)).differences.length).toBeGreaterThan(0);
      await expect(verifySharedFile('<p>a page</p>')).rejects.toThrow(/not a shared report/);
      await expect(
        verifySharedFile(html.replace(/id="sightline-bundle">[^<]*/, 'id="sightline-bundle">AAAA')),
      ).rejects.toThrow(/cannot be read/);
    },
  );

  long('`sightline verify` accepts the file, and fails for one that was changed', async () => {
    const { runCli } = await import('../support/cli.ts');
    const folder = newFolder();
    const report = await freeze();
    const html = await htmlOf(report.id);
    const place = join(folder, 'report.html');
    writeFileSync(place, html);
    const good = await runCli(['verify', place, '--digest', report.digest]);
    expect([good.code, good.stdout]).toEqual([0, expect.stringContaining('report.html is intact:')]);
    writeFileSync(place, html.replace('Who is recommended', 'Who is best'));
    expect((await runCli(['verify', place])).code).toBe(1);
  });

  long('a report frozen when the number could contradict the verdict says so when it is opened', async () => {
    const report = await freeze();
    const current = await htmlOf(report.id);
    const earlier = current
      .replace(/content="Sightline page-\d+"/, 'content="Sightline page-2"')
      .replace(
        '<section class="basis">',
        '<section><h2>Against the period before</h2><p>-11.1 points over 54 paired questions. The paired test finds a change (p &lt; 0.017).</p></section><section class="basis">',
      );
    await service.setRows('shared_reports', { html: earlier }, { id: report.id });
    const made = await service.call('createShareLink', { id: report.id });
    const { text } = await service.ask(new URL(made.url).pathname, { headers: { accept: 'text/html' } });
    const words = 'the verdict below is about all answers, the number before it about the latest answers only';
    expect(text).toContain(words);
    expect(await htmlOf(report.id)).toBe(text);
    expect(text.replace(/<p class="notice">Frozen by.*?<\/p>/, '')).toBe(earlier);
    // The embedded evidence is unchanged, and pages without a comparison are left alone.
    expect((await verifySharedFile(text)).manifestDigest).toBe(report.digest);
    expect(current).not.toContain(words);
  });

  it('a link opens that one report without a session, until it is revoked or expires', async () => {
    const report = await freeze();
    const made = await service.call('createShareLink', { id: report.id, expiresInDays: 7 });
    const path = new URL(made.url).pathname;
    const opened = await service.ask(path, { headers: { accept: 'text/html' } });
    expect(opened.status).toBe(200);
    expect(opened.text).toBe(await htmlOf(report.id));
    expect(opened.headers.get('x-robots-tag')).toContain('noindex');
    expect(opened.headers.get('cache-control')).toContain('no-store');
    expect(opened.headers.get('referrer-policy')).toBe('no-referrer');
    expect(opened.headers.get('set-cookie')).toBeNull();
    expect(opened.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox$/);
    // The secret is not a key: it works neither as a bearer token nor as a cookie.
    const secret = path.split('/')[2] ?? '';
    await service.refuse('listSites', {}, 'unauthorized', { key: secret });
    await service.refuse('listSites', {}, 'unauthorized', { cookie: `sightline_session=${secret}` });
    const rows = await service.db.selectFrom('share_links').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret);
    const listed = (await service.call('listShareLinks', { id: report.id })).items;
    expect(listed).toMatchObject([{ id: made.link.id, opened: 1, isOpen: true }]);
    const revoke = () => service.call('revokeShareLink', { id: report.id, linkId: made.link.id });
    await revoke();
    const gone = await service.ask(path);
    expect([gone.status, gone.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(gone.text).toContain('Report not available');
    await revoke();

    const expiring = await service.call('createShareLink', { id: report.id, expiresInDays: 1 });
    const expiringPath = new URL(expiring.url).pathname;
    expect((await service.ask(expiringPath)).status).toBe(200);
    await service.setRows('share_links', { expires_at: '2020-01-01T00:00:00.000Z' }, { id: expiring.link.id });
    const expired = await service.ask(expiringPath);
    expect([expired.status, expired.text]).toEqual([404, gone.text]);
    expect((await service.ask('/shared/sls_invented')).status).toBe(404);
    const last = await service.call('createShareLink', { id: report.id });
    await service.call('deleteSharedReport', { id: report.id });
    expect((await service.ask(new URL(last.url).pathname)).status).toBe(404);
    await service.refuse('readSharedFile', { id: report.id }, 'not_found');
  });

  it('guesses at links are throttled, and the failures of one address block no other', async () => {
    const statuses: number[] = [];
    for (let tries = 0; tries < 60 && statuses.at(-1) !== 429; tries += 1) {
      statuses.push((await service.ask(`/shared/sls_guess${tries}`)).status);
    }
    expect(statuses.at(-1)).toBe(429);
    const refused = await service.ask('/shared/sls_guess');
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  });

  it('an invalid logo and an invisible colour are refused by name; members can set neither', async () => {
    const refused = async (change: InputOf<'changeWorkspace'>) =>
      (await service.refuse('changeWorkspace', change, 'invalid_request')).field;
    expect(await refused({ logo: 'data:image/svg+xml;base64,PHN2Zy8+' })).toBe('logo');
    expect(await refused({ logo: 'data:image/png;base64,PHN2Zy8+' })).toBe('logo');
    expect(await refused({ logo: `data:image/png;base64,iVBORw0KGgo${'A'.repeat(48_000)}` })).toBe('logo');
    expect(await refused({ logo: 'https://x.example/logo.png' })).toBe('logo');
    expect(await refused({ accent: '#ffff00' })).toBe('accent');
    expect(await refused({ accent: 'red;}' })).toBe('accent');
    const window = { websiteId: siteId, startDate: '2026-02-02', endDate: '2026-02-01' };
    expect((await service.refuse('createSharedReport', window, 'invalid_request')).field).toBe('startDate');
    await service.refuse('createSharedReport', { websiteId: 'site_unknown' }, 'not_found');
  });

  long('a PDF is printed if a browser is installed, with the digest on it', async () => {
    const report = await freeze();
    const pdf = await service.reply('readSharedFile', { id: report.id, format: 'pdf', paper: 'letter' });
    if (findChromium() === null) {
      expect([pdf.status, pdf.body.error.code]).toEqual([400, 'unsupported_setting']);
      return;
    }
    expect([pdf.status, pdf.body.mediaType]).toEqual([200, 'application/pdf']);
    const bytes = Buffer.from(pdf.body.base64, 'base64');
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('without a browser the PDF is refused with the reason, and the HTML still works', async () => {
    const { runtime: _runtime, ...api } = service.api;
    const report = await freeze();
    const whyNot = api.paper.whyNot;
    api.paper.whyNot = () => 'not_found';
    try {
      const refused = await service.refuse('readSharedFile', { id: report.id, format: 'pdf' }, 'unsupported_setting');
      expect([refused.status, refused.code, refused.field]).toEqual([400, 'unsupported_setting', 'format']);
      expect(refused.message).toContain('print it from your browser');
    } finally {
      api.paper.whyNot = whyNot;
    }
    await service.call('readSharedFile', { id: report.id });
  });

  long('a report is computed and written on a thread, which blocks nobody and ends at its time limit', async () => {
    const short = await startServiceForTest(engine, { replace: { readingLimits: { manyTexts: 1 } } });
    const { id: websiteId } = await short.makeSite();
    const evaluate = await short.makeKey();
    const { id } = await short.makeCase({ websiteId });
    const started = await short.ensure(evaluate, id, 'shared-too-long');
    await short.follow(evaluate, started.body.run.id);
    const refused = await short.refuse('createSharedReport', { websiteId }, 'invalid_request');
    expect(refused).toMatchObject({ field: 'startDate', message: expect.stringContaining('choose fewer days') });
  });
});
