import { expect, it } from 'vitest';
import { serveDemoWebsite } from '../../src/demo/demoWebsite.ts';
import { createPageCapture } from '../../src/providers/capture/capturePages.ts';
import { exchangeWith } from '../../src/providers/capture/servedPages.ts';
import { bundleOf, captureRequest, keepGoing } from '../support/captureRequest.ts';

it('the website of the demo is captured completely without a network', async () => {
  const capture = createPageCapture(exchangeWith(serveDemoWebsite));
  const request = { ...captureRequest('https://www.acme-crm.example/'), registrableDomain: 'acme-crm.example' };
  const { fetches, plan } = bundleOf(await capture.capture(request, keepGoing));
  expect(plan.pagesPlanned).toBe(8);
  expect(fetches.flatMap(({ hops }) => hops.filter(({ outcome }) => outcome.kind === 'error'))).toEqual([]);
  expect(fetches.find(({ purpose }) => purpose === 'sitemap')?.hops[0]?.outcome).toMatchObject({ status: 200 });
  expect(serveDemoWebsite('https://somebody.example/')).toBeNull();
});
