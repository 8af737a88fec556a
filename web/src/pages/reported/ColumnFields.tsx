import { Choice } from '../../ui/Field.tsx';

/** Columns that the server asks for, each list with one entry per line. */
export type UnknownColumns = { header: string; subjects: string; figures: string };

const subjectNames: Record<string, string> = {
  day: 'Day',
  page: 'Page',
  query: 'Query',
  source: 'Source',
  crawler: 'Crawler',
};
const figureNames: Record<string, string> = {
  clicks: 'Clicks',
  impressions: 'Impressions',
  position: 'Position',
  citations: 'Citations',
  visits: 'Visits',
  views: 'Page views',
  requests: 'Requests',
};

type Props = { unknown: UnknownColumns; value: string | undefined; onChange(value: string): void };

/** Fields that say which column of a table holds what: `page=1,visits=3`. */
export function ColumnFields({ unknown, value = '', onChange }: Props) {
  const [header, subjects, figures] = [unknown.header, unknown.subjects, unknown.figures].map((list) =>
    list.split('\n'),
  ) as [string[], string[], string[]];
  const places = new Map(
    value
      .split(',')
      .map((pair) => pair.split('='))
      .map(([name = '', place = '']) => [name, place] as const),
  );
  const subject = subjects.find((name) => places.has(name)) ?? '';
  const set = (next: Iterable<readonly [string, string]>) =>
    onChange([...next].flatMap(([name, place]) => (place === '' ? [] : [`${name}=${place}`])).join(','));
  const options = [
    { value: '', label: '–' },
    ...header.map((name, at) => ({ value: String(at + 1), label: `${at + 1}: ${name}` })),
  ];
  const column = (name: string, label: string) => (
    <Choice
      key={name}
      label={label}
      value={places.get(name) ?? ''}
      options={options}
      onChange={(place) => set(new Map(places).set(name, place))}
    />
  );
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-2 font-medium">Columns</legend>
      <Choice
        label="A row is"
        value={subject}
        options={[
          { value: '', label: '–' },
          ...subjects.map((name) => ({ value: name, label: subjectNames[name] ?? name })),
        ]}
        onChange={(name) =>
          set([[name, places.get(subject) || '1'], ...[...places].filter(([other]) => !subjects.includes(other))])
        }
      />
      {subject !== '' && column(subject, subjectNames[subject] ?? subject)}
      {figures.map((name) => column(name, figureNames[name] ?? name))}
    </fieldset>
  );
}
