import { gzipSync, zstdCompressSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { fractionOf } from '../../src/simulator/seededChoice.ts';
import { onEachDatabase } from '../support/databases.ts';
import { searchConsoleFiles } from '../support/searchConsoleFiles.ts';
import { useService } from '../support/service.ts';
import { inQuick } from '../support/suites.ts';
import { zipOf } from '../support/zipFile.ts';

const cases = Number(process.env.MALFORMED_FILES ?? inQuick(300, 10_000));
const seed = process.env.SEED ?? 'malformed';
const mebibyte = 1024 * 1024;

/** Draws numbers from the seed and the number of the case. */
class Draw {
  #count = 0;
  readonly #name: string;
  constructor(name: string) {
    this.#name = name;
  }
  below(limit: number): number {
    this.#count += 1;
    return Math.floor(fractionOf(`${seed} ${this.#name} ${this.#count}`) * limit);
  }
  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }
}

type Sent = { name: string; bytes: Uint8Array };
type Maker = (draw: Draw, domain: string) => string | Uint8Array;

const recent = (): string => new Date(Date.now() - 3_600_000).toISOString();
const common = (): string => {
  const [day, month, year, time] = new Date(Date.now() - 3_600_000).toUTCString().slice(5).split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
};

const soundLog = (draw: Draw, domain: string): string => {
  const line = draw.pick<(index: number) => string>([
    (index) => `20.0.2.${index} - - [${common()}] "GET /faq-${index} HTTP/1.1" 200 512 "-" "GPTBot/1.2"`,
    (index) =>
      `{"ts":"${recent()}","logger":"http.log.access","request":{"client_ip":"20.0.2.${index}","method":"GET","host":"${domain}","uri":"/faq-${index}","headers":{"User-Agent":["GPTBot/1.2"]}},"status":200}`,
    (index) =>
      `{"ClientIP":"20.0.2.${index}","ClientRequestHost":"${domain}","ClientRequestMethod":"GET","ClientRequestURI":"/faq-${index}","ClientRequestUserAgent":"GPTBot/1.2","EdgeResponseStatus":200,"EdgeStartTimestamp":"${recent()}"}`,
  ]);
  return Array.from({ length: 1 + draw.below(30) }, (_one, index) => line(index)).join('\n');
};

const row = (key: string) => ({ key, clicks: 1, impressions: 20, position: 3 });
const soundTables: readonly ((domain: string) => string)[] = [
  (domain) => `Page,Citations\n"https://${domain}/faq","17"\n"https://${domain}/","4"\n`,
  () => '"Date","Citations","Cited Pages"\r\n"7/31/2026 12:00:00 AM","5","2"\r\n',
  () => 'Keyword;Impressions;Clicks\ncrm vergleich;1.234;3\n',
  () =>
    '# Landing page\n# Start date: 20260901\n# End date: 20260930\n\nLanding page,Sessions\n/faq,12\n\nDate,Sessions\n20260901,3\n',
  (domain) => `Path,Hostname,Crawler,Operator,Allowed requests\n/faq,${domain},GPTBot,OpenAI,12\n`,
  () => '[{"metricName":"Traffic","information":[{"totalSessionCount":"12","Url":"/faq"}]}]',
];
const soundTable: Maker = (draw, domain) => draw.pick(soundTables)(domain);
const soundZip = (domain: string): Uint8Array =>
  zipOf(
    searchConsoleFiles({
      days: [row('2026-10-01')],
      queries: [row('how to choose a crm')],
      pages: [row(`https://${domain}/faq`)],
    }),
  );

const signs = ['"', '\\', '\u0000', '{', ',', '%', '\ufffd', '\n', '\r', '[', '\t', ';', '\u2028', '=', '\ufeff'];
const values = [
  '1e400',
  '99999999999999999999',
  '-5',
  '1.5',
  '1,5',
  '1.234,5',
  'NaN',
  '0x10',
  '١٢',
  '12\u2009345',
  '31/12/2026',
  '2026-31-12',
  '20261301',
  "'; DROP TABLE runs",
  '\u0000',
];

/** Cuts, doubles and replaces parts of a valid text. */
const broken =
  (sound: Maker): Maker =>
  (draw, domain) => {
    let text = String(sound(draw, domain));
    for (let change = 0; change <= draw.below(5); change += 1) {
      const at = draw.below(text.length + 1);
      text = text.slice(0, at) + draw.pick([...signs, ...values]) + text.slice(at + draw.below(40));
    }
    return text;
  };
