import { Fragment, type ReactNode } from 'react';

/** Signs that open or close an isolate or turn text: inside a name they could reach the words around it. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Marks a name of others inside a sentence of ours that is kept as one text. Where the sentence is shown, `Sentence`
 * makes an element of its own of it; directly in a page, `<bdi>` does.
 */
export function foreign(name: string): string {
  return `\u2068${name.replace(turning, '')}\u2069`;
}

/** A sentence without those marks, for what is no element: the title of the tab. */
export function withoutMarkers(sentence: string): string {
  return sentence.replace(turning, '');
}

/** Shows a sentence: each name of others in it has its own direction, and changes nothing around it. */
export function Sentence({ text }: { text: string }): ReactNode {
  let at = 0;
  return text.split(/(\u2068[^\u2068\u2069]*\u2069)/).map((part) => {
    const key = at;
    at += part.length;
    return part.startsWith('\u2068') ? <bdi key={key}>{part.slice(1, -1)}</bdi> : <Fragment key={key}>{part}</Fragment>;
  });
}
