import { readFileSync } from 'node:fs';
import { type AttackPattern, check } from 'recheck';
import { type Expression, expressionsBuiltDuring } from './expressions.ts';

export type Judged = { expression: Expression; verdict: string; attack: Attack | null };

/** Earlier results of this version of the analyser, because analysing all expressions takes minutes. */
export const judgedFile = new URL('./judged.json', import.meta.url);

export function nameOf({ file, source, flags }: Expression): string {
  return `${file} ${textOf({ source, flags })}`;
}

export function textOf({ source, flags }: Pick<Expression, 'source' | 'flags'>): string {
  return `/${source}/${flags}`;
}

/** Attack on an expression: the repeated part, its number, and the end. */
type Attack = { pumps: { prefix: string; pump: string; times: number }[]; suffix: string };

/** Results by `textOf`: expressions found linear, and attacks on the others. */
export type Known = { linear: string[]; attacked: Record<string, { verdict: string; attack: Attack }> };

/** Builds the text of an attack. */
export function spellOut({ pumps, suffix }: Attack): string {
  return pumps.map(({ prefix, pump, times }) => prefix + pump.repeat(times)).join('') + suffix;
}

export function readKnown(): Known {
  return JSON.parse(readFileSync(judgedFile, 'utf8')) as Known;
}

/** Analyses new expressions. */
export async function judgeNew(expressions: readonly Expression[], { linear, attacked }: Known): Promise<Judged[]> {
  const known = new Map<string, Omit<Judged, 'expression'>>([
    ...linear.map((text) => [text, { verdict: 'safe', attack: null }] as const),
    ...Object.entries(attacked),
  ]);
  const [old, others] = [[] as Judged[], [] as Expression[]];
  for (const expression of expressions) {
    const found = known.get(textOf(expression));
    if (found === undefined) others.push(expression);
    else old.push({ expression, ...found });
  }
  return [...old, ...(await judge(others))];
}

/** Expressions for search words are built when a text of their language is read. */
const textsOfLanguages = [
  '## Sources\nI would pick Acme.\n\n- Acme: good.\n\n| Tool | Recommended |\n|---|---|\n| Acme | no |',
  'Ich empfehle für den Alltag und die Arbeit Acme, und das ist nicht teuer.',
  'Pour une équipe, je recommande Acme, et les tarifs sont dans la page.',
  'おすすめはAcmeです。使いやすいです。',
];

/** Lists the expressions that the sources build at run time. */
export function expressionsBuilt(root: string): Promise<Expression[]> {
  return expressionsBuiltDuring(root, async () => {
    await import('../../../src/domain/answer/readAnswer.ts');
    await import('../../../src/domain/identity/nameForm.ts');
    const { readRoles } = await import('../../../src/domain/answer/occurrenceRoles.ts');
    for (const text of textsOfLanguages) readRoles(text, [{ start: text.indexOf('Acme'), end: text.length }], []);
    const { matchInstruction } = await import('../../../src/domain/html/instructions.ts');
    matchInstruction('ignore');
    const { readReferences } = await import('../../../src/domain/html/references.ts');
    readReferences('<script></script>', 'https://acme.example/');
    const { datePattern } = await import('../../../src/domain/checks/content/dateText.ts');
    datePattern(0);
    const { visiblePrices } = await import('../../../src/domain/checks/content/numbers.ts');
    visiblePrices('$1');
    await import('../../../src/domain/facts/factQuotes.ts');
    const { startsAsItem, withoutNames } = await import('../../../src/domain/facts/plainText.ts');
    withoutNames('Acme costs 5', ['Acme']);
    startsAsItem('- Acme: a planner', ['Acme']);
    const { findFactWords } = await import('../../../src/domain/facts/factWords.ts');
    findFactWords('Acme costs 5', { name: 'costs', words: [] });
    const { ownerIn } = await import('../../../src/domain/identity/inflections.ts');
    const { readOwner } = await import('../../../src/domain/identity/owner.ts');
    const { readerVersion } = await import('../../../src/domain/answer/readerVersion.ts');
    const website = { id: 'site', url: 'https://tilisoppi.example/', domain: 'tilisoppi.example', name: 'Tilisoppi' };
    const none = { aliases: [], exactNames: [], others: [], settledDomains: [], learned: [], commonWords: [] };
    const owner = readOwner({ ...website, ...none } as never);
    ownerIn(
      { readerVersion } as never,
      'Suosittelen, että valitset Tilisopin, koska se on helppo ja edullinen.',
      owner,
    );
    await import('../../../src/http/web.ts');
  });
}

/**
 * Limits the analyser by characters read, because on a busy machine any text would exceed its default limit of a
 * second.
 */
const counted = { attackLimit: 150_000_000, attackTimeout: 10_000, timeout: 600_000 };

function attackOf({ pumps, base, suffix }: AttackPattern): Attack {
  return {
    pumps: pumps.map(({ prefix, pump, bias }) => ({ prefix, pump, times: base + bias })),
    suffix,
  };
}

/** Analyses each expression once, several at a time, because the analyser works in a separate process. */
export async function judge(expressions: readonly Expression[]): Promise<Judged[]> {
  const rest = [...new Map(expressions.map((each) => [nameOf(each), each])).values()];
  const judged: Judged[] = [];
  const work = async () => {
    for (let expression = rest.shift(); expression !== undefined; expression = rest.shift()) {
      const result = await check(expression.source, expression.flags, counted);
      const vulnerable = result.status === 'vulnerable';
      const verdict = vulnerable
        ? `${result.complexity.summary}: ${result.attack.pattern.slice(0, 80)}`
        : result.status;
      judged.push({ expression, verdict, attack: vulnerable ? attackOf(result.attack) : null });
    }
  };
  await Promise.all([work(), work(), work()]);
  return judged;
}
