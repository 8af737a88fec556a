import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Approximate characters per packed byte, rounded up. */
const charactersOfPacked = 6;

/** Format of the bytes after the first one. Another packing would get a different number. */
const rawDeflate = 1;

/**
 * Packs a text into fewer bytes; null if that would not be shorter. Uses no dictionary, so every row stays readable on
 * its own.
 */
export function pack(text: string): Uint8Array | null {
  const plain = Buffer.from(text);
  const packed = deflateRawSync(plain);
  return packed.length + 1 < plain.length ? Buffer.concat([Buffer.of(rawDeflate), packed]) : null;
}

/** @throws if `pack` did not create the bytes */
function unpack(packed: Uint8Array): Buffer {
  if (packed[0] !== rawDeflate) throw new Error(`a saved text is packed in a way that is not known: ${packed[0]}`);
  // Large enough for most texts: the default would allocate 16 kB for each.
  return inflateRawSync(packed.subarray(1), {
    chunkSize: Math.min(65_536, 1_024 + packed.length * charactersOfPacked),
  });
}

/** Reads a text ready for sending, in UTF-8 if it was packed. */
export function readSource(plain: string | null, packed: Uint8Array | null): string | Uint8Array | null {
  return packed === null ? plain : unpack(packed);
}

/**
 * Reads a text from its two columns, plain and packed, one of which is filled. Rows of earlier releases, short texts
 * and all of PostgreSQL are plain.
 */
export function selectText(plain: string, packed: Uint8Array | null): string;
export function selectText(plain: string | null, packed: Uint8Array | null): string | null;
export function selectText(plain: string | null, packed: Uint8Array | null): string | null {
  return packed === null ? plain : unpack(packed).toString();
}
