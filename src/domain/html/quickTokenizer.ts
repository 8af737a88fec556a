import { html, Token, Tokenizer, TokenizerMode } from 'parse5';

const tab = 9;
const lineFeed = 10;
const formFeed = 12;
const space = 32;
const bang = 33;
const doubleQuote = 34;
const singleQuote = 39;
const dash = 45;
const solidus = 47;
const less = 60;
const equals = 61;
const greater = 62;

const nul = '\0';
const textRun = /[^<&]+/y;
const spaceRun = /[\t\n\f ]*/y;
/** Characters without special meaning in an unquoted value. */
const bareRun = /[^\t\n\f "&'<=>`]+/y;
/** Tags with more attributes are left to parse5, which then finds names in a set. */
const maxQuickAttributes = 32;
/** V8 copies a shorter slice; a longer one keeps the whole text in memory. */
const sharedFrom = 13;

function isSpace(code: number): boolean {
  return code === space || code === lineFeed || code === tab || code === formFeed;
}

/**
 * Returns true for lower-case letters, digits, `-`, `_`, `:`, `.` and `@`: characters that need no conversion in names.
 */
function isNameCharacter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 45 && code <= 58 && code !== solidus) || code === 95 || code === 64;
}

function endOfBareValue(text: string, from: number): number {
  bareRun.lastIndex = from;
  return bareRun.test(text) ? bareRun.lastIndex : -1;
}

/** Copies a slice, so that a kept text does not keep the whole page in memory. */
function ownCopy(slice: string): string {
  return slice.length < sharedFrom ? slice : ` ${slice}`.slice(1);
}

type Tag = { name: string; id: TagId };
type TagId = ReturnType<typeof html.getTagID>;

function tagToken(
  type: Token.TagToken['type'],
  tag: Tag,
  selfClosing: boolean,
  attrs: Token.Attribute[],
): Token.TagToken {
  return { type, tagName: tag.name, tagID: tag.id, selfClosing, ackSelfClosing: false, attrs, location: null };
}

/**
 * Tokenizer of parse5, which steps through its state machine once per character, with shortcuts for nearly all of a
 * typical page: text without references, ordinary tags, comments, and the content of scripts and styles. A shortcut
 * either takes a whole token or leaves it to the state machine, so the tree stays parse5's. Expects input without
 * U+000D; U+0000 turns the shortcuts off.
 * Text comes as one token with its inner white space, where parse5 emits one token per word. This changes the tree in
 * only two places, which drop words and keep white space: a frameset, and the columns of a template. There the
 * shortcuts end.
 */
export class QuickTokenizer extends Tokenizer {
  private quick = true;
  private templateSeen = false;
  private columnSeen = false;
  /** Interned names, so that equal names are the same string in memory and cheap to compare. */
  private readonly names = new Map<string, string>();
  private readonly tags = new Map<string, Tag>();

  get attributeCount(): number {
    return this.currentToken !== null && 'attrs' in this.currentToken ? this.currentToken.attrs.length : 0;
  }

  override write(chunk: string, isLastChunk: boolean): void {
    if (chunk.includes(nul)) this.quick = false;
    super.write(chunk, isLastChunk);
  }

  protected override _runParsingLoop(): void {
    if (this.inLoop) return;
    this.inLoop = true;
    while (this.active && !this.paused) {
      if (this.quick && this.readAhead()) continue;
      this.consumedAfterSnapshot = 0;
      const code = this._consume();
      if (!this._ensureHibernation()) this._callState(code);
    }
    this.inLoop = false;
  }

  protected override emitCurrentTagToken(): void {
    if (this.currentToken !== null && 'tagName' in this.currentToken) this.note(this.currentToken.tagName);
    super.emitCurrentTagToken();
  }

  /** Turns the shortcuts off where words and white space are treated differently. */
  private note(tagName: string): void {
    if (tagName === 'template') this.templateSeen = true;
    else if (tagName === 'col') this.columnSeen = true;
    if (tagName === 'frameset' || (this.templateSeen && this.columnSeen)) this.quick = false;
  }

  /** Takes one token if a shortcut matches. */
  private readAhead(): boolean {
    const { html: text, pos } = this.preprocessor;
    const at = pos + 1;
    switch (this.state) {
      case TokenizerMode.DATA:
        return text.charCodeAt(at) === less ? this.readMarkup(text, at + 1) : this.readText(text, at);
      case TokenizerMode.RCDATA:
        return this.readText(text, at);
      case TokenizerMode.SCRIPT_DATA:
      case TokenizerMode.RAWTEXT:
        return this.readRawText(text, at);
      default:
        return false;
    }
  }

  private readText(text: string, at: number): boolean {
    textRun.lastIndex = at;
    if (!textRun.test(text)) return false;
    const end = textRun.lastIndex;
    spaceRun.lastIndex = at;
    spaceRun.test(text);
    const start = Math.min(spaceRun.lastIndex, end);
    this.advanceTo(end);
    // Leading white space may be dropped where words may not.
    if (start > at) {
      const chars = ownCopy(text.slice(at, start));
      this.handler.onWhitespaceCharacter({ type: Token.TokenType.WHITESPACE_CHARACTER, chars, location: null });
    }
    if (end > start) {
      const chars = ownCopy(text.slice(start, end));
      this.handler.onCharacter({ type: Token.TokenType.CHARACTER, chars, location: null });
    }
    this.preprocessor.dropParsedChunk();
    return true;
  }

