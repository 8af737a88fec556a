import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Several times the most that a model may write: characters of one answer, and its citations. */
const characters = 2_000_000;
const citations = 2_000;

type Part = { type?: string; text?: string; annotations?: unknown[] };
type Item = { content?: Part[] };

/** Starts a proxy in front of a simulated answer provider that makes every finished answer as long as possible. */
export async function startInflatedProvider(target: string): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const sent = forward(
      new URL(request.url ?? '/', target),
      { method: request.method, headers: request.headers },
      (reply) => {
        const chunks: Buffer[] = [];
        reply.on('data', (chunk: Buffer) => chunks.push(chunk));
        reply.on('end', () => {
          const body = inflated(Buffer.concat(chunks).toString());
          const headers = { ...reply.headers, 'content-length': String(Buffer.byteLength(body)) };
          delete (headers as Record<string, unknown>)['transfer-encoding'];
          response.writeHead(reply.statusCode ?? 502, headers);
          response.end(body);
        });
      },
    );
    sent.on('error', () => response.destroy());
    request.pipe(sent);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function inflated(text: string): string {
  try {
    const body = JSON.parse(text) as { output?: Item[] };
    const part = body.output?.flatMap(({ content }) => content ?? []).find(({ type }) => type === 'output_text');
    if (part === undefined) return text;
    const rows: string[] = [];
    let length = part.text?.length ?? 0;
    for (let at = 0; length < characters; at += 1) {
      const row = `\n${at + 1}. **Lamp House ${at}** makes lamps by hand ([lamps-${at}.example](https://lamps-${at}.example/desk/${at})), and others do too.`;
      rows.push(row);
      length += row.length;
    }
    part.text += rows.join('');
    part.annotations = Array.from({ length: citations }, (_, at) => ({
      type: 'url_citation',
      title: `Lamp House ${at}`,
      url: `https://lamps-${at}.example/desk/${at}`,
      start_index: 100 * at,
      end_index: 100 * at + 40,
    }));
    return JSON.stringify(body);
  } catch {
    return text;
  }
}
