import { describe, expect, it } from 'vitest';
import { composeDemoAnswer } from '../../src/demo/demoAnswers.ts';
import { demoSite, furtherSites } from '../../src/demo/demoPanel.ts';

describe('the answers of the demo', () => {
  const site = { name: 'Acme CRM', domain: 'acme-crm.example' };
  const ask = { runId: 'run_1', question: 'Which CRM suits an agency?', model: null, sites: [site], at: 0 };

  it.each(['openai', 'google-ai-mode', 'claude-api'])(
    'are read like those of %s, and state that they are simulated',
    (engine) => {
      const turns = [1, 2, 3, 4, 5].map((turn) => composeDemoAnswer({ ...ask, engine, turn }));
      for (const { reading } of turns) {
        expect(reading.mentions.length).toBeGreaterThan(2);
        expect(reading.text).toContain('Simulated answer');
      }
      const bySite = composeDemoAnswer({ ...ask, engine, turn: 1, sites: [] });
      expect(bySite.reading.mentions.map(({ name }) => name)).not.toContain(site.name);
    },
  );

  it('ask sixty different questions about one website, and name no real company', () => {
    const queries = Object.values(demoSite.topics).flat();
    expect(new Set(queries).size).toBe(60);
    for (const { url } of [demoSite, ...furtherSites]) expect(new URL(url).hostname).toMatch(/\.example$/);
  });
});
