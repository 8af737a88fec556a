import type { Nodes, Parents, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import { Fragment, type ReactNode, useMemo } from 'react';
import { Scroller } from '../../ui/Scroller.tsx';
import { Cited } from './Cited.tsx';
import { listPieces, type Span } from './citationSpans.ts';

type Leaf = Extract<Nodes, { value: string }>;
type Writing = { text: string; spans: readonly Span[]; ends: ReadonlyMap<Span, Leaf> };

const startOf = (node: Nodes): number => node.position?.start.offset ?? 0;
const endOf = (node: Nodes): number => node.position?.end.offset ?? 0;
const isLeaf = (node: Nodes): node is Leaf => 'value' in node;

/**
 * Renders headings, lists, tables, quotes and code of an answer; links become their text, images their alternative
 * text.
 */
export function MarkedText({ text, spans }: { text: string; spans: readonly Span[] }) {
  const memo = useMemo(() => {
    const tree = fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });
    return { tree, writing: { text, spans, ends: collectEnds(leavesOf(tree), spans) } };
  }, [text, spans]);
  return <div className="grid grid-cols-1 gap-3">{inside(memo.tree, memo.writing)}</div>;
}

function leavesOf(node: Nodes): Leaf[] {
  if (isLeaf(node)) return [node];
  return 'children' in node ? node.children.flatMap((child) => leavesOf(child as Nodes)) : [];
}

/** Finds the leaf after which a span's mark is placed: the last one that it reaches, or the one before it. */
function collectEnds(leaves: readonly Leaf[], spans: readonly Span[]): Map<Span, Leaf> {
  return new Map(
    spans.flatMap((span) => {
      const leaf = leaves.findLast((one) => startOf(one) < span.end);
      return leaf === undefined ? [] : [[span, leaf] as const];
    }),
  );
}

function inside(node: Parents, writing: Writing): ReactNode[] {
  return node.children.map((child) => (
    <Fragment key={startOf(child as Nodes)}>{show(child as Nodes, writing)}</Fragment>
  ));
}

function show(node: Nodes, writing: Writing): ReactNode {
  switch (node.type) {
    case 'paragraph':
      return <p dir="auto">{inside(node, writing)}</p>;
    case 'heading':
      return (
        <h3 dir="auto" className="font-semibold">
          {inside(node, writing)}
        </h3>
      );
    case 'list': {
      const items = inside(node, writing);
      return node.ordered === true ? (
        <ol start={node.start ?? 1} className="grid list-decimal grid-cols-1 gap-1 pl-6">
          {items}
        </ol>
      ) : (
        <ul className="grid list-disc grid-cols-1 gap-1 pl-6">{items}</ul>
      );
    }
    case 'listItem':
      return <li dir="auto">{inside(node, writing)}</li>;
    case 'blockquote':
      return (
        <blockquote className="grid grid-cols-1 gap-2 border-line border-l-2 pl-3">{inside(node, writing)}</blockquote>
      );
    case 'table':
      return <Cells table={node} writing={writing} />;
    case 'code':
      return (
        <pre className="overflow-x-auto whitespace-pre-wrap rounded-small bg-sunken p-3 font-mono text-small">
          {leaf(node, writing)}
        </pre>
      );
    case 'inlineCode':
      return <code className="rounded-small bg-sunken px-1 font-mono text-small">{leaf(node, writing)}</code>;
    case 'strong':
      return <strong className="font-semibold">{inside(node, writing)}</strong>;
    case 'emphasis':
      return <em>{inside(node, writing)}</em>;
    case 'link':
    case 'linkReference':
      return inside(node, writing);
    case 'image':
    case 'imageReference':
      return node.alt ?? '';
    case 'break':
      return <br />;
    case 'thematicBreak':
      return <hr className="border-line" />;
    default:
      return isLeaf(node) ? leaf(node, writing) : writing.text.slice(startOf(node), endOf(node));
  }
}

/** Renders text of the answer with its citations. Words split by removed marks are joined again. */
function leaf(node: Leaf, { text, spans, ends }: Writing): ReactNode {
  const [start, end] = [startOf(node), endOf(node)];
  const isAsWritten = text.slice(start, end) === node.value;
  const cited = spans.filter((span) => span.start < end && span.end > start);
  const here = isAsWritten
    ? listPieces(text, cited, start, end)
    : [{ start, text: node.value, cited: cited.at(-1) ?? null }];
  const shownHere = new Set(here.flatMap((piece) => piece.cited ?? []));
  // A span that contains only marks follows the text before it.
  const behind = spans.filter((span) => ends.get(span) === node && !shownHere.has(span));
  return (
    <>
      {here.map((piece) =>
        piece.cited === null ? (
          piece.text
        ) : (
          <Cited key={piece.start} span={piece.cited} words={piece.text} isEnd={ends.get(piece.cited) === node} />
        ),
      )}
      {behind.map((span) => (
        <Cited key={`end ${span.start}`} span={span} words="" isEnd />
      ))}
    </>
  );
}

function Cells({ table, writing }: { table: Table; writing: Writing }) {
  const [head, ...rows] = table.children;
  return (
    <Scroller label="Table from the answer">
      <table className="w-full border-collapse text-small">
        {head !== undefined && (
          <thead>
            <tr>
              {head.children.map((cell) => (
                <th key={startOf(cell)} scope="col" dir="auto" className="border-line border-b py-1 pr-4 text-left">
                  {inside(cell, writing)}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row) => (
            <tr key={startOf(row)} className="border-line border-b">
              {row.children.map((cell) => (
                <td key={startOf(cell)} dir="auto" className="py-1 pr-4 align-top">
                  {inside(cell, writing)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
