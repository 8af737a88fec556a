/** Invented names, as they would appear in real lists. */
const rivals =
  'Oxelfold,Vanturo,Brindlepad,Notaverra,Tessera Notes,Hedrano,Lumpari,Zolvane,Podwick,Earlanto,Murmurhost,Plinthio,Sitewren,Casavio,Bildago,Rankolo,Serpwise,Keylume,Trundla,Boxwillow'.split(
    ',',
  );

const reasons = [
  'quick to set up and easy to leave again.',
  'strong reports, and its support answers within hours.',
  'the best free plan of these.',
  'plain to use every day.',
  'grows from one user to fifty without a new contract.',
  'good value where the budget is tight.',
];

const closings = [
  'If you tell me your budget, I can narrow it down.',
  'Prices change often, so check the official pages.',
  'All of them have a free trial.',
];

/** Shapes in which engines recommend; each gives the same names in the same order. */
const shapes: readonly ((names: readonly string[], why: (index: number) => string) => string)[] = [
  (names, why) => names.map((name, index) => `${index + 1}. **${name}** – ${why(index)}`).join('\n'),
  (names, why) => names.map((name, index) => `* **${name}:** ${sentence(why(index))}`).join('\n'),
  (names, why) => names.map((name, index) => `### ${index + 1}. ${name}\n\n${sentence(why(index))}`).join('\n\n'),
  (names, why) => names.map((name, index) => `- **${name}** — ${why(index)}`).join('\n'),
  (names, why) =>
    `| Name | Why |\n|---|---|\n${names.map((name, index) => `| ${name} | ${why(index).replace('.', '')} |`).join('\n')}`,
];

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** Variants in which an answer may write the name that it recommends. */
const editions = ['', '', '', ' Pro', ' CRM', ' (free plan)'];

/** Asides that contain a name without recommending it. */
const asides = [
  (name: string) => `Most teams that leave ${name} do so because of the price.`,
  (name: string) => `Unlike ${name}, all of them work offline.`,
];

/**
 * Writes an answer that recommends four to six names, among them `target` if `recommended`. One answer in twelve that
 * does not recommend it still names it in passing.
 */
export function writtenAnswer(target: string, recommended: boolean, random: () => number): string {
  const index = (count: number): number => Math.floor(random() * count);
  const pool = [...rivals];
  const names = Array.from({ length: 4 + index(3) }, () => pool.splice(index(pool.length), 1)[0] ?? '');
  if (recommended) names[index(names.length)] = `${target}${editions[index(editions.length)]}`;
  const aside = recommended || random() > 1 / 12 ? '' : `\n\n${asides[index(asides.length)]?.(target)}`;
  const from = index(reasons.length);
  const why = (at: number): string => reasons[(from + at) % reasons.length] ?? '';
  const list = shapes[index(shapes.length)]?.(names, why) ?? '';
  return `These are the ones I would look at for a small team:\n\n${list}${aside}\n\n${closings[index(closings.length)]}`;
}
