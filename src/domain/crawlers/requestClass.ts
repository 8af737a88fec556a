import type { LogEntry } from './logEntry.ts';

/** Purpose of a request. Only `content` means that a page was read. */
export type RequestClass = 'content' | 'robots.txt' | 'sitemap' | 'asset' | 'error' | 'blocked' | 'prefetch';

/** Statuses with which a website or its firewall refuses a caller. */
const blocked: ReadonlySet<number> = new Set([401, 402, 403, 407, 429, 451]);

const asset =
  /\.(?:avif|bmp|css|eot|gif|gz|ico|jpe?g|js|json|map|mjs|mp[34]|ogg|otf|png|svg|tiff?|ttf|wasm|webm|webp|woff2?|zip)$/i;

export function classifyRequest(
  { status, isPrefetch }: Pick<LogEntry, 'status' | 'isPrefetch'>,
  path: string,
): RequestClass {
  if (isPrefetch) return 'prefetch';
  if (status !== null && blocked.has(status)) return 'blocked';
  if (path === '/robots.txt') return 'robots.txt';
  if (status === null || status >= 400) return 'error';
  if (/\/sitemap[^/]*\.xml(?:\.gz)?$/i.test(path) || path === '/sitemap.txt') return 'sitemap';
  return asset.test(path) ? 'asset' : 'content';
}

/** Returns `2xx`, `3xx`, `4xx` or `5xx`; `none` if the client disconnected first. */
export function statusClassOf(status: number | null): string {
  return status === null ? 'none' : `${Math.floor(status / 100)}xx`;
}

const maxPathLength = 300;

/**
 * Returns the path of a target without query and fragment, at most `maxPathLength` characters, control characters
 * encoded.
 */
export function pathOf(target: string): string {
  const bare = target.replace(/[?#].*$/s, '') || '/';
  // PostgreSQL does not accept a zero character in a text.
  const path = /\p{Cc}/u.test(bare) ? bare.replace(/\p{Cc}/gu, encodeURIComponent) : bare;
  return path.length > maxPathLength ? `${path.slice(0, maxPathLength - 1)}…` : path;
}
