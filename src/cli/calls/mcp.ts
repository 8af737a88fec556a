import { createInterface } from 'node:readline';
import { printMessage } from '../output.ts';
import type { Server } from '../serverConnection.ts';
import { createBridge } from './mcpBridge.ts';

/**
 * Runs `sightline mcp`: an MCP server over standard input and output, for clients that cannot send a header. Standard
 * output contains only the protocol. Ends when standard input ends and all requests have been answered.
 */
export async function runBridge(server: Server): Promise<void> {
  const bridge = createBridge(server, printMessage);
  const underWay = new Set<Promise<void>>();
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    const work = bridge.forward(line).finally(() => underWay.delete(work));
    underWay.add(work);
  }
  await Promise.all(underWay);
}
