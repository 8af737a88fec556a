import { accessCases } from './casesAccess.ts';
import { contentCases } from './casesContent.ts';
import { machineCases } from './casesMachine.ts';
import { pageCases } from './casesPage.ts';
import type { CaseTable } from './change.ts';

/** One fixture for each check and each outcome that its rule can reach. */
export const cases: CaseTable = { ...accessCases, ...pageCases, ...contentCases, ...machineCases };
