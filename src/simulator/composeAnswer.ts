import { choiceOf, fractionOf, wholeOf } from './seededChoice.ts';

/** Marker inserted into parts that a client must not save: reasoning, tool arguments and outputs. */
export const privateMarks = {
  reasoning: 'SIMULATED-PRIVATE-REASONING',
  toolArguments: 'SIMULATED-PRIVATE-ARGUMENTS',
} as const;

/** An owned website: it sometimes appears among the recommendations, so that reports look realistic. */
export type OwnedSite = { name: string; domain: string };

type Citation = { type: 'url_citation'; start_index: number; end_index: number; url: string; title: string };

export type ComposedAnswer = {
  text: string;
  annotations: readonly Citation[];
  /** One list of returned pages for each search. */
  searches: readonly { query: string; urls: readonly string[] }[];
  opened: readonly string[];
};

/** Differences between simulated engines: a seed for their choices, and a mark on links. */
export type Voice = { seed: string; linkSuffix: string };

const firstVoice: Voice = { seed: '', linkSuffix: '?utm_source=openai' };

export const simulatedNotice =
  'Simulated answer: synthetic text from the bundled simulator, with invented names. It is not a measurement.';

/** Invented names, on a top-level domain reserved for examples: nobody can own one of these. */
const inventedNames =
  'Amberquill Bramblefort Cindermoss Dovetarn Elderwick Fennimoor Glimmerfen Hollowbeck Ivoryfield Junipath ' +
  'Kestrelane Lanternbay Mossgallow Nettlecove Oakenstride Pebblethorn Quillharbor Rushmantle Saltwhistle Thornlibrary';

const reasons: readonly [string, ...string[]] = [
  'a steady choice with clear prices and an export that keeps working',
  'quick to set up, and its defaults suit a small team',
  'strong on detail, with honest documentation and a long free trial',
  'the most flexible of these, if someone has an afternoon to configure it',
  'plain to use every day, and its support answers within hours',
  'good value where the budget is tight, with few extras to pay for',
  'reviewers praise how well it grows from one user to fifty',
];

const publishers: readonly [string, ...string[]] = [
  'fieldnotes.example',
  'plainreview.example',
  'buyersdesk.example',
  'weeklybench.example',
];

const openings: readonly [string, ...string[]] = [
  'These stand out at the moment:',
  'Of the options I looked at, these are the ones I would shortlist:',
  'My shortlist, best first:',
];

const closings: readonly [string, ...string[]] = [
  'Try the first two with your own data before you decide.',
  'Prices change often, so check them on the official pages.',
  'If you tell me your budget, the order may change.',
];

type Candidate = { name: string; domain: string; score: number };

/**
 * Returns candidates, lowest score first. Half of a score depends on the name alone, so that some names lead across
 * many questions.
 */
function candidatesFor(question: string, turn: number, owned: readonly OwnedSite[]): Candidate[] {
  const invented = inventedNames.split(' ').map((name) => ({
    name,
    domain: `${name.toLowerCase()}.example`,
    score:
      fractionOf(`name ${name}`) + fractionOf(`${question} ${name}`) + 0.35 * fractionOf(`${question} ${name} ${turn}`),
  }));
  const known = owned
    .filter(({ domain }) => fractionOf(`${question} fits ${domain}`) < 0.85)
    .filter(({ domain }) => fractionOf(`${question} shows ${domain} ${turn}`) < 0.75)
    .map(({ name, domain }) => ({
      name: name.replace(/[[\]*_`#|<>\s]+/g, ' ').trim() || domain,
      domain,
      score: 0.15 + 0.7 * fractionOf(`${question} ${domain}`) + 0.4 * fractionOf(`${question} ${domain} ${turn}`),
    }))
    .sort(byScore)
    .slice(0, 2);
  return [...invented, ...known].sort(byScore);
}

function byScore(a: Candidate, b: Candidate): number {
  return a.score - b.score || (a.name < b.name ? -1 : 1);
}

function slug(text: string): string {
  const plain = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return plain.slice(0, 60) || 'guide';
}

/**
 * Composes the answer to a question asked for the `turn`-th time (from 1); it depends on these arguments alone: a
 * numbered list of four to seven names with official links, citations with UTF-16 offsets, and the pages returned by
 * its searches. `allowedDomains` null = the open web; otherwise every cited page is on one of them.
 */
export function composeAnswer(
  question: string,
  turn: number,
  owned: readonly OwnedSite[],
  allowedDomains: readonly string[] | null,
  voice: Voice = firstVoice,
): ComposedAnswer {
  const seed = `${voice.seed}${question} ${turn}`;
  const chosen = candidatesFor(`${voice.seed}${question}`, turn, owned).slice(0, wholeOf(`${seed} size`, 4, 7));
  const bold = fractionOf(`${voice.seed}${question} style`) < 0.6;
  const annotations: Citation[] = [];
  const returned: string[] = [];
  let text = `${simulatedNotice}\n\n${choiceOf(`${seed} opening`, openings)}\n`;

  const cite = (url: string, title: string): void => {
    const start = text.length;
    text += `([${new URL(url).hostname}](${url}))`;
    annotations.push({ type: 'url_citation', start_index: start, end_index: text.length, url, title });
    returned.push(url);
  };
  const pageAbout = (name: string, place: string): string => {
    const hosts = allowedDomains ?? publishers;
    const host = choiceOf(`${seed} ${place}`, [hosts[0] ?? publishers[0], ...hosts.slice(1)]);
    return `https://${host}/guides/${slug(question)}/${slug(name)}${voice.linkSuffix}`;
  };

  for (const [index, { name, domain }] of chosen.entries()) {
    // Seven reasons for at most seven names, so none is repeated.
    const reason = reasons[(wholeOf(`${seed} reasons`, 0, 6) + index) % reasons.length];
    const official = `https://${domain}/`;
    text += `\n${index + 1}. ${bold ? `**${name}**` : `[${name}](${official})`} – ${reason}. `;
    if (bold) text += `Official site: [${domain}](${official}) `;
    cite(pageAbout(name, `source ${index}`), `${name} reviewed`);
    if (allowedDomains === null && fractionOf(`${seed} own ${name}`) < 0.4) {
      text += ' ';
      cite(`${official}${voice.linkSuffix}`, name);
    }
  }
  text += `\n\n${choiceOf(`${seed} closing`, closings)}`;
  const further = [pageAbout('overview', 'further'), pageAbout('comparison', 'second')];
  const half = Math.ceil(returned.length / 2);
  return {
    text,
    annotations,
    searches: [
      { query: question, urls: [...returned.slice(0, half), ...further.slice(0, 1)] },
      ...(fractionOf(`${seed} again`) < 0.7
        ? [{ query: `${question} reviews`, urls: [...returned.slice(half), ...further.slice(1)] }]
        : [{ query: `${question} compared`, urls: returned.slice(half) }]),
    ],
    opened: returned.slice(0, 1),
  };
}
