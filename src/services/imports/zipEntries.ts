import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { invalidField } from '../../domain/errors.ts';
import { unpackWith } from '../crawlers/unpacking.ts';

/** One file of an archive; `open` unpacks it in chunks and verifies its checksum at the end. */
export type PackedFile = { name: string; open(): AsyncIterable<Buffer> };

const maxEntries = 100;
const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const localMark = 0x04034b50;

const damage = 'is a damaged ZIP archive';
const damaged = (): Error => invalidField('body', damage);

export const isZip = (bytes: Buffer): boolean =>
  bytes.length > 3 && [localMark, endMark].includes(bytes.readUInt32LE(0));

/** Lists the files in an archive's directory. @throws invalid_request for anything but a plain archive of files */
export function readZip(bytes: Buffer): PackedFile[] {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0 || end + 22 > bytes.length || bytes.readUInt32LE(end) !== endMark) throw damaged();
  const count = bytes.readUInt16LE(end + 10);
  if (count > maxEntries) throw invalidField('body', `holds ${count} files; the maximum is ${maxEntries}`);
  const files: PackedFile[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== entryMark) throw damaged();
    const lengths = [bytes.readUInt16LE(at + 28), bytes.readUInt16LE(at + 30), bytes.readUInt16LE(at + 32)] as const;
    const file = readEntry(bytes, at, lengths[0]);
    if (file !== null) files.push(file);
    at += 46 + lengths[0] + lengths[1] + lengths[2];
  }
  return files;
}

function readEntry(bytes: Buffer, at: number, nameLength: number): PackedFile | null {
  const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
  if (/(?:^|[\\/])\.\.(?:[\\/]|$)|^[\\/]|^[a-z]:|\p{Cc}/iu.test(name)) {
    throw invalidField('body', 'holds a file whose name leads outside the archive');
  }
  if (name.endsWith('/') || name.startsWith('__MACOSX/')) return null;
  if (/\.(?:zip|gz|7z|rar|tar)$/i.test(name)) throw invalidField('body', `contains another archive, ${name}`);
  if ((bytes.readUInt16LE(at + 8) & 1) === 1) throw invalidField('body', 'is encrypted: export it without a password');
  const method = bytes.readUInt16LE(at + 10);
  if (method !== 0 && method !== 8) throw invalidField('body', `${name} uses an unsupported compression method`);
  const sum = bytes.readUInt32LE(at + 16);
  const size = bytes.readUInt32LE(at + 20);
  const place = bytes.readUInt32LE(at + 42);
  return { name, open: () => unpack(bytes, { place, size, method, sum }) };
}

type Packed = { place: number; size: number; method: number; sum: number };

async function* unpack(bytes: Buffer, { place, size, method, sum }: Packed): AsyncGenerator<Buffer> {
  if (place + 30 > bytes.length || bytes.readUInt32LE(place) !== localMark) throw damaged();
  const from = place + 30 + bytes.readUInt16LE(place + 26) + bytes.readUInt16LE(place + 28);
  if (from + size > bytes.length) throw damaged();
  const packed = bytes.subarray(from, from + size);
  let read = 0;
  const whole = Readable.from([packed]);
  for await (const chunk of method === 0 ? whole : unpackWith(createInflateRaw(), whole, damage)) {
    read = crc32(chunk, read);
    yield chunk;
  }
  if (read !== sum) throw damaged();
}
