/**
 * Characters that open or close an isolate or change the direction: inside a name they could affect the text around it.
 */
const turning = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Marks a third-party name inside a sentence that is stored as one text. `Sentence` renders it as its own element;
 * directly in a page, use `<bdi>`.
 */
export function foreign(name: string): string {
  return `\u2068${name.replace(turning, '')}\u2069`;
}

/** Removes those marks from a sentence, for text outside an element: the title of the tab. */
export function withoutMarkers(sentence: string): string {
  return sentence.replace(turning, '');
}
