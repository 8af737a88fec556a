import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Format of the bytes after the first one. Another packing would get another number. */
const rawDeflate = 1;

/**
 * Packs a text into fewer bytes; null where that would not be shorter. Without a dictionary: every row stays readable
 * for ever without any other data.
 */
export function pack(text: string): Uint8Array | null {
  const plain = Buffer.from(text);
  const packed = deflateRawSync(plain);
  return packed.length + 1 < plain.length ? Buffer.concat([Buffer.of(rawDeflate), packed]) : null;
}

/** @throws when the bytes are none that `pack` made */
function unpack(packed: Uint8Array): Buffer {
  if (packed[0] !== rawDeflate) throw new Error(`a saved text is packed in a way that is not known: ${packed[0]}`);
  return inflateRawSync(packed.subarray(1));
}

/** Reads a text as it can be sent, in UTF-8 where it was packed. */
export function readSource(plain: string | null, packed: Uint8Array | null): string | Uint8Array | null {
  return packed === null ? plain : unpack(packed);
}

/**
 * Reads a text from its two columns, plain and packed, of which exactly one is filled. Rows of earlier releases, short
 * texts and all of PostgreSQL are plain.
 */
export function selectText(plain: string, packed: Uint8Array | null): string;
export function selectText(plain: string | null, packed: Uint8Array | null): string | null;
export function selectText(plain: string | null, packed: Uint8Array | null): string | null {
  return packed === null ? plain : unpack(packed).toString();
}
