import { Fragment, type ReactNode } from 'react';

export { foreign, withoutMarkers } from './foreignName.ts';

/** Shows a sentence in which each third-party name has its own direction, without affecting its surroundings. */
export function Sentence({ text }: { text: string }): ReactNode {
  let at = 0;
  return text.split(/(\u2068[^\u2068\u2069]*\u2069)/).map((part) => {
    const key = at;
    at += part.length;
    return part.startsWith('\u2068') ? <bdi key={key}>{part.slice(1, -1)}</bdi> : <Fragment key={key}>{part}</Fragment>;
  });
}
