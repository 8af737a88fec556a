import type { Noun, Verb } from './verb.ts';

type Details = Omit<Verb, 'verb' | 'operation' | 'description'>;

const verb = (name: string, operation: Verb['operation'], description: string, details: Details = {}): Verb => ({
  ...{ verb: name, operation, description, ...details },
});

/** Nouns whose verbs are single operations. Nouns that prompt, draw charts or read files have their own modules. */
export const nouns: readonly Noun[] = [
  {
    noun: 'runs',
    description: 'purchases and captures: their status and results',
    verbs: [
      verb('list', 'listRuns', 'list runs, newest first', {
        columns: { id: 'id', kind: 'kind', status: 'status', engine: 'engine', created: 'createdAt' },
      }),
      verb('show', 'readFullRun', 'show a run with its result; use --kind website for a capture', { args: ['id'] }),
      verb('cancel', 'cancelRun', 'ask a run to stop', { args: ['id'] }),
      verb('check', 'reconcileRun', 'check a run with the vendor (free)', { args: ['id'] }),
    ],
  },
  {
    noun: 'answers',
    description: 'saved answers, and the evidence for a number',
    verbs: [
      verb('list', 'findAnswers', 'list saved answers about a website', {
        website: 'websiteId',
        columns: { run: 'runId', engine: 'engine', observed: 'observedAt', status: 'status', question: 'question' },
      }),
      verb('show', 'readAnswer', 'show one answer with its text, mentions and sources', { args: ['id'] }),
    ],
  },
  {
    noun: 'rivals',
    description: 'competitors of a website',
    verbs: [
      verb('list', 'listRivals', 'list the declared rivals of a website', {
        website: 'id',
        columns: { domain: 'domain', name: 'name', names: 'names' },
      }),
      verb('add', 'declareRival', 'declare a rival (needs `manage`)', { website: 'id', args: ['domain'] }),
      verb('remove', 'forgetRival', 'remove a rival (needs `manage`)', {
        website: 'id',
        args: ['domain'],
        done: '{id} is no longer a rival',
      }),
      verb('report', 'rivalReport', 'show where a rival is recommended', { website: 'websiteId', args: ['domain'] }),
    ],
  },
  {
    noun: 'budgets',
    description: 'monthly budgets of the workspace and of keys',
    verbs: [
      verb('list', 'listBudgets', 'list budgets with the remaining amounts', {
        list: 'budgets',
        columns: { budget: 'kind', id: 'id', label: 'label', limit: 'limitUsd', used: 'usedUsd', left: 'leftUsd' },
      }),
      verb('set', 'changeBudget', 'set the monthly limit of the workspace or a key, in US dollars; `none` removes it', {
        args: ['kind', 'limitUsd'],
      }),
    ],
  },
  {
    noun: 'tags',
    description: 'tags of questions',
    verbs: [
      verb('list', 'listTags', 'list tags and how many questions have each', {
        columns: { tag: 'tag', questions: 'questions' },
      }),
    ],
  },
  {
    noun: 'notes',
    description: 'dated notes on a website, drawn in its history',
    verbs: [
      verb('list', 'listSiteNotes', 'list notes on a website', {
        website: 'id',
        columns: { date: 'date', text: 'text', id: 'id' },
      }),
      verb('add', 'addSiteNote', 'add a note to a day, YYYY-MM-DD (needs `manage`)', {
        website: 'id',
        args: ['date', 'text'],
      }),
      verb('remove', 'removeSiteNote', 'remove a note (needs `manage`)', {
        website: 'id',
        args: ['noteId'],
        done: '{id} is removed',
      }),
    ],
  },
  {
    noun: 'reports',
    description: 'frozen reports, and links that share them',
    verbs: [
      verb('list', 'listSharedReports', 'list frozen reports', {
        columns: { id: 'id', engine: 'engine', start: 'startDate', end: 'endDate', created: 'createdAt' },
      }),
      verb('create', 'createSharedReport', 'freeze a report of a website (needs `manage`)', { website: 'websiteId' }),
      verb('delete', 'deleteSharedReport', 'delete a frozen report and its links (needs `manage`)', {
        args: ['id'],
        done: '{id} is deleted',
        confirm: 'Delete this report?',
      }),
      verb('links', 'listShareLinks', 'list the links of a report', {
        args: ['id'],
        columns: { id: 'id', created: 'createdAt', expires: 'expiresAt', revoked: 'revokedAt' },
      }),
      verb('share', 'createShareLink', 'create a link that needs no account; needs a signed-in user', { args: ['id'] }),
      verb('unshare', 'revokeShareLink', 'revoke a link; needs a signed-in user', {
        args: ['id', 'linkId'],
        done: '{id} is revoked',
      }),
    ],
  },
  {
    noun: 'members',
    description: 'people of this workspace; needs a signed-in user',
    verbs: [
      verb('list', 'listMembers', 'list members', {
        list: 'members',
        columns: { id: 'id', email: 'email', role: 'role', joined: 'joinedAt' },
      }),
      verb('change', 'changeMember', 'make a member a viewer, or a viewer a member', { args: ['id'] }),
      verb('invite', 'inviteMember', 'create an invitation and print its link', { args: ['email'] }),
      verb('uninvite', 'cancelInvitation', 'cancel an invitation', { args: ['id'], done: '{id} is cancelled' }),
      verb('remove', 'removeMember', 'remove a member', {
        args: ['id'],
        done: '{id} is removed',
        confirm: 'Remove this member?',
      }),
    ],
  },
  {
    noun: 'workspaces',
    description: 'workspaces of the signed-in user',
    verbs: [
      verb('list', 'session', 'list your workspaces', {
        list: 'workspaces',
        columns: { id: 'id', name: 'name', role: 'role' },
      }),
      verb('create', 'createWorkspace', 'create a workspace', { args: ['name'] }),
      verb('use', 'switchWorkspace', 'switch to a workspace', { args: ['workspaceId'] }),
      verb('change', 'changeWorkspace', 'change the workspace name or branding'),
      verb('leave', 'leaveWorkspace', 'leave the current workspace', {
        confirm: 'Leave this workspace?',
        done: 'left',
      }),
    ],
  },
  {
    noun: 'seo',
    description: 'SEO overviews of domains',
    verbs: [
      verb('list', 'readSeoReports', 'list saved overviews', {
        list: 'reports',
        columns: { id: 'reportId', domain: 'domain', state: 'state', requested: 'requestedAt' },
      }),
      verb('show', 'readSeoReports', 'show one overview', { args: ['reportId'] }),
      verb('request', 'requestSeoOverview', 'buy an overview of a domain (needs `seo`)', {
        args: ['domain'],
        spends: true,
        fixed: { confirmSpend: true },
        confirm: 'Buy this overview?',
      }),
    ],
  },
  {
    noun: 'approvals',
    description: 'purchases that need approval; needs a signed-in user',
    verbs: [
      verb('list', 'listApprovals', 'list pending purchases', {
        columns: {
          id: 'id',
          state: 'state',
          requested: 'requestedAt',
          question: 'purchase.question|purchase.domain|purchase.answers.question',
        },
      }),
      verb('show', 'readApproval', 'show one with its price', { args: ['id'] }),
      verb('approve', 'decideApproval', 'approve one', {
        args: ['id'],
        fixed: { decision: 'approved' },
        confirm: 'Approve this purchase?',
      }),
      verb('decline', 'decideApproval', 'decline one', { args: ['id'], fixed: { decision: 'declined' } }),
    ],
  },
  {
    noun: 'connections',
    description: 'programs connected by members; needs a signed-in user',
    verbs: [
      verb('list', 'listConnections', 'list connected programs', {
        columns: { id: 'id', name: 'name', permissions: 'permissions' },
      }),
      verb('revoke', 'revokeConnection', 'disconnect a program', { args: ['id'], done: '{id} is disconnected' }),
    ],
  },
];

