import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** How the bytes after the first one are to be read. Another way to pack would be another number, beside this one. */
const rawDeflate = 1;

/**
 * A text in fewer bytes, or null where it would not be shorter. Without a dictionary: every row can be read by itself for
 * ever.
 */
export function pack(text: string): Uint8Array | null {
  const plain = Buffer.from(text);
  const packed = deflateRawSync(plain);
  return packed.length + 1 < plain.length ? Buffer.concat([Buffer.of(rawDeflate), packed]) : null;
}

/** @throws when the bytes are none that `pack` made */
function unpack(packed: Uint8Array): string {
  if (packed[0] !== rawDeflate) throw new Error(`a saved text is packed in a way that is not known: ${packed[0]}`);
  return inflateRawSync(packed.subarray(1)).toString();
}

/**
 * What two columns hold, the plain text and its packed form: one of them stands. Rows of earlier releases, short texts and
 * all of PostgreSQL are plain.
 */
export function textOf(plain: string, packed: Uint8Array | null): string;
export function textOf(plain: string | null, packed: Uint8Array | null): string | null;
export function textOf(plain: string | null, packed: Uint8Array | null): string | null {
  return packed === null ? plain : unpack(packed);
}