const asBytes =
  (sound: Maker, change: (bytes: Buffer, draw: Draw) => Uint8Array): Maker =>
  (draw, domain) =>
    change(Buffer.from(sound(draw, domain) as string), draw);
const halfOf = (bytes: Buffer, draw: Draw): Buffer => bytes.subarray(0, draw.below(bytes.length));
const flipped = (bytes: Buffer, draw: Draw): Buffer => {
  const copy = Buffer.from(bytes);
  for (let count = 0; count < 3; count += 1) copy[draw.below(copy.length)] = draw.below(256);
  return copy;
};
const utf16 = (bytes: Buffer, draw: Draw): Buffer => {
  const wide = Buffer.from(bytes.toString(), 'utf16le');
  return draw.below(2) === 0 ? wide : wide.swap16();
};

const logMakers: readonly Maker[] = [
  broken(soundLog),
  broken(soundLog),
  asBytes(soundLog, halfOf),
  asBytes(soundLog, flipped),
  asBytes(soundLog, utf16),
  asBytes(soundLog, (bytes, draw) => flipped(gzipSync(bytes), draw)),
  asBytes(soundLog, (bytes, draw) => halfOf(gzipSync(bytes), draw)),
  asBytes(soundLog, (bytes, draw) => flipped(zstdCompressSync(bytes), draw)),
  (draw) => `${'['.repeat(1 + draw.below(5_000))}{`,
  (draw, domain) =>
    `{"ClientIP":"::\u0007 not an address","ClientRequestHost":"${domain}","ClientRequestURI":"/a\\u0000b${draw.below(9)}","ClientRequestMethod":"GET","ClientRequestUserAgent":"GPTBot/1.2","EdgeResponseStatus":200,"EdgeStartTimestamp":"${recent()}"}`,
  (draw) => 'x'.repeat(70_000 + draw.below(100_000)),
  (draw) => (draw.below(20) === 0 ? gzipSync(Buffer.alloc(20 * mebibyte, 10)) : ''),
];

const tableMakers: readonly Maker[] = [
  broken(soundTable),
  broken(soundTable),
  asBytes(soundTable, halfOf),
  asBytes(soundTable, flipped),
  asBytes(soundTable, utf16),
  (draw, domain) => flipped(Buffer.from(soundZip(domain)), draw),
  (draw, domain) => halfOf(Buffer.from(soundZip(domain)), draw),
  (draw) =>
    zipOf(Object.fromEntries(Array.from({ length: 101 + draw.below(3) }, (_one, index) => [`${index}.csv`, 'a']))),
  (draw) =>
    zipOf({ [draw.pick(['../x.csv', '/etc/x.csv', 'C:\\x.csv', 'a/../../x.csv', 'x.zip'])]: 'Page,Citations\n/a,1\n' }),
  (draw) => (draw.below(20) === 0 ? `${','.repeat(2_000_000)}\n` : `${'a;'.repeat(1_001)}\n`),
  (draw) => (draw.below(20) === 0 ? zipOf({ 'x.csv': Buffer.alloc(40 * mebibyte, 44) }) : zipOf({ 'x.csv': '' })),
  (draw) => `${draw.pick(['[', '{"a":'])}`.repeat(1 + draw.below(20_000)),
  (draw, domain) => `Page,Citations\nhttps://${domain}/faq,${draw.pick(values)}\n`,
  (draw) => `Date,Citations\n${draw.pick(values)},4\n`,
  (draw) => `Keyword,Impressions,Clicks\n${draw.pick(values)}${draw.pick(signs)}crm,${draw.pick(values)},4\n`,
];

