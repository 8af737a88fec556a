import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readUiResource } from '../../src/mcp/apps/uiResources.ts';
import { describeInBrowser, launch } from '../support/browser.ts';

const hostile = '<img src=x onerror="parent.broken=1"><script>parent.broken=1</script>';
/** The chat around the view: it answers the first request, and keeps every message. */
const chatAround = `function (text, theme) {
  const frame = document.querySelector('iframe');
  window.kept = [];
  addEventListener('message', ({ source, data }) => {
    if (source !== frame.contentWindow) return;
    window.kept.push(data);
    if (data.method !== 'ui/initialize') return;
    const hostContext = { theme, toolInfo: { tool: { name: 'ensure_keyword_observation' } } };
    const hostInfo = { name: 'test', version: '1' };
    const result = { protocolVersion: '2026-01-26', hostCapabilities: {}, hostInfo, hostContext };
    frame.contentWindow.postMessage({ jsonrpc: '2.0', id: data.id, result }, '*');
  });
  frame.srcdoc = text;
}`;

type Message = { method?: string; params?: any; id?: number; result?: unknown };

/** A chat around a view, as MCP Apps specifies: a sandboxed frame, and messages. */
describeInBrowser('a tool’s page in a chat', () => {
  let browser: Browser;
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  async function open(view: 'intervals' | 'purchase', width = 640, theme = 'light'): Promise<Frame> {
    page = await browser.newPage({ viewport: { width, height: 700 } });
    problems = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('request', (request) => !/^(about|data|blob):/.test(request.url()) && problems.push(request.url()));
    await page.setContent(
      '<body style="margin:0"><iframe sandbox="allow-scripts" style="border:0;width:100%;height:680px"></iframe>',
    );
    const html = readUiResource(`ui://sightline/${view}`)?.text ?? '';
    await page.evaluate(`(${chatAround})(${JSON.stringify(html)}, ${JSON.stringify(theme)})`);
    await expect
      .poll(async () => (await messages()).map(({ method }) => method))
      .toContain('ui/notifications/initialized');
    const frame = page.frames().find((one) => one.parentFrame() !== null);
    if (frame === undefined) throw new Error('no frame');
    return frame;
  }

  const messages = (): Promise<Message[]> => page.evaluate('window.kept');
  const tell = (message: object): Promise<void> =>
    page.evaluate(
      `document.querySelector('iframe').contentWindow.postMessage(${JSON.stringify({ jsonrpc: '2.0', ...message })}, '*')`,
    );
  async function give(structuredContent: object, isError = false, args: object = {}): Promise<void> {
    await tell({ method: 'ui/notifications/tool-input', params: { arguments: args } });
    await tell({ method: 'ui/notifications/tool-result', params: { content: [], structuredContent, isError } });
  }

  const score = {
    value: 60,
    numerator: 6,
    denominator: 10,
    interval95: { lower: 31.3, upper: 83.2 },
    worstCaseBounds: { lower: 50, upper: 70 },
  };
  const needed = {
    error: {
      code: 'approval_required',
      message: 'A member must approve this purchase.',
      details: {
        approvalUrl: 'https://sightline.example/approvals/appr_1',
        state: 'pending',
        question: hostile,
        engine: 'openai',
        typicalUsd: 0.1,
        maxUsd: 0.66,
        leftUsd: 12.5,
        simulated: false,
      },
    },
  };

  it('draws each engine with its interval, and shows third-party text as text', async () => {
    const frame = await open('intervals');
    const engines = [
      { engine: 'openai', label: 'OpenAI', visibilityScore: score },
      {
        engine: 'x',
        label: hostile,
        visibilityScore: {
          ...score,
          value: null,
          numerator: 0,
          denominator: 0,
          interval95: null,
          worstCaseBounds: null,
        },
      },
    ];
    await give({ website: { name: 'Acme CRM' }, engines, simulated: true });
    await frame.getByRole('heading', { name: 'Acme CRM: answers that list it' }).waitFor();
    await frame.getByRole('img', { name: 'OpenAI: 60.0 % (6 of 10, 31–83 % at 95 %)' }).waitFor();
    await frame.getByText('Simulated: these are not measurements.').waitFor();
    expect(await frame.getByText(hostile, { exact: true }).count()).toBe(1);
    expect(await frame.locator('main img').count()).toBe(0);
    expect(await page.evaluate('window.broken')).toBeUndefined();
    expect(problems).toEqual([]);
    const sizes = (await messages()).filter(({ method }) => method === 'ui/notifications/size-changed');
    await expect.poll(() => sizes.length).toBeGreaterThan(0);
    await page.close();
  });

  it('says that there is no chart if a result has no numbers', async () => {
    const frame = await open('intervals');
    await give({ error: { code: 'not_found' } }, true);
    await frame.getByText('No chart: the text of the result says why.').waitFor();
    await page.close();
  });

  it('shows a purchase with its price, opens the approval page, and continues with the same call', async () => {
    const frame = await open('purchase', 390, 'dark');
    const args = { caseId: 'case_1', idempotencyKey: 'one-and-the-same' };
    await give(needed, true, args);
    await frame.getByRole('heading', { name: 'A member has to approve this purchase' }).waitFor();
    expect(await frame.getByText(hostile, { exact: true }).count()).toBe(1);
    await frame.getByText('0.66 USD').waitFor();
    await frame.getByText('12.50 USD').waitFor();
    await frame.getByRole('button', { name: 'Open the page to approve' }).click();
    await expect
      .poll(async () => (await messages()).find(({ method }) => method === 'ui/open-link')?.params)
      .toEqual({ url: 'https://sightline.example/approvals/appr_1' });
    await frame.getByRole('button', { name: 'Approved: continue' }).click();
    await expect
      .poll(async () => (await messages()).find(({ method }) => method === 'tools/call')?.params)
      .toEqual({ name: 'ensure_keyword_observation', arguments: args });
    const { id } = (await messages()).find(({ method }) => method === 'tools/call') ?? {};
    const bought = {
      disposition: 'started',
      run: { id: 'run_1', status: 'queued', surface: 'openai-responses-web-search' },
    };
    await tell({ id, result: { content: [], structuredContent: bought } });
    await frame.getByRole('heading', { name: 'Bought, and in progress' }).waitFor();
    await frame.getByText('run_1').waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });

  it('opens only web addresses, and ignores messages of other windows', async () => {
    const frame = await open('purchase');
    const { details } = needed.error;
    await give({ error: { ...needed.error, details: { ...details, approvalUrl: 'javascript:alert(1)' } } }, true);
    await frame.getByRole('heading', { name: 'The request failed' }).waitFor();
    expect(await frame.getByRole('button').count()).toBe(0);
    await frame.evaluate(
      "window.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/tool-cancelled', params: {} }, '*')",
    );
    await tell({ method: 'ui/notifications/host-context-changed', params: { theme: 'dark' } });
    await expect.poll(() => frame.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    expect(await frame.getByText('This call was cancelled.').count()).toBe(0);
    await page.close();
  });
});
