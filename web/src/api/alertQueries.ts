import { queryOptions } from '@tanstack/react-query';
import { everyPage } from '../../../src/client/everyPage.ts';
import type { InputOf, OutputOf } from '../../../src/contract/callTypes.ts';
import { call } from './http.ts';

export type AlertRule = OutputOf<'readAlertRule'>['rule'];
export type RulePower = NonNullable<OutputOf<'readAlertRule'>['power']>;
export type Alert = OutputOf<'listAlerts'>['items'][number];
export type AlertMessage = Alert['messages'][number];
export type AlertDestination = OutputOf<'listAlertDestinations'>['items'][number];
export type PreviewInput = InputOf<'previewAlertRule'>;
export type AlertPreview = OutputOf<'previewAlertRule'>;

/** Prefix of all queries about alerts, to invalidate them after a change. */
export const alertsQueryKey = ['alerts'] as const;

/** Refresh interval while messages are being delivered, in milliseconds. */
const pollAgainMs = 5_000;
const defaultMessages = 50;

export const alertRulesQuery = queryOptions({
  queryKey: [...alertsQueryKey, 'rules'],
  queryFn: () => everyPage(call, 'listAlertRules', {}),
});

export const alertRuleQuery = (id: string) =>
  queryOptions({ queryKey: [...alertsQueryKey, 'rules', id], queryFn: () => call('readAlertRule', { id }) });

export const alertDestinationsQuery = queryOptions({
  queryKey: [...alertsQueryKey, 'destinations'],
  queryFn: () => everyPage(call, 'listAlertDestinations', {}),
});

/** Latest alerts; of one rule if `ruleId` is set. */
export const alertLogQuery = (ruleId: string | null) =>
  queryOptions({
    queryKey: [...alertsQueryKey, 'log', ruleId],
    queryFn: () => call('listAlerts', { limit: defaultMessages, ...(ruleId === null ? {} : { ruleId }) }),
    refetchInterval: pollAgainMs,
  });

let lastPreview: Promise<unknown> = Promise.resolve();

/** Requests previews one after another: each reads ninety days, and a page shows one for every event. */
function previewInTurn(input: PreviewInput): Promise<AlertPreview> {
  const request = (): Promise<AlertPreview> => call('previewAlertRule', input);
  const preview = lastPreview.then(request, request);
  lastPreview = preview;
  return preview;
}

/** Alerts that a rule would have sent; null until the form is complete enough. */
export const alertPreviewQuery = (input: PreviewInput | null) =>
  queryOptions({
    queryKey: [...alertsQueryKey, 'preview', input],
    queryFn: async () => (input === null ? null : previewInTurn(input)),
    staleTime: 600_000,
  });
