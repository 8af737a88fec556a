import { canonicalJson } from '../text/canonicalJson.ts';
import type { KeywordResult } from './savedReading.ts';

/** Changes from one reading of an answer to another. */
export type ReadingChange = {
  /** Names in order of position. */
  before: string[];
  after: string[];
  came: string[];
  went: string[];
  /** True if names in both readings appear in another order. */
  reordered: boolean;
  /** Other differences in the shown result: links and reasons of names, citations, limitations, the text itself. */
  otherwise: string[];
};

/** Compares two readings of the same answer by the names as written. null if they show the same. */
export function compareReadings(old: KeywordResult, fresh: KeywordResult): ReadingChange | null {
  const before = old.mentions.map((mention) => mention.name);
  const after = fresh.mentions.map((mention) => mention.name);
  const came = after.filter((name) => !before.includes(name));
  const went = before.filter((name) => !after.includes(name));
  const keptItems = before.filter((name) => after.includes(name));
  const reordered = keptItems.join('\n') !== after.filter((name) => before.includes(name)).join('\n');
  const otherwise = [
    ...(sameDetails(old, fresh) ? [] : ['details of names']),
    ...(canonicalJson(old.citations) === canonicalJson(fresh.citations) ? [] : ['citations']),
    ...(canonicalJson(old.limitations) === canonicalJson(fresh.limitations) ? [] : ['limitations']),
    ...(old.text === fresh.text ? [] : ['text']),
  ];
  if (came.length + went.length + otherwise.length === 0 && !reordered) return null;
  return { before, after, came, went, reordered, otherwise };
}

function sameDetails(old: KeywordResult, fresh: KeywordResult): boolean {
  return old.mentions.every((mention) => {
    const now = fresh.mentions.find((candidate) => candidate.name === mention.name);
    return now === undefined || canonicalJson(now) === canonicalJson(mention);
  });
}
