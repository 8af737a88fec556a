const decoder = new TextDecoder();

/** JSON that a response repeats as saved. It is parsed lazily and once, for code that reads its members. */
export class SavedJson {
  readonly source: string | Uint8Array;
  #value: unknown;

  constructor(source: string | Uint8Array) {
    this.source = source;
  }

  get value(): unknown {
    this.#value ??= JSON.parse(typeof this.source === 'string' ? this.source : decoder.decode(this.source));
    return this.#value;
  }
}
