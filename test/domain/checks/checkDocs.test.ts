import { expect, test } from 'vitest';
import { checkDocs, committedCheckDocs } from '../../../scripts/generateCheckDocs.ts';

test('the page about website checks agrees with the checks (node scripts/generateCheckDocs.ts writes it)', () => {
  expect(committedCheckDocs()).toBe(checkDocs());
});
