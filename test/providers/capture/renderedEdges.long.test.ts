import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyze } from '../../../src/domain/checks/analyze.ts';
import { createChromiumRenderer } from '../../../src/providers/capture/browser.ts';
import { createPageCapture } from '../../../src/providers/capture/capturePages.ts';
import { findChromium } from '../../../src/providers/capture/chromium.ts';
import { bundleOf, captureRequest, keepGoing } from '../../support/captureRequest.ts';
import { mustSkip } from '../../support/require.ts';
import { type Answering, startWebsite, type Website } from '../../support/website.ts';

const words = 'A kettle boils water and the water becomes tea after some quiet minutes in the pot. '.repeat(14);

let website: Website;
const pages: Record<string, Answering> = {};
beforeAll(async () => {
  website = await startWebsite({ pages });
});
afterAll(() => website.close());

async function judge(body: string) {
  pages['/'] = { body };
  const renderer = createChromiumRenderer({ allowRoot: true });
  const capture = createPageCapture({ allowPrivateTargets: true, renderer });
  const request = captureRequest(website.url, { samplePages: 0 });
  const bundle = bundleOf(await capture.capture(request, keepGoing));
  return { bundle, result: analyze(bundle).result };
}

describe.skipIf(mustSkip('browser', findChromium() === null ? 'no Chromium' : null))('a page in a browser', () => {
  it('that stays empty because a script failed is unmeasured, and the error is named', async () => {
    const { result } = await judge(
      '<!doctype html><title>Shop</title><div id="app"></div><script>window.shop.start()</script>',
    );
    const open = result.coverage.unmeasured.find(({ id }) => id === 'render.raw_vs_rendered');
    expect(open).toMatchObject({ reason: 'render_failed' });
    expect(open?.why).toMatch(/showed no text in the browser; script errors: .*undefined/);
  });

  it('has the text of open shadow roots, including nested ones', async () => {
    const { bundle, result } = await judge(`<!doctype html><title>Tea</title><main><tea-page></tea-page></main><script>
      const outer = document.querySelector('tea-page').attachShadow({ mode: 'open' });
      outer.innerHTML = '<h1>Tea</h1><tea-text></tea-text>';
      outer.querySelector('tea-text').attachShadow({ mode: 'open' }).innerHTML = '<p>${words}</p>';
    </script>`);
    expect(bundle.rendered[0]?.html).toContain('A kettle boils');
    const check = result.checks.find(({ id }) => id === 'render.raw_vs_rendered');
    expect(check?.outcome).toBe('fail');
    expect(check?.evidenceLine).toMatch(/of the 2\d\d words that a browser shows/);
  });

  it('that declares its shadow root in the HTML gives the same text to both', async () => {
    const { result } = await judge(
      `<!doctype html><html lang="en"><title>Tea</title><main><tea-page><template shadowrootmode="open"><h1>Tea</h1><p>${words}</p></template></tea-page></main></html>`,
    );
    const outcomes = ['render.raw_text', 'render.raw_vs_rendered'].map(
      (id) => result.checks.find((check) => check.id === id)?.outcome,
    );
    expect(outcomes).toEqual(['pass', 'pass']);
  });
});
