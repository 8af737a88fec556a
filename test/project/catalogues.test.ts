import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isText, translateModule } from '../../web/i18n/messages.ts';
import { readMessages } from '../../web/i18n/sources.ts';

const folder = join(import.meta.dirname, '../../web/src/i18n/catalogues');
const messages = [...readMessages().keys()];
const places = (text: string): string[] => (text.match(/\{\d+\}/g) ?? []).sort();
const libraries = { text: 't', element: 'tx' };
const translated = (code: string) => translateModule('page.tsx', code, libraries);

describe.each(readdirSync(folder).map((file) => basename(file, '.json')))('the catalogue %s', (language) => {
  const catalogue: Record<string, string> = JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8'));

  it('translates only texts of the interface, with the same places and plural forms', () => {
    const known = new Set(messages);
    expect(Object.keys(catalogue).filter((message) => !known.has(message))).toEqual([]);
    const differs = Object.entries(catalogue).filter(
      ([message, text]) =>
        places(message).join() !== places(text).join() || message.split('|').length !== text.split('|').length,
    );
    expect(differs).toEqual([]);
  });

  it('leaves at most one text in twenty in English', () => {
    const missing = messages.filter((message) => !catalogue[message]);
    if (missing.length > 0) console.info(`${language}: ${missing.length} of ${messages.length} texts not translated`);
    expect(missing.length * 20).toBeLessThanOrEqual(messages.length);
  });
});

describe('texts of the interface', () => {
  it('are whole sentences with places for what is in them', () => {
    const { code, messages: found } = translated(
      'const a = <p>Reads {count} pages of <b>this site</b>, at most {limit}.</p>;',
    );
    expect(found).toEqual(['this site', 'Reads {0} pages of {1}, at most {2}.']);
    expect(code).toContain('{_x("Reads {0} pages of {1}, at most {2}.", count, <b>{_t("this site")}</b>, limit)}');
  });

  it('are found in attributes, templates and data, and not in classes, keys, comparisons or file exports', () => {
    const { messages: found } = translated(`
      const columns = [{ id: 'a-b', name: 'Last read', file: { Name: () => 'Not exported' } }];
      const b = <Box className={\`flex \${x} gap-2\`} label="Add a site" to="/sites/new" title={\`\${n} of \${m} read\`} />;
      const csv = <SaveCsv head={['Not a column']} />;
      const c = state === 'Not this one' ? 'Yes, now' : path.replace('No Text', '');
    `);
    expect([...found].sort()).toEqual(['Add a site', 'Last read', 'Yes, now', '{0} of {1} read']);
  });

  it('keep an icon at the beginning or end where the English text has it', () => {
    const { code, messages: found } = translated('const a = <b><Icon name="down" /> Save the file</b>;');
    expect(found).toEqual(['Save the file']);
    expect(code).toContain(`<Icon name="down" />{' '}{_t("Save the file")}`);
  });

  it('name both forms of a counted noun', () => {
    expect(translated("countWithNoun(n, 'entry', 'entries')").messages).toEqual(['# entry|# entries']);
    expect(translated("countWithNoun(n, 'known query')").messages).toEqual(['# known query|# known queries']);
    expect(translated('<DataTable noun="search" />').messages).toEqual(['# search|# searches']);
  });

  it('include single words of labels and of objects that are named for it', () => {
    expect(translated("const stateWords = { a: 'sent', b: 'not sent' };").messages).toEqual(['sent', 'not sent']);
    expect(translated("const states = { a: 'sent' };").messages).toEqual([]);
    expect(translated('<Info label="shares" />').messages).toEqual(['shares']);
  });

  it.each(['flex items-center gap-2', 'M3.5 8.500l3 3', '/sites/x', 'https://a.example/b c', 'not_listed'])(
    'do not include %s',
    (text) => expect(isText(text)).toBe(false),
  );
});
