import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { connect, eras, rpc } from '../support/mcp.ts';
import { useService } from '../support/service.ts';

const service = useService('sqlite');
let key: string;
beforeAll(async () => {
  key = await service.makeKey(['evaluate', 'seo']);
});

type View = { uri: string; mimeType: string; text: string; _meta: { ui: { csp: Record<string, string[]> } } };

async function viewsOf(secret: string): Promise<Record<string, string>> {
  const { message } = await rpc(service, secret, 'tools/list');
  const tools = message.result.tools as unknown as { name: string; _meta?: { ui: { resourceUri: string } } }[];
  return Object.fromEntries(
    tools.flatMap(({ name, _meta }) => (_meta === undefined ? [] : [[name, _meta.ui.resourceUri]])),
  );
}

describe('pages of tools that a chat can display', () => {
  it('belong to reads with intervals and to purchases', async () => {
    expect(await viewsOf(key)).toEqual({
      current_visibility: 'ui://sightline/intervals',
      visibility_overview: 'ui://sightline/intervals',
      compare_engines: 'ui://sightline/intervals',
      ensure_keyword_observation: 'ui://sightline/purchase',
      ask_questions: 'ui://sightline/purchase',
      request_seo_overview: 'ui://sightline/purchase',
    });
  });

  it.each(eras)('are read as complete pages of their own type, revision %s', async (era) => {
    const client = await connect(service.url, key, era);
    for (const uri of new Set(Object.values(await viewsOf(key)))) {
      const { contents } = await client.readResource({ uri });
      const [view] = contents as unknown as [View];
      expect([view.uri, view.mimeType]).toEqual([uri, 'text/html;profile=mcp-app']);
      expect(view.text.startsWith('<!doctype html>\n<html lang="en">')).toBe(true);
      expect(Object.values(view._meta.ui.csp)).toEqual([[], [], [], []]);
    }
    await client.close();
  });

  it('run their own script and style, and may load or send nothing else', async () => {
    for (const uri of new Set(Object.values(await viewsOf(key)))) {
      const { message } = await rpc(service, key, 'resources/read', { uri });
      const [{ text }] = message.result.contents;
      const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(text)?.[1] ?? '';
      const hash = (tag: string) => {
        const body = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(text)?.[1] ?? '';
        return `'sha256-${createHash('sha256').update(body).digest('base64')}'`;
      };
      expect(policy.split('; ')).toEqual([
        "default-src 'none'",
        `script-src ${hash('script')}`,
        `style-src ${hash('style')}`,
        "base-uri 'none'",
        "form-action 'none'",
      ]);
      expect(text).not.toMatch(
        /innerHTML|outerHTML|insertAdjacent|document\.write|eval\(|https?:\/\/(?!www\.w3\.org)[a-z]/,
      );
    }
  });

  it('do not exist under other names', async () => {
    for (const uri of [
      'ui://sightline/',
      'ui://sightline/../intervals',
      'ui://other/intervals',
      'ui://sightline/toString',
    ]) {
      const { message } = await rpc(service, key, 'resources/read', { uri });
      expect(message.error.code, uri).toBeTypeOf('number');
    }
  });
});
