import { describe, expect, it } from 'vitest';
import { exitCodeFor, progressLine } from '../../src/cli/captures/check.ts';
import { exitCodeOf, exitCodes } from '../../src/cli/failures.ts';
import { analyze } from '../../src/domain/checks/analyze.ts';
import { AppError } from '../../src/domain/errors.ts';
import { all, type Change, noBrowser, nothingReadable, robotsText } from '../domain/checks/support/change.ts';
import { bundleOf, healthySite } from '../domain/checks/support/siteSpec.ts';
import { runCli } from '../support/cli.ts';
import { long } from '../support/long.ts';
import { useStarted } from '../support/useStarted.ts';
import { type Answering, soundSite, startWebsite, text } from '../support/website.ts';

// Starts real processes of the command line, which takes long on a busy machine.
function analysed(change: Change) {
  const site = healthySite();
  change(site);
  return analyze(bundleOf(site));
}

const keep: Change = () => undefined;
const closed: Change = robotsText('User-agent: Bingbot', 'Disallow: /');
const nobodySeen: Change = (site) => {
  for (const page of [site.home, ...site.pages]) if (page !== null) page.reply.error = 'timeout';
  site.rendered = [];
};

describe('the exit code of check --fail-on', () => {
  it.each<[what: string, change: Change, options: Parameters<typeof exitCodeFor>[1], code: number]>([
    ['a site whose gates all have a verdict', keep, { failOn: 'gate' }, 0],
    ['a closed gate', closed, { failOn: 'gate' }, exitCodes.failure],
    ['a failed gate among unmeasured ones', all(closed, nobodySeen), { failOn: 'gate' }, exitCodes.failure],
    ['a home page that does not answer', nobodySeen, { failOn: 'gate' }, exitCodes.failure],
    ['a capture without a gate to fail on, nobody asking', nobodySeen, {}, 0],
    ['an unmeasured check that is not a gate', noBrowser, { failOn: 'gate' }, 0],
  ])('for %s', (_, change, options, code) => {
    expect(exitCodeFor(analysed(change), options)).toBe(code);
  });

  it('is distinct if no gate failed and some have no verdict, unless that is allowed', () => {
    const unseen = analysed(all(nothingReadable, noBrowser));
    const gates = unseen.result.checks.filter((check) => check.class !== 'gate' || check.outcome !== 'fail');
    const open = { ...unseen, result: { ...unseen.result, checks: gates } };
    expect(open.result.counts.byClass.gate.unmeasured).toBeGreaterThan(0);
    expect(exitCodeFor(open, { failOn: 'gate' })).toBe(8);
    expect(exitCodeFor(open, { failOn: 'gate', allowUnmeasured: true })).toBe(0);
  });
});

describe('the progress line', () => {
  const progress = { requests: 9, bytes: 1, pagesCaptured: 4, pagesPlanned: 12, url: 'https://kettle.example/tea' };
  it('states the progress, that it is free, and the page', () => {
    expect(progressLine(progress, 100)).toBe('4 of 12 pages read; free: https://kettle.example/tea');
  });
  it('has no total before there is a plan', () => {
    expect(progressLine({ ...progress, pagesCaptured: 1, pagesPlanned: null }, 100)).toMatch(/^1 page read; free: /);
  });
  it('fits the terminal', () => {
    expect(progressLine(progress, 40)).toHaveLength(39);
  });
});

it('the exit code of a replay is 1 for corrupted evidence, and that of a usage error for a run of another kind', () => {
  const refused = (details: Record<string, string>) =>
    exitCodeOf(new AppError('invalid_request', 'runId: no', { details, retry: 'never' }));
  expect(refused({ field: 'runId', evidence: 'corrupted' })).toBe(1);
  expect(refused({ field: 'runId' })).toBe(2);
});

describe('sightline check on this machine', () => {
  const pages: Record<string, Answering> = {};
  const env = { ALLOW_PRIVATE_TARGETS: '1', CHROMIUM_PATH: '/nowhere/chromium' };
  const website = useStarted(() => startWebsite({ pages }));

  long('ends with 0 on one sound page', async () => {
    Object.assign(pages, soundSite(website.url, 2));
    const ended = await runCli(['check', website.url, '--pages', '0', '--fail-on', 'gate'], env);
    expect([ended.code, ended.stderr]).toEqual([0, '']);
  });

  long('exits with 8 if robots.txt blocks only us, and says so first', async () => {
    Object.assign(pages, soundSite(website.url, 2), {
      '/robots.txt': text('User-agent: SightlineBot\nDisallow: /\n'),
    });
    const ended = await runCli(['check', website.url, '--pages', '0', '--fail-on', 'gate'], env);
    expect([ended.code, ended.stdout.split('. ')[0]]).toEqual([
      8,
      'NOT MEASURED: none of 1 planned pages was captured',
    ]);
    const allowed = await runCli(
      ['check', website.url, '--pages', '0', '--fail-on', 'gate', '--allow-unmeasured'],
      env,
    );
    expect(allowed.code).toBe(0);
  });

  it.each(['-1', 'soon', '1.5', '60001'])('refuses a pause of %s', async (pause) => {
    const ended = await runCli(['check', website.url, `--pause=${pause}`], env);
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringMatching(/--pause takes whole milliseconds/)]);
  });
});
