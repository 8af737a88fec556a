import { createPrivateKey, createPublicKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { LogEntry } from '../../../src/domain/crawlers/logEntry.ts';
import { readSignature } from '../../../src/domain/crawlers/webBotAuth.ts';
import { parseDirectory, signatureVerifier } from '../../../src/services/crawlers/signatureKeys.ts';

const x = 'ebVWLo_mVPlAeLES6KmLp5AfhTrmlb7X4OORC60ElmQ';
const keyId = 'WWpn_pfHui9YKR4CZtQsDGMu7_Gch2zYChfSvnxgtPk';
const signed = {
  input: `sig1=("@authority" "@path" "signature-agent";key="sig1");created=1795000000;expires=1795000300;keyid="${keyId}";alg="ed25519";tag="web-bot-auth"`,
  signature: 'sig1=:+VBnmdHdV2oR4oR8/1PoLWgKe9jYY+DD5xYiBm0zQCqjJiBJv0uD8Wq/6skxJPLEnaZXNtTcFcoA0irxKqxPAw==:',
  agent: 'sig1="https://bot.example"',
};
const entry: LogEntry = {
  atMs: 1_795_000_010_000,
  address: '203.0.113.9',
  method: 'GET',
  host: 'shop.example',
  target: '/pricing',
  status: 200,
  userAgent: 'Example/1.0',
  referer: '',
  isVerifiedByCdn: false,
  isPrefetch: false,
  requestId: null,
  signed,
};
const directory = {
  url: 'https://bot.example/.well-known/http-message-signatures-directory',
  digest: 'd',
  prefixes: parseDirectory(JSON.stringify({ keys: [{ kty: 'OKP', crv: 'Ed25519', x, use: 'sig' }] })),
};
const verified = signatureVerifier([directory]);

describe('a signed request', () => {
  it('is proved by the published example', () => {
    const secret = Buffer.from(Array.from({ length: 32 }, (_one, index) => index + 1));
    const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), secret]);
    const key = createPublicKey(createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })).export({
      format: 'jwk',
    });
    expect(key.x).toBe(x);
    expect(readSignature(entry, signed)?.base.split('\n').slice(0, 3)).toEqual([
      '"@authority": shop.example',
      '"@path": /pricing',
      '"signature-agent";key="sig1": "https://bot.example"',
    ]);
    expect(verified(entry)).toEqual({ origin: 'https://bot.example', digest: 'd' });
  });

  const changed: [name: string, entry: Partial<LogEntry>, fields: Partial<typeof signed>][] = [
    ['for another path', { target: '/prices' }, {}],
    ['for another host', { host: 'other.example' }, {}],
    ['that has expired', { atMs: 1_795_001_000_000 }, {}],
    ['from the future', { atMs: 1_794_999_000_000 }, {}],
    ['of another agent', {}, { agent: 'sig1="https://evil.example"' }],
    ['that names another agent in clear text', {}, { agent: 'sig1="http://bot.example"' }],
    ['with a changed signature', {}, { signature: signed.signature.replace('+VBn', '+VBm') }],
    ['of another purpose', {}, { input: signed.input.replace('web-bot-auth', 'other') }],
    ['that does not cover the host', {}, { input: signed.input.replace('"@authority" ', '') }],
    ['that lives too long', {}, { input: signed.input.replace('1795000300', '1795990000') }],
  ];
  it.each(changed)('%s proves nothing', (_name, entryChange, fields) => {
    expect(verified({ ...entry, ...entryChange, signed: { ...signed, ...fields } })).toBeNull();
  });

  it('needs a directory whose keys nobody else has', () => {
    expect(parseDirectory(JSON.stringify({ kty: 'OKP', crv: 'Ed25519', x }))).toEqual([x]);
    const printed = { kty: 'OKP', crv: 'Ed25519', x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs' };
    for (const bad of ['', 'null', '{}', '{"keys":[]}', '{"keys":[null]}', JSON.stringify(printed)])
      expect(() => parseDirectory(bad)).toThrow(/list/);
    expect(signatureVerifier([])(entry)).toBeNull();
  });
});
