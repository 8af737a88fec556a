import { type SavedAnswer, saveAnswer } from './savedAnswers.ts';
import type { TestService } from './service.ts';

const us = 'Acme CRM acme-crm.example';
const rivalo = 'Rivalo rivalo.example';
const otherly = 'Otherly otherly.example';

export const panelEngines = ['openai', 'google-ai-mode'] as const;
/** Days on which everything was asked, counted back from today. */
const panelDays = [33, 32, 26, 24, 19, 16, 12, 10, 9, 5, 3, 2] as const;

const questions: readonly { query: string; tag: string }[] = [
  { query: 'Which tool suits an agency?', tag: 'sales' },
  { query: 'Which tool has a good API?', tag: 'sales' },
  { query: 'Which tool is cheapest?', tag: 'price' },
  { query: 'Which tool works offline?', tag: 'price' },
  { query: 'Is Acme CRM any good?', tag: 'price' },
  { query: 'Which tool do schools use?', tag: 'sales' },
];

const dayMs = 86_400_000;

export const daysBefore = (days: number): string => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);

export type Panel = { siteId: string; questions: { id: string; cases: Record<string, string> }[] };

type Service = Pick<TestService, 'api'> & {
  ask(
    path: string,
    asked: { method?: string; body?: unknown; cookie?: string },
  ): Promise<{ status: number; body: any }>;
};

/**
 * Saves weeks of answers about one website: two engines, tags, a branded question, two models, answers that list us,
 * rivals, both or nobody for sure, pages without an answer, failed attempts, repeats on one day, and one answer after
 * midnight.
 */
export async function savePanel(service: Service, cookie: string, name = 'Acme CRM'): Promise<Panel> {
  const made = async (path: string, body: unknown, method = 'POST'): Promise<any> => {
    const answered = await service.ask(`/api/v2${path}`, { method, cookie, body });
    if (answered.status >= 300) throw new Error(`${path}: ${answered.status} ${JSON.stringify(answered.body)}`);
    return answered.body;
  };
  const siteId: string = (await made('/sites', { url: 'https://acme-crm.example/', name })).site.id;
  await made(`/sites/${siteId}/rivals`, { domain: 'rivalo.example', name: 'Rivalo' });
  const panel: Panel = { siteId, questions: [] };
  for (const { query, tag } of questions) {
    const locale = { language: 'en', country: 'US' };
    const body = { query, websiteId: siteId, engines: [...panelEngines], locale, tags: [tag] };
    const [question] = (await made('/questions', body)).items;
    const cases = question.engines.map((asked: any) => [asked.engine, asked.cases[0].id]);
    panel.questions.push({ id: question.id, cases: Object.fromEntries(cases) });
  }
  for (const [round, days] of panelDays.entries()) {
    for (const [at, { cases }] of panel.questions.entries()) {
      for (const [of, engine] of panelEngines.entries()) {
        const turn = round * 7 + at * 3 + of * 5;
        await saveAnswer(service, {
          websiteId: siteId,
          caseId: cases[engine] ?? '',
          engine,
          createdAt: `${daysBefore(days)}T0${of + 1}:0${at}:00.000Z`,
          model: round < 6 ? 'model-a' : 'model-b',
          ...saysAt(turn),
        });
      }
    }
  }
  const caseId = panel.questions[0]?.cases.openai ?? '';
  // Asked before midnight, answered after it; and asked twice on one day.
  await saveAnswer(service, {
    websiteId: siteId,
    caseId,
    createdAt: `${daysBefore(4)}T23:59:50.000Z`,
    observedAt: `${daysBefore(3)}T00:00:20.000Z`,
    names: [otherly],
  });
  await saveAnswer(service, {
    websiteId: siteId,
    caseId,
    createdAt: `${daysBefore(2)}T09:00:00.000Z`,
    names: [us, otherly],
  });
  return panel;
}

const review = 'https://review.example/best';

function saysAt(turn: number): Partial<SavedAnswer> {
  const kinds: readonly Partial<SavedAnswer>[] = [
    { names: [us, rivalo], cites: ['https://acme-crm.example/why', review] },
    { names: [rivalo, otherly], cites: ['https://rivalo.example/why', review] },
    { names: [rivalo, 'AcmeCRM Pro'], cites: [review, 'https://www.reddit.com/r/tools'] },
    { names: [otherly, rivalo, us], cites: ['https://www.youtube.com/watch?v=1', 'https://rivalo.example/compare'] },
    { status: 'failed' },
    { names: [otherly], cites: ['https://rivalo.example/why', 'https://www.reddit.com/r/tools'] },
    { names: [], noAnswer: true },
    { names: [us], cites: ['https://rivalo.example/compare', 'https://acme-crm.example/why'] },
  ];
  return kinds[turn % kinds.length] ?? {};
}
