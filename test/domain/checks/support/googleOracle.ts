/**
 * Decisions of the parser that Google published, written from its documentation and tests, to compare with the
 * product's reading for Googlebot. Octets are compared as written: that parser leaves encoding to its caller, so these
 * files and paths contain nothing with two encodings.
 */
type Best = { allow: number; disallow: number };

const isKey = (key: string, ...starts: string[]): boolean =>
  starts.some((start) => key.toLowerCase().startsWith(start));

function keyAndValue(raw: string): [string, string] | null {
  const line = (raw.split('#')[0] ?? '').replace(/^[ \t\v\f]+|[ \t\v\f]+$/g, '');
  const divided = /^([^:]*):(.*)$/s.exec(line) ?? /^([^ \t]+)[ \t]+([^ \t]+)$/.exec(line);
  const key = divided?.[1]?.replace(/[ \t]+$/, '') ?? '';
  return key === '' ? null : [key, (divided?.[2] ?? '').replace(/^[ \t]+/, '')];
}

/** Matches from the start: `*` is any sequence; a final `$` is the end. */
function met(pattern: string, path: string): boolean {
  const anchored = pattern.endsWith('$');
  const parts = (anchored ? pattern.slice(0, -1) : pattern)
    .split('*')
    .map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^]*')}${anchored ? '$' : ''}`).test(path);
}

export function googleAllows(file: string, agent: string, path: string): boolean {
  const own: Best = { allow: -1, disallow: -1 };
  const general: Best = { allow: -1, disallow: -1 };
  let ownNow = false;
  let generalNow = false;
  let closed = false;
  let named = false;
  for (const raw of file.split(/\r\n|\n|\r/)) {
    const [key, value] = keyAndValue(raw) ?? ['', ''];
    const allow = isKey(key, 'allow');
    if (isKey(key, 'user-agent', 'useragent', 'user agent')) {
      if (closed) ownNow = generalNow = closed = false;
      if (/^\*(\s|$)/.test(value)) generalNow = true;
      else if (/^[a-z_-]*/i.exec(value)?.[0].toLowerCase() === agent.toLowerCase()) ownNow = named = true;
    } else if (allow || isKey(key, 'disallow', 'dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw')) {
      if (!ownNow && !generalNow) continue;
      closed = true;
      const best = ownNow ? own : general;
      const slash = value.lastIndexOf('/');
      const directory = `${value.slice(0, slash + 1)}$`;
      const isIndex = allow && value.startsWith('/index.htm', slash);
      if (met(value, path))
        best[allow ? 'allow' : 'disallow'] = Math.max(best[allow ? 'allow' : 'disallow'], value.length);
      else if (isIndex && met(directory, path)) best.allow = Math.max(best.allow, directory.length);
    }
  }
  if (own.allow > 0 || own.disallow > 0) return own.disallow <= own.allow;
  if (named) return true;
  return general.disallow <= Math.max(general.allow, 0);
}
