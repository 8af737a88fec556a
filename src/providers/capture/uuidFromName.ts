import { createHash } from 'node:crypto';

/** Names the ids of evidence records; chosen once, never to change, or old archives would get other ids. */
const namespace = Buffer.from('6f1d0e6c1c5b4f0e9a3d7b2f58c4e901', 'hex');

/** UUID version 5 (RFC 9562 §5.5): the same name always gives the same id. */
export function uuidFromName(name: string): string {
  const bytes = createHash('sha1').update(namespace).update(name).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
