import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Faults of a device; each unnamed part is correct. */
type DeviceFlaws = { origin?: string; rpId?: string; asksHolder?: boolean; id?: Buffer };

/** Creates a device with one passkey, which answers according to WebAuthn (levels 2 and 3, attestation `none`). */
export function createPasskeyDevice(place: { origin: string; rpId: string }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const ownId = randomBytes(32);
  let counter = 0;
  const clientData = (type: string, challenge: string, origin = place.origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const head = (flags: number, { rpId = place.rpId, asksHolder = true }: DeviceFlaws) => {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags | 1 | (asksHolder ? 4 : 0)]), count]);
  };
  const shown = (id: Buffer, response: object) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    response,
    clientExtensionResults: {},
  });
  return {
    id: ownId,
    create({ challenge }: { challenge: string }, flaws: DeviceFlaws = {}) {
      const id = flaws.id ?? ownId;
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const data = Buffer.concat([head(0x40, flaws), Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const attestation = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from('fmt'),
        Buffer.from([0x64]),
        Buffer.from('none'),
        Buffer.from([0x67]),
        Buffer.from('attStmt'),
        Buffer.from([0xa0, 0x68]),
        Buffer.from('authData'),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      return shown(id, {
        clientDataJSON: clientData('webauthn.create', challenge, flaws.origin).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      });
    },
    get({ challenge }: { challenge: string }, flaws: DeviceFlaws = {}) {
      const client = clientData('webauthn.get', challenge, flaws.origin);
      const data = head(0, flaws);
      return shown(flaws.id ?? ownId, {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
      });
    },
  };
}

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
