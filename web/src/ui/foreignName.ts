/** Signs that open or close an isolate or turn text: inside a name they could reach the words around it. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Marks a name of others inside a sentence of ours that is kept as one text. Where the sentence is shown, `Sentence`
 * makes an element of its own of it; directly in a page, `<bdi>` does.
 */
export function foreign(name: string): string {
  return `\u2068${name.replace(turning, '')}\u2069`;
}

/** A sentence without those marks, for a text outside an element: the title of the tab. */
export function withoutMarkers(sentence: string): string {
  return sentence.replace(turning, '');
}
