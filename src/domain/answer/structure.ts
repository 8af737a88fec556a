import { type Link, readDefinitions, readLinks } from './answerLinks.ts';
import type { Node } from './answerOutline.ts';
import { rankOf, readOutline } from './answerOutline.ts';
import { setAgainst } from './comparison.ts';
import { foldName } from './foldName.ts';
import { repeatedLabels } from './itemNames.ts';
import { findLevels, type Levels } from './levels.ts';
import { readLines } from './lines.ts';
import { praisedNodes } from './praiseLabels.ts';
import { prepareText } from './prepareText.ts';
import { startOfSources } from './sourceList.ts';
import { isSurvey } from './survey.ts';
import { readTable } from './tables.ts';
import { languageOf } from './textLanguage.ts';
import { readWords, type WordsOfText } from './topics.ts';

/** An answer, parsed once for deciding roles. */
export type Structure = {
  text: string;
  shown: string;
  language: string;
  links: readonly Link[];
  nodes: readonly Node[];
  levels: Levels;
  sourcesFrom: number;
  /** Offsets at which the names of tables start. */
  tableNames: ReadonlySet<number>;
  named: ReadonlySet<string>;
  /** The two names of a title that compares them. */
  opposed: ReadonlySet<string>;
  /** True if the answer explains what exists around the asker's own idea. */
  isSurvey: boolean;
};

let last: { text: string; parsed: Omit<Structure, 'named'> } | null = null;

/**
 * Parses the structure. `names`: the recommended names, as read. The last text is cached: many owners ask about one
 * answer.
 */
export function readStructure(text: string, names: readonly string[]): Structure {
  if (last?.text !== text) last = { text, parsed: parse(text) };
  return { ...last.parsed, named: new Set(names.map(foldName)) };
}

function parse(text: string): Omit<Structure, 'named'> {
  const shownText = prepareText(text.slice(0, 200_000));
  const lines = readLines(shownText);
  const links = readLinks(shownText, readDefinitions(shownText));
  const root = readOutline(shownText, lines, links);
  let words: WordsOfText | null = null;
  const item = {
    text: shownText,
    links,
    repeated: repeatedLabels(root),
    praised: praisedNodes(root),
    levels: { categories: new Set<Node>(), beside: new Set<Node>(), labels: new Set<Node>() },
  };
  const levels = findLevels(root, item, () => {
    words ??= readWords(shownText);
    return words;
  });
  const nodes = nodesInOrder(root);
  const language = languageOf(text);
  return {
    levels,
    sourcesFrom: startOfSources(shownText, lines),
    tableNames: namesOfTables(nodes, shownText, links),
    text,
    shown: shownText,
    language,
    isSurvey: isSurvey(shownText, language),
    links,
    nodes,
    opposed: new Set(setAgainst(shownText).map(({ name }) => foldName(name))),
  };
}

function nodesInOrder(root: Node): Node[] {
  const nodes: Node[] = [];
  const queue = [...root.children].reverse();
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    nodes.push(node);
    for (let at = node.children.length - 1; at >= 0; at -= 1) {
      const child = node.children[at];
      if (child !== undefined) queue.push(child);
    }
  }
  return nodes;
}

function namesOfTables(nodes: readonly Node[], text: string, links: readonly Link[]): Set<number> {
  const rows = nodes.filter(({ rank }) => rank === rankOf.row);
  const names = [...Map.groupBy(rows, ({ parent }) => parent).values()].flatMap((table) =>
    readTable(text, table, links),
  );
  return new Set(names.map(({ span }) => span.start));
}
