const decoder = new TextDecoder();

/** JSON that an answer repeats as it was saved. It is parsed only for a reader of its members, and once. */
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
