import { readFileSync } from 'node:fs';
import {
  comparedPage,
  compareWording,
  type SupportVerdict,
  supportVerdicts,
} from '../src/domain/support/supportVerdict.ts';
import type { Bench, Figure } from './figure.ts';

type Pair = { wording: SupportVerdict; meant?: SupportVerdict; supported: boolean; sentence: string };
type Languages = { answer: string; page: string };
type Labelled = { pages: { heldOut: boolean; text: string; languages?: Languages; pairs: Pair[] }[] };
const english: Languages = { answer: 'en', page: 'en' };
export type JudgedPair = Pair & { heldOut: boolean; verdict: SupportVerdict };

/** Judges every labelled pair by the rules. `wording` is their letter, computed apart; `meant` is a reader's different label. */
export function judgePairs(): JudgedPair[] {
  const { pages } = JSON.parse(readFileSync(new URL('./supportPairs.json', import.meta.url), 'utf8')) as Labelled;
  return pages.flatMap(({ heldOut, text, languages = english, pairs }) => {
    const page = comparedPage(text);
    return pairs.map((pair) => {
      const { verdict } = compareWording(pair.sentence, page, languages);
      return { ...pair, heldOut, verdict };
    });
  });
}

const share = (some: number, all: number): number => (all === 0 ? Number.NaN : Math.round((some / all) * 1000) / 10);

/** `npm run bench -- support`: recall and precision of each wording verdict, seen and held-out pairs apart. */
export const support: Bench = {
  name: 'support',
  async run() {
    const pairs = judgePairs();
    return [false, true].flatMap((heldOut) => {
      const part = pairs.filter((pair) => pair.heldOut === heldOut);
      return supportVerdicts
        .filter((verdict) => verdict !== 'not_judged')
        .flatMap((verdict) => figuresOf(verdict, part, heldOut ? 'held out' : 'seen'));
    });
  },
};

function figuresOf(verdict: SupportVerdict, pairs: readonly JudgedPair[], part: string): Figure[] {
  const labelled = pairs.filter(({ wording }) => wording === verdict);
  const judged = pairs.filter((pair) => pair.verdict === verdict);
  const both = judged.filter(({ wording }) => wording === verdict).length;
  const meant = judged.filter(({ wording, meant: other }) => (other ?? wording) === verdict).length;
  const supported = judged.filter((pair) => pair.supported).length;
  const figure = (what: string, value: number): Figure => ({
    ...{ what: `${part}, ${verdict}: ${what}`, unit: '%', value, baseline: null, target: null },
  });
  return [
    figure(`recall of ${labelled.length}`, share(both, labelled.length)),
    figure(`precision of ${judged.length}`, share(both, judged.length)),
    figure('a reader says the same', share(meant, judged.length)),
    figure('supported by the page', share(supported, judged.length)),
  ];
}
