import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { alertKinds, kindOf } from '../../../src/domain/alerts/alertKinds.ts';

const page = (name: string) => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');

it('the page of alerts states when each kind is sent and its subject', () => {
  const rows = [...page('alerts.md').matchAll(/^\| `(\w+)` \| (.+) \| (.+) \|$/gm)].map(([, ...cells]) => cells);
  expect(rows).toEqual(alertKinds.map((kind) => [kind, kindOf(kind).sentWhen, kindOf(kind).about]));
});

it('the page of the command line names every kind', () => {
  const named = page('cli.md')
    .match(/^Kinds are ([^.]*)\./m)?.[1]
    ?.match(/\w+_\w+/g);
  expect(named).toEqual(alertKinds);
});
