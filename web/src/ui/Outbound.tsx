import { Icon } from './Icon.tsx';

/** Number of letters that stay on one line with the mark after them. */
const lastLetters = 4;
/** Number of letters of an address, and of its end, that fit into a line of a table on a phone. */
const maxLetters = 38;
const tailLetters = 20;

/** Shows a link from a model or a third-party page: only http(s) becomes a link, without referrer or opener. */
export function Outbound({ url, children }: { url: string; children?: string }) {
  const parsed = URL.parse(url);
  const text = children ?? shownUrl(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return <bdi className="wrap-anywhere">{text}</bdi>;
  return (
    <a
      href={parsed.href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      // An address must not break at its hyphens: in one line the rest of its name would be cut.
      className={`link inline py-1.5 ${children === undefined ? 'break-all max-md:break-normal max-md:wrap-anywhere' : 'wrap-anywhere'}`}
      title={url}
    >
      <bdi>{text.slice(0, -lastLetters)}</bdi>
      <span className="whitespace-nowrap">
        <bdi>{text.slice(-lastLetters)}</bdi>
        <Icon name="out" className="ml-1 inline size-3" />
      </span>
      <span className="sr-only"> (opens another site)</span>
    </a>
  );
}

/** Returns host and path without scheme. Cuts a long path in the middle: pages of one site differ at the end. */
export function shownUrl(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return url;
  const host = parsed.host.replace(/^www\./, '');
  const text = `${host}${`${parsed.pathname}${parsed.search}`.replace(/\/$/, '')}`;
  if (text.length <= maxLetters) return text;
  return `${text.slice(0, Math.max(host.length + 1, maxLetters - tailLetters - 1))}…${text.slice(-tailLetters)}`;
}
