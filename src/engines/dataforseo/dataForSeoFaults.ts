import type { FaultRow } from '../../simulator/faultRow.ts';

const refusedTask = (code: number) => ({ spoilt: { seo: { taskStatus: code } }, code: String(code) });

export const dataForSeoFaults: FaultRow = {
  haste: 1_000,
  question: { locale: { country: 'US', language: 'en' } },
  markOf: (body) => body[0].tag,
  refusals: { flaw: refusedTask(40501), tooMany: refusedTask(40202), noCredit: refusedTask(40210) },
  findsLost: true,
  costUsd: 0.0012,
  stoppedCostUsd: 0.0012,
  notice: 'pingback',
  cannot: {},
};
