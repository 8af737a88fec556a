import { describe, expect, test } from 'vitest';
import { catalogue } from '../../../src/domain/checks/catalogue.ts';
import { readSite } from '../../../src/domain/checks/site.ts';
import { defaultVerdicts, type RealSite, realSites } from './support/realSites.ts';
import { at, bundleOf, healthySite, page, reply } from './support/siteSpec.ts';

function judged({ lang, pages }: RealSite): Record<string, string> {
  const site = healthySite();
  const [home, ...others] = pages.map(({ path, title, description, head = '', body }) => {
    const told = description === '' ? '' : `<meta name="description" content="${description}">`;
    const html = `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${title}</title>${told}${head}</head><body>${body}</body></html>`;
    const made = page(path);
    made.reply.body = html;
    return made;
  });
  const targets = pages.flatMap(({ body }) => [...body.matchAll(/href="(\/[^"]+)"/g)].map(([, path = '']) => path));
  const asked = new Set(pages.map(({ path }) => path));
  const extras = [...new Set(targets)]
    .filter((path) => !asked.has(path))
    .map((path) => ({ purpose: 'trust_page' as const, url: at(path), reply: reply({ type: 'text/html' }) }));
  const bundle = bundleOf({
    ...site,
    home: home ?? null,
    pages: others,
    extras: [...site.extras, ...extras],
    rendered: [],
  });
  const evidence = readSite({ ...bundle, plan: { ...bundle.plan, siteName: bundle.plan.registrableDomain } });
  return Object.fromEntries(
    catalogue.filter(({ id }) => Object.hasOwn(defaultVerdicts, id)).map(({ id, run }) => [id, run(evidence).outcome]),
  );
}

describe('a typical site gets the verdicts of a reader', () => {
  test.each(realSites)('$lang: $kind', (site) => {
    expect(judged(site)).toEqual({ ...defaultVerdicts, ...site.verdicts });
  });

  test('no check has one outcome on nearly every site, except for facts that nearly all share', () => {
    const all = realSites.map(judged);
    const same = Object.keys(defaultVerdicts).filter((id) =>
      ['warn', 'fail'].some((outcome) => all.filter((each) => each[id] === outcome).length >= all.length * 0.9),
    );
    expect(same).toEqual([]);
    expect(new Set(realSites.map(({ lang }) => lang)).size).toBeGreaterThanOrEqual(10);
    expect(realSites.length).toBeGreaterThanOrEqual(16);
  });
});
