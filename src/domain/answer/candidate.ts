import type { Link } from './answerLinks.ts';
import type { Node } from './answerOutline.ts';
import type { NameSpan } from './names.ts';
import type { TitleKind } from './titles.ts';

/** A name that the text sets apart as an item, with the context that decides whether it is recommended. */
export type Candidate = {
  span: NameSpan;
  link: Link | null;
  node: Node;
  /** Candidates of one series appear next to each other: same parent, same kind of line. */
  series: number;
  context: TitleKind | 'table' | 'weak' | 'prose' | 'repeat' | 'mention' | 'aside';
  number: number | null;
  colon: boolean;
  /** True if it shares its label with an earlier name. */
  joined: boolean;
  /** Offset at which its explanation may start: after the whole label. */
  rest: number;
};
