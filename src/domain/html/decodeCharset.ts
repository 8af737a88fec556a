/**
 * Decodes a page by the order of the HTML standard: byte order mark, Content-Type, a meta element within the first
 * 1024 bytes, else UTF-8. An unknown label counts as absent. Undecodable bytes become U+FFFD.
 */
export function decodeBody(body: Uint8Array, contentType: string | null): { text: string; charset: string } {
  const label = markLabel(body) ?? headerLabel(contentType) ?? metaLabel(body) ?? 'utf-8';
  try {
    return { text: new TextDecoder(label).decode(body), charset: label };
  } catch {
    return { text: new TextDecoder('utf-8').decode(body), charset: 'utf-8' };
  }
}

function markLabel(body: Uint8Array): string | null {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  return null;
}

function headerLabel(contentType: string | null): string | null {
  return /charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? '')?.[1]?.toLowerCase() ?? null;
}

function metaLabel(body: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(body.subarray(0, 1024));
  const label = /<meta[^>]+charset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(head)?.[1]?.toLowerCase() ?? null;
  // The element was readable as ASCII, so the page is not UTF-16, and the standard prescribes UTF-8.
  return label?.startsWith('utf-16') === true ? 'utf-8' : label;
}