onEachDatabase(`${cases} malformed files`, (engine) => {
  let key: string;
  let websiteId: string;
  let domain: string;
  let sourceId: string;
  const service = useService(engine);
  beforeAll(async () => {
    key = await service.makeKey(['manage']);
    ({ id: websiteId, domain } = await service.makeSite());
    const made = await service.call('createLogSource', { websiteId, name: 'any' }, { key });
    sourceId = made.source.id;
  });

  const importTable = ({ name, bytes }: Sent, more: object = {}) =>
    service.reply('importFile', { websiteId, name, ...more, bytes: new Blob([new Uint8Array(bytes)]) }, { key });
  const importLog = ({ name, bytes }: Sent) =>
    service.reply('importLog', { id: sourceId, name, bytes: new Blob([new Uint8Array(bytes)]) }, { key });
  const tables = [
    ...['log_imports', 'log_hours', 'bot_visits', 'assistant_visits', 'bot_claims', 'log_lines'],
    ...['owner_imports', 'owner_figures'],
  ] as const;
  async function rowsSaved(): Promise<number> {
    const counts = await Promise.all(
      tables.map((table) =>
        service.db
          .selectFrom(table as 'log_imports')
          .select(({ fn }) => fn.countAll<number>().as('rows'))
          .executeTakeFirstOrThrow(),
      ),
    );
    return counts.reduce((sum, { rows }) => sum + Number(rows), 0);
  }

  /**
   * Expects a consistent import that can be removed completely, or an error that names the field and leaves nothing.
   */
  async function expectWholeOrNothing(what: string, isLog: boolean, sent: Sent): Promise<void> {
    const { status, body }: { status: number; body: any } = await (isLog ? importLog : importTable)(sent);
    if (status === 200) {
      const { lines, rows = lines, ...parts } = body.import.counts;
      expect([what, Object.values<number>(parts).reduce((sum, count) => sum + count, 0)]).toEqual([what, rows]);
      await service.call(isLog ? 'removeLogImport' : 'removeImport', { id: body.import.id }, { key });
    } else {
      const field = body.error?.details?.field;
      expect([what, status, body.error?.code]).toEqual([what, 400, 'invalid_request']);
      expect([what, ['body', 'confirm', 'startDate', 'endDate', 'websiteId'].includes(field)]).toEqual([what, true]);
      expect([what, body.error.message.length > 900]).toEqual([what, false]);
    }
    expect([what, await rowsSaved()]).toEqual([what, 0]);
  }

  it('are each counted completely or refused with the field, leave nothing, and need little memory', {
    timeout: 120_000 + cases * 200,
  }, async () => {
    const before = process.memoryUsage().rss;
    let most = before;
    for (let index = 0; index < cases; index += 1) {
      const draw = new Draw(`${index}`);
      const isLog = index % 2 === 0;
      const makers = isLog ? logMakers : tableMakers;
      const kind = Math.floor(index / 2) % makers.length;
      const bytes = Buffer.from(makers[kind]?.(draw, domain) as string);
      const what = `${isLog ? 'log' : 'table'} ${kind}, case ${index}`;
      await expectWholeOrNothing(what, isLog, { name: draw.pick(['x.csv', 'pages.csv']), bytes });
      most = Math.max(most, process.memoryUsage().rss);
    }
    expect((most - before) / mebibyte).toBeLessThan(400);
  });

  it.each<[what: string, name: string, text: string, words: string[]]>([
    ['a number', 'a.csv', 'Page,Citations\nhttps://DOMAIN/faq,many\n', ['a.csv', 'row 2', 'column 2']],
    ['a fraction of a count', 'a.csv', 'Page,Citations\nhttps://DOMAIN/faq,1.5\n', ['a.csv', 'row 2', 'column 2']],
    ['a day', 'd.csv', 'Date,Citations\n7/31/2026,4\n31/7/2026,4\n', ['d.csv', 'row 3', 'column 1']],
    ['a quote', 'q.csv', 'Page,Citations\n"https://DOMAIN/faq" x,4\n', ['q.csv', 'row 2', 'column 1']],
    ['an open quote', 'q.csv', 'Page,Citations\n"https://DOMAIN/faq,4\n', ['q.csv', 'row 2', 'column 1']],
    ['a zero byte', 'z.csv', 'Keyword,Impressions,Clicks\ncr\u0000m,3,4\n', ['z.csv', 'row 2', 'column 1']],
    ['too many columns', 'c.csv', `${','.repeat(2_000)}\n`, ['c.csv', 'row 1', 'column']],
    [
      'two decimal signs',
      'm.csv',
      'Top queries,Clicks,Impressions,CTR,Position\na,1,2,"1,5%","3,2"\nb,1,2,1.5%,3.2\n',
      ['m.csv', 'row 2', 'row 3', 'column 4'],
    ],
  ])('name file, row and column of %s', async (_what, name, text, words) => {
    const bytes = Buffer.from(text.replaceAll('DOMAIN', domain));
    const days = { startDate: '2026-10-01', endDate: '2026-10-02' };
    const { status, body } = await importTable({ name, bytes }, days);
    expect(status).toBe(400);
    for (const word of words) expect(body.error.message).toContain(word);
  });
});