  /** Reads up to the characters that may end the element, or begin a comment inside a script. */
  private readRawText(text: string, at: number): boolean {
    let end = text.indexOf('<', at);
    while (end >= 0) {
      const next = text.charCodeAt(end + 1);
      if (next === solidus || next === bang || Number.isNaN(next)) break;
      end = text.indexOf('<', end + 1);
    }
    if (end < 0) end = text.length;
    if (end <= at) return false;
    this.advanceTo(end);
    this.handler.onCharacter({ type: Token.TokenType.CHARACTER, chars: text.slice(at, end), location: null });
    this.preprocessor.dropParsedChunk();
    return true;
  }

  /** Reads a tag or a comment; `at` is the position after a `<`. */
  private readMarkup(text: string, at: number): boolean {
    const code = text.charCodeAt(at);
    if (code === solidus) return this.readEndTag(text, at + 1);
    return code === bang ? this.readComment(text, at + 1) : this.readStartTag(text, at);
  }

  private readStartTag(text: string, start: number): boolean {
    let at = start;
    let code = text.charCodeAt(at);
    if (!(code >= 97 && code <= 122)) return false;
    while (isNameCharacter(code)) code = text.charCodeAt(++at);
    const tag = this.tag(text, start, at);
    const attrs: Token.Attribute[] = [];
    for (;;) {
      if (isSpace(code)) {
        do code = text.charCodeAt(++at);
        while (isSpace(code));
      } else if (code !== greater && code !== solidus) return false;
      if (code === greater) break;
      if (code === solidus) {
        if (text.charCodeAt(at + 1) !== greater) return false;
        break;
      }
      const nameStart = at;
      while (isNameCharacter(code)) code = text.charCodeAt(++at);
      if (at === nameStart || attrs.length >= maxQuickAttributes) return false;
      const name = this.name(text, nameStart, at);
      let value = '';
      if (code === equals) {
        const mark = text.charCodeAt(at + 1);
        const quoted = mark === doubleQuote || mark === singleQuote;
        const from = quoted ? at + 2 : at + 1;
        const to = quoted ? text.indexOf(mark === doubleQuote ? '"' : "'", from) : endOfBareValue(text, from);
        if (to < 0) return false;
        value = text.slice(from, to);
        if (value.includes('&')) return false;
        at = quoted ? to + 1 : to;
        code = text.charCodeAt(at);
      }
      for (const attribute of attrs) if (attribute.name === name) return false;
      attrs.push({ name, value: ownCopy(value) });
    }
    const selfClosing = code === solidus;
    this.advanceTo(selfClosing ? at + 2 : at + 1);
    this.lastStartTagName = tag.name;
    this.handler.onStartTag(tagToken(Token.TokenType.START_TAG, tag, selfClosing, attrs));
    this.preprocessor.dropParsedChunk();
    return true;
  }

  private readEndTag(text: string, start: number): boolean {
    let at = start;
    let code = text.charCodeAt(at);
    if (!(code >= 97 && code <= 122)) return false;
    while (isNameCharacter(code)) code = text.charCodeAt(++at);
    const end = at;
    while (isSpace(code)) code = text.charCodeAt(++at);
    if (code !== greater) return false;
    this.advanceTo(at + 1);
    this.handler.onEndTag(tagToken(Token.TokenType.END_TAG, this.tag(text, start, end), false, []));
    this.preprocessor.dropParsedChunk();
    return true;
  }

  /** Skips a comment: only the fact that it separates two texts matters. `at` is the position after `<!`. */
  private readComment(text: string, at: number): boolean {
    if (text.charCodeAt(at) !== dash || text.charCodeAt(at + 1) !== dash) return false;
    const start = at + 2;
    const first = text.charCodeAt(start);
    const end = text.indexOf('--', start);
    if (first === greater || first === dash || end <= start || text.charCodeAt(end + 2) !== greater) return false;
    this.advanceTo(end + 3);
    this.handler.onComment({ type: Token.TokenType.COMMENT, data: '', location: null });
    this.preprocessor.dropParsedChunk();
    return true;
  }

  private name(text: string, start: number, end: number): string {
    const slice = text.slice(start, end);
    const knownText = this.names.get(slice);
    if (knownText !== undefined) return knownText;
    const name = ownCopy(slice);
    this.names.set(name, name);
    return name;
  }

  private tag(text: string, start: number, end: number): Tag {
    const slice = text.slice(start, end);
    let tag = this.tags.get(slice);
    if (tag === undefined) {
      const name = ownCopy(slice);
      tag = { name, id: html.getTagID(name) };
      this.tags.set(name, tag);
      this.note(name);
    }
    return tag;
  }

  /** Emits the state machine's pending token, and moves past the token that was taken. */
  private advanceTo(end: number): void {
    if (this.currentCharacterToken !== null) this._emitCurrentCharacterToken(null);
    this.preprocessor.pos = end - 1;
  }
}

export const maxAttributes = 512;
/** Length of a chunk. An open tag is checked between chunks, so the chunk limits how many attributes are compared. */
const chunkLength = 65_536;

/**
 * Passes the tokens of a text to the tokenizer's handler. Returns false if it stopped at a tag with too many
 * attributes, each of which would be compared with all before it.
 */
export function tokenize(html: string, tokenizer: QuickTokenizer): boolean {
  const text = html.includes('\r') ? html.replace(/\r\n?/g, '\n') : html;
  for (let start = 0; start < text.length; start += chunkLength) {
    tokenizer.write(text.slice(start, start + chunkLength), false);
    if (tokenizer.attributeCount > maxAttributes) return false;
  }
  tokenizer.write('', true);
  return true;
}
