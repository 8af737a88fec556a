import { type Token, TokenizerMode } from 'parse5';
import { absoluteUrl } from '../urls/absoluteUrl.ts';
import { QuickTokenizer, tokenize } from './quickTokenizer.ts';

/**
 * References of a page that decide which further requests are made. All URLs are absolute, in document order, each
 * once.
 */
export type PageReferences = {
  links: readonly { url: string; text: string }[];
  canonicals: readonly string[];
  hreflangs: readonly string[];
  images: readonly string[];
};

const maxTextLength = 160;
/** Number of characters searched for the text of a link. */
const maxWordsWithin = 800;

const previewImage = /^og:image(?::(?:secure_)?url)?$/i;
/** Tokenizer modes of elements whose content is text, not markup. */
const textModes = new Map([
  ['script', TokenizerMode.SCRIPT_DATA],
  ['textarea', TokenizerMode.RCDATA],
  ['title', TokenizerMode.RCDATA],
  ...['style', 'xmp', 'iframe', 'noembed', 'noframes'].map((name) => [name, TokenizerMode.RAWTEXT] as const),
]);

/**
 * Reads the references of an HTML text found at `url`, from the same tokens as the checks but without building a tree:
 * time and memory are linear in the length of any text. Links inside `noscript` count, since readers without scripts
 * see them. A tag with too many attributes ends the reading; references before it are returned.
 */
export function readReferences(html: string, url: string): PageReferences {
  const reader = new ReferenceReader(url);
  tokenize(html, reader.tokenizer);
  return reader.references();
}

class ReferenceReader {
  readonly tokenizer = new QuickTokenizer({ sourceCodeLocationInfo: false }, this);
  private readonly url: string;
  private readonly links = new Map<string, string>();
  private readonly canonicals = new Set<string>();
  private readonly hreflangs = new Set<string>();
  private readonly images = new Set<string>();
  private base: string;
  private baseSeen = false;
  /** The currently open link, if it is new, and its text so far. */
  private openLink: string | null = null;
  private text = '';

  constructor(url: string) {
    this.url = url;
    this.base = url;
  }

  references(): PageReferences {
    this.endLink();
    return {
      links: [...this.links].map(([url, text]) => ({ url, text })),
      canonicals: [...this.canonicals],
      hreflangs: [...this.hreflangs],
      images: [...this.images],
    };
  }

  onStartTag({ tagName, attrs }: Token.TagToken): void {
    const mode = textModes.get(tagName);
    if (mode !== undefined) this.tokenizer.state = mode;
    const attribute = (name: string) => attrs.find((each) => each.name === name)?.value;
    if (tagName === 'meta') this.readMeta(attribute);
    else if (tagName === 'base') this.readBase(attribute('href'));
    else if (tagName === 'a') this.readAnchor(attribute('href'));
    else if (tagName === 'link') this.readLink(attribute);
  }

  onEndTag({ tagName }: Token.TagToken): void {
    if (tagName === 'a') this.endLink();
  }

  onCharacter({ chars }: Token.CharacterToken): void {
    if (this.openLink !== null && this.text.length < maxWordsWithin) this.text += chars.slice(0, maxWordsWithin);
  }

  onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.onCharacter(token);
  }

  onNullCharacter(): void {}
  onComment(): void {}
  onDoctype(): void {}
  onEof(): void {}

  private readMeta(attribute: (name: string) => string | undefined): void {
    const keys = [attribute('property'), attribute('name')];
    const isImage = keys.some((key) => key !== undefined && previewImage.test(key.trim()));
    const target = isImage ? absoluteUrl(attribute('content') ?? '', this.base) : null;
    if (target !== null) this.images.add(target);
  }

  private readBase(href: string | undefined): void {
    if (href === undefined || this.baseSeen) return;
    this.base = absoluteUrl(href, this.url) ?? this.url;
    this.baseSeen = true;
  }

  private readAnchor(href: string | undefined): void {
    // Links cannot be nested: a new link's tag ends the previous one.
    this.endLink();
    const target = href === undefined ? null : absoluteUrl(href, this.base);
    if (target === null || this.links.has(target)) return;
    this.links.set(target, '');
    this.openLink = target;
  }

  private readLink(attribute: (name: string) => string | undefined): void {
    const target = absoluteUrl(attribute('href') ?? '', this.base);
    if (target === null || attribute('href') === undefined) return;
    const relations = (attribute('rel') ?? '').toLowerCase().split(/\s+/);
    if (relations.includes('canonical')) this.canonicals.add(target);
    if (relations.includes('alternate') && attribute('hreflang') !== undefined) this.hreflangs.add(target);
  }

  private endLink(): void {
    if (this.openLink !== null) {
      this.links.set(this.openLink, this.text.replace(/\s+/g, ' ').trim().slice(0, maxTextLength));
    }
    this.openLink = null;
    this.text = '';
  }
}

/** Returns absolute link targets of a Markdown text such as llms.txt, each once, in order. */
export function readMarkdownLinks(text: string, url: string): string[] {
  const targets = new Set<string>();
  for (const match of text.matchAll(/\[[^[\]\n]{0,300}\]\(\s{0,20}<?([^\s)>]{1,2000})/g)) {
    const target = absoluteUrl(match[1] ?? '', url);
    if (target !== null) targets.add(target);
  }
  return [...targets];
}
