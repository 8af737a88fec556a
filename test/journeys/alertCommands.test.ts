import { beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { startReceiver } from '../support/receiver.ts';
import { useService } from '../support/service.ts';
import { useStarted } from '../support/useStarted.ts';

describe('alerts at the command line', () => {
  const receiver = useStarted(startReceiver);
  let env: Record<string, string>;
  const service = useService('sqlite', { env: { ALLOW_PRIVATE_TARGETS: '1' } });
  beforeAll(async () => {
    env = { SIGHTLINE_URL: service.url, SIGHTLINE_API_KEY: await service.makeKey(['manage']) };
  });

  it('are previewed, saved, tested, listed and ended', async () => {
    const made = await service.call('createAlertDestination', {
      kind: 'webhook',
      name: 'On-call',
      address: receiver.url,
    });
    const destinationId = made.destination.id;
    const site = await service.makeSite();
    const run = async (...args: string[]) => {
      const result = await runCli(['alerts', ...args], env);
      expect([result.code, result.stderr]).toEqual([0, '']);
      return result.stdout;
    };
    expect(await run('preview', 'visibility_change', '--website', site.id)).toContain(
      '0 alerts would have been sent after 0 evaluations',
    );
    expect(await run('destinations')).toContain(`${destinationId}  webhook  On-call`);
    const saved = await run(
      'add',
      'visibility_change',
      'Acme',
      '--website',
      site.id,
      '--days',
      '28',
      '--to',
      destinationId,
    );
    const ruleId = /rule_\w+/.exec(saved)?.[0] ?? '';
    expect(await run('rules')).toContain(ruleId);
    await run('test', destinationId);
    await receiver.until(1);
    const [told] = JSON.parse(await run('--json')).items;
    expect(told).toMatchObject({ kind: 'test', title: 'A test message to “On-call”' });
    expect(await run('end', ruleId)).toContain('is archived');
    const refused = await runCli(['alerts', 'add', 'visibility_change', 'Acme'], env);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('--website: is required for visibility_change'),
    ]);
  });
});
