import { useState } from 'react';
import { proposeQuestions } from './questionTemplates.ts';

type Proposal = { id: string; text: string; isTicked: boolean };

/** Questions that templates create for a category, each selected and editable. */
export type Proposals = {
  category: string;
  groups: readonly { group: string; proposals: readonly Proposal[] }[];
  /** The selected ones. */
  questions: readonly string[];
  choose(category: string): void;
  tick(id: string, isTicked: boolean): void;
  word(id: string, text: string): void;
};

/** `suggested`: the category until the reader names one. */
export function useProposals(suggested: string): Proposals {
  const [choice, setCategory] = useState<string | null>(null);
  const [leftKeys, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [reworded, setReworded] = useState<ReadonlyMap<string, string>>(new Map());
  const category = choice ?? suggested;
  const groups = proposeQuestions(category).map(({ group, questions }) => ({
    group,
    proposals: questions.map((proposed, at) => {
      const id = `${group} ${at}`;
      return { id, text: reworded.get(id) ?? proposed, isTicked: !leftKeys.has(id) };
    }),
  }));
  const ticked = groups.flatMap(({ proposals }) => proposals.filter(({ isTicked }) => isTicked));
  return {
    category,
    groups,
    questions: [...new Set(ticked.map(({ text }) => text.trim()).filter((text) => text !== ''))],
    choose: (next) => {
      setCategory(next);
      setLeft(new Set());
      setReworded(new Map());
    },
    tick: (id, isTicked) => {
      const next = new Set(leftKeys);
      if (isTicked) next.delete(id);
      else next.add(id);
      setLeft(next);
    },
    word: (id, text) => setReworded(new Map(reworded).set(id, text)),
  };
}
