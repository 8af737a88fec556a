import { createSocket, type Socket } from 'node:dgram';
import { networkInterfaces } from 'node:os';
import { chromium as playwright } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createChromiumRenderer, fences } from '../../../src/providers/capture/browser.ts';
import { createPageCapture } from '../../../src/providers/capture/capturePages.ts';
import { findChromium } from '../../../src/providers/capture/chromium.ts';
import { bundleOf, captureRequest, keepGoing } from '../../support/captureRequest.ts';
import { long } from '../../support/long.ts';
import { mustSkip } from '../../support/require.ts';
import { type Answering, startWebsite, type Website } from '../../support/website.ts';

const chromium = findChromium();
if (chromium === null) console.warn('skipped: no Chromium is installed, so no peer connection was tried');

/** A UDP socket on this machine, with the packets it received. */
type Canary = { urls: string[]; packets: Buffer[]; first: Promise<void>; close(): void };

async function startCanary(): Promise<Canary> {
  const packets: Buffer[] = [];
  const { promise: first, resolve } = Promise.withResolvers<void>();
  const socket: Socket = createSocket('udp4');
  socket.on('message', (packet) => {
    packets.push(packet);
    resolve();
  });
  await new Promise<void>((bound) => socket.bind(0, '0.0.0.0', bound));
  const { port } = socket.address();
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const addresses = own.filter(({ family }) => family === 'IPv4').map(({ address }) => address);
  const urls = [...new Set(['127.0.0.1', ...addresses])].map((address) => `stun:${address}:${port}`);
  return { urls, packets, first, close: () => socket.close() };
}

/** Builds a page that asks a STUN server for its own address, and reports when the browser has tried everything. */
const pageThatAsks = (urls: readonly string[]): string => `<!doctype html><title>Peers</title><h1>Peers</h1><script>
  const peer = new RTCPeerConnection({ iceServers: [{ urls: ${JSON.stringify(urls)} }] });
  peer.createDataChannel('out');
  peer.onicegatheringstatechange = () => {
    if (peer.iceGatheringState !== 'complete') return;
    const sign = document.createElement('p');
    sign.textContent = 'looked everywhere';
    document.body.append(sign);
  };
  peer.createOffer().then((offer) => peer.setLocalDescription(offer));
</script>`;

describe.skipIf(mustSkip('browser', chromium === null ? 'no Chromium' : null))(
  'a page that opens a peer connection',
  () => {
    let canary: Canary;
    let website: Website;
    beforeEach(async () => {
      canary = await startCanary();
      const pages: Record<string, Answering> = { '/': { body: pageThatAsks(canary.urls) } };
      website = await startWebsite({ pages });
    });
    afterEach(async () => {
      canary.close();
      await website.close();
    });

    long('cannot bypass the proxy of the rendered pass', async () => {
      const capture = createPageCapture({
        allowPrivateTargets: true,
        renderer: createChromiumRenderer({ allowRoot: true }),
      });
      const limits = { samplePages: 0, renderIdleMs: 3_000, renderTimeoutMs: 15_000 };
      const bundle = bundleOf(await capture.capture(captureRequest(website.url, limits), keepGoing));
      expect(bundle.rendered[0]?.html).toContain('<p>looked everywhere</p>');
      expect(canary.packets).toHaveLength(0);
    });

    it('would bypass it without the switch, and with a switch of another name', async () => {
      const isSwitch = (flag: string): boolean => flag.startsWith('--webrtc-ip-handling-policy=');
      expect(fences.filter(isSwitch)).toEqual(['--webrtc-ip-handling-policy=disable_non_proxied_udp']);
      const browser = await playwright.launch({
        executablePath: chromium ?? '',
        chromiumSandbox: process.getuid?.() !== 0,
        args: [
          ...fences.filter((flag) => !isSwitch(flag)),
          '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
        ],
      });
      try {
        const page = await browser.newPage();
        await page.goto(website.url);
        await canary.first;
      } finally {
        await browser.close();
      }
      // A STUN binding request contains this magic cookie (RFC 8489, section 5).
      expect(canary.packets[0]?.readUInt32BE(4)).toBe(0x2112a442);
    });
  },
);