/** Verbs for nouns that have their own modules. */
export const furtherVerbs: Readonly<Record<string, readonly Verb[]>> = {
  facts: [verb('remove', 'removeFact', 'remove a fact (needs `manage`)', { args: ['id'], done: '{id} is removed' })],
  imports: [
    verb('list', 'listImports', 'list imported files of your own data', {
      website: 'websiteId',
      columns: { id: 'id', kind: 'kind', from: 'startDate', to: 'endDate', rows: 'counts.figures', name: 'name' },
    }),
    verb('remove', 'removeImport', 'remove an imported file with all its figures (needs `manage`)', {
      args: ['id'],
      done: '{id} is removed',
    }),
  ],
  logs: [
    verb('imports', 'listLogImports', 'list imported logs, newest first', {
      website: 'websiteId',
      columns: { id: 'id', name: 'name', format: 'format', lines: 'counts.lines', from: 'firstAt', to: 'lastAt' },
    }),
    verb('sources', 'listLogSources', 'list log sources', {
      website: 'websiteId',
      list: 'sources',
      columns: { id: 'id', name: 'name', kind: 'kind', format: 'format', created: 'createdAt' },
    }),
    verb('remove', 'removeLogImport', 'remove an imported log with all its counts (needs `manage`)', {
      args: ['id'],
      done: '{id} is removed',
    }),
  ],
  sites: [
    verb('archived', 'listArchivedSites', 'list archived websites', {
      columns: { id: 'id', domain: 'domain', name: 'name', archived: 'archivedAt' },
    }),
    verb('change', 'changeSite', 'change the address or the names of a website (needs `manage`)', { args: ['id'] }),
    verb('restore', 'restoreSite', 'restore an archived website (needs `manage`)', { args: ['id'] }),
    verb('names', 'readSiteNames', 'list names in answers that need a decision', { args: ['id'] }),
    verb('undo-names', 'takeBackNames', 'undo decisions about names (needs `manage`)', { args: ['id'] }),
    verb('verification', 'readVerification', 'show how to prove that a website is yours', { args: ['id'] }),
    verb('verify', 'checkVerification', 'check the proof on the website now', { args: ['id'] }),
  ],
  plans: [
    verb('rounds', 'listRounds', 'list the rounds of a plan', {
      args: ['id'],
      columns: { '#': 'number', due: 'dueAt', kind: 'kind', state: 'state' },
    }),
    verb('round', 'readRound', 'show one round and its requests', { args: ['id', 'round'] }),
    verb('stop', 'stopRound', 'stop a round (needs `manage`)', { args: ['id', 'round'] }),
  ],
};
