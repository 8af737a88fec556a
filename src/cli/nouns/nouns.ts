import type { Noun, Verb } from './verb.ts';

const run = (verb: string, operation: Verb['operation'], description: string): Verb => ({
  ...{ verb, operation, description },
  args: ['id'],
});

/** Nouns whose verbs are single operations. Nouns that prompt, draw charts or read files have their own modules. */
export const nouns: readonly Noun[] = [
  {
    noun: 'runs',
    description: 'purchases and captures: their status and results',
    verbs: [
      {
        ...{ verb: 'list', operation: 'listRuns', description: 'list runs, newest first' },
        columns: { id: 'id', kind: 'kind', status: 'status', engine: 'engine', created: 'createdAt' },
      },
      run('show', 'readFullRun', 'show a run with its result; use --kind website for a capture'),
      run('cancel', 'cancelRun', 'ask a run to stop'),
      run('check', 'reconcileRun', 'check a run with the vendor (free)'),
    ],
  },
  {
    noun: 'answers',
    description: 'saved answers, and the evidence for a number',
    verbs: [
      {
        ...{ verb: 'list', operation: 'findAnswers', description: 'list saved answers about a website' },
        website: 'websiteId',
        columns: { run: 'runId', engine: 'engine', observed: 'observedAt', status: 'status', question: 'question' },
      },
      run('show', 'readAnswer', 'show one answer with its text, mentions and sources'),
    ],
  },
  {
    noun: 'rivals',
    description: 'competitors of a website',
    verbs: [
      {
        ...{ verb: 'list', operation: 'listRivals', description: 'list the declared rivals of a website' },
        website: 'id',
        columns: { domain: 'domain', name: 'name', names: 'names' },
      },
      {
        ...{ verb: 'add', operation: 'declareRival', description: 'declare a rival (needs `manage`)' },
        ...{ website: 'id', args: ['domain'] },
      },
      {
        ...{ verb: 'remove', operation: 'forgetRival', description: 'remove a rival (needs `manage`)' },
        ...{ website: 'id', args: ['domain'], done: '{id} is no longer a rival' },
      },
      {
        ...{ verb: 'report', operation: 'rivalReport', description: 'show where a rival is recommended' },
        ...{ website: 'websiteId', args: ['domain'] },
      },
    ],
  },
  {
    noun: 'budgets',
    description: 'monthly budgets of the workspace and of keys',
    verbs: [
      {
        ...{ verb: 'list', operation: 'listBudgets', description: 'list budgets with the remaining amounts' },
        list: 'budgets',
        columns: { budget: 'kind', id: 'id', label: 'label', limit: 'limitUsd', used: 'usedUsd', left: 'leftUsd' },
      },
      {
        ...{ verb: 'set', operation: 'changeBudget', args: ['kind', 'limitUsd'] },
        description: 'set the monthly limit of the workspace or a key, in US dollars; `none` removes it',
      },
    ],
  },
  {
    noun: 'tags',
    description: 'tags of questions',
    verbs: [
      {
        ...{ verb: 'list', operation: 'listTags', description: 'list tags and how many questions have each' },
        columns: { tag: 'tag', questions: 'questions' },
      },
    ],
  },
  {
    noun: 'notes',
    description: 'dated notes on a website, drawn in its history',
    verbs: [
      {
        ...{ verb: 'list', operation: 'listSiteNotes', website: 'id', description: 'list notes on a website' },
        columns: { date: 'date', text: 'text', id: 'id' },
      },
      {
        ...{ verb: 'add', operation: 'addSiteNote', website: 'id', args: ['date', 'text'] },
        description: 'add a note to a day, YYYY-MM-DD (needs `manage`)',
      },
      {
        ...{ verb: 'remove', operation: 'removeSiteNote', website: 'id', args: ['noteId'] },
        ...{ description: 'remove a note (needs `manage`)', done: '{id} is removed' },
      },
    ],
  },
  {
    noun: 'reports',
    description: 'frozen reports, and links that share them',
    verbs: [
      {
        ...{ verb: 'list', operation: 'listSharedReports', description: 'list frozen reports' },
        columns: { id: 'id', engine: 'engine', start: 'startDate', end: 'endDate', created: 'createdAt' },
      },
      {
        ...{ verb: 'create', operation: 'createSharedReport', website: 'websiteId' },
        description: 'freeze a report of a website (needs `manage`)',
      },
      {
        ...{ verb: 'delete', operation: 'deleteSharedReport', args: ['id'], done: '{id} is deleted' },
        ...{ description: 'delete a frozen report and its links (needs `manage`)', confirm: 'Delete this report?' },
      },
      {
        ...{ verb: 'links', operation: 'listShareLinks', args: ['id'], description: 'list the links of a report' },
        columns: { id: 'id', created: 'createdAt', expires: 'expiresAt', revoked: 'revokedAt' },
      },
      {
        ...{ verb: 'share', operation: 'createShareLink', args: ['id'] },
        description: 'create a link that needs no account; needs a signed-in user',
      },
      {
        ...{ verb: 'unshare', operation: 'revokeShareLink', args: ['id', 'linkId'], done: '{id} is revoked' },
        description: 'revoke a link; needs a signed-in user',
      },
    ],
  },
  {
    noun: 'members',
    description: 'people of this workspace; needs a signed-in user',
    verbs: [
      {
        ...{ verb: 'list', operation: 'listMembers', list: 'members', description: 'list members' },
        columns: { id: 'id', email: 'email', role: 'role', joined: 'joinedAt' },
      },
      run('change', 'changeMember', 'make a member a viewer, or a viewer a member'),
      {
        ...{ verb: 'invite', operation: 'inviteMember', args: ['email'] },
        description: 'create an invitation and print its link',
      },
      {
        ...{ verb: 'uninvite', operation: 'cancelInvitation', args: ['id'], done: '{id} is cancelled' },
        description: 'cancel an invitation',
      },
      {
        ...{ verb: 'remove', operation: 'removeMember', args: ['id'], done: '{id} is removed' },
        ...{ description: 'remove a member', confirm: 'Remove this member?' },
      },
    ],
  },
  {
    noun: 'workspaces',
    description: 'workspaces of the signed-in user',
    verbs: [
      {
        ...{ verb: 'list', operation: 'session', list: 'workspaces', description: 'list your workspaces' },
        columns: { id: 'id', name: 'name', role: 'role' },
      },
      { verb: 'create', operation: 'createWorkspace', args: ['name'], description: 'create a workspace' },
      { verb: 'use', operation: 'switchWorkspace', args: ['workspaceId'], description: 'switch to a workspace' },
      { verb: 'change', operation: 'changeWorkspace', description: 'change the workspace name or branding' },
      {
        ...{ verb: 'leave', operation: 'leaveWorkspace', description: 'leave the current workspace' },
        ...{ confirm: 'Leave this workspace?', done: 'left' },
      },
    ],
  },
  {
    noun: 'seo',
    description: 'SEO overviews of domains',
    verbs: [
      {
        ...{ verb: 'list', operation: 'readSeoReports', list: 'reports', description: 'list saved overviews' },
        columns: { id: 'reportId', domain: 'domain', state: 'state', requested: 'requestedAt' },
      },
      {
        ...{ verb: 'show', operation: 'readSeoReports', args: ['reportId'] },
        description: 'show one overview',
      },
      {
        ...{ verb: 'request', operation: 'requestSeoOverview', args: ['domain'], spends: true },
        ...{ fixed: { confirmSpend: true }, confirm: 'Buy this overview?' },
        description: 'buy an overview of a domain (needs `seo`)',
      },
    ],
  },
  {
    noun: 'approvals',
    description: 'purchases that need approval; needs a signed-in user',
    verbs: [
      {
        ...{ verb: 'list', operation: 'listApprovals', description: 'list pending purchases' },
        columns: {
          ...{ id: 'id', state: 'state', requested: 'requestedAt' },
          question: 'purchase.question|purchase.domain|purchase.answers.question',
        },
      },
      run('show', 'readApproval', 'show one with its price'),
      {
        ...{ verb: 'approve', operation: 'decideApproval', args: ['id'], fixed: { decision: 'approved' } },
        ...{ description: 'approve one', confirm: 'Approve this purchase?' },
      },
      {
        ...{ verb: 'decline', operation: 'decideApproval', args: ['id'], fixed: { decision: 'declined' } },
        description: 'decline one',
      },
    ],
  },
  {
    noun: 'connections',
    description: 'programs connected by members; needs a signed-in user',
    verbs: [
      {
        ...{ verb: 'list', operation: 'listConnections', description: 'list connected programs' },
        columns: { id: 'id', name: 'name', permissions: 'permissions' },
      },
      {
        ...{ verb: 'revoke', operation: 'revokeConnection', args: ['id'], done: '{id} is disconnected' },
        description: 'disconnect a program',
      },
    ],
  },
];

/** Verbs for nouns that have their own modules. */
export const furtherVerbs: Readonly<Record<string, readonly Verb[]>> = {
  facts: [
    {
      ...{ verb: 'remove', operation: 'removeFact', args: ['id'], done: '{id} is removed' },
      description: 'remove a fact (needs `manage`)',
    },
  ],
  imports: [
    {
      ...{ verb: 'list', operation: 'listImports', description: 'list imported files of your own data' },
      website: 'websiteId',
      columns: { id: 'id', kind: 'kind', from: 'startDate', to: 'endDate', rows: 'counts.figures', name: 'name' },
    },
    {
      ...{ verb: 'remove', operation: 'removeImport', args: ['id'], done: '{id} is removed' },
      description: 'remove an imported file with all its figures (needs `manage`)',
    },
  ],
  logs: [
    {
      ...{ verb: 'imports', operation: 'listLogImports', description: 'list imported logs, newest first' },
      website: 'websiteId',
      columns: { id: 'id', name: 'name', format: 'format', lines: 'counts.lines', from: 'firstAt', to: 'lastAt' },
    },
    {
      ...{ verb: 'sources', operation: 'listLogSources', description: 'list log sources' },
      ...{ website: 'websiteId', list: 'sources' },
      columns: { id: 'id', name: 'name', kind: 'kind', format: 'format', created: 'createdAt' },
    },
    {
      ...{ verb: 'remove', operation: 'removeLogImport', args: ['id'], done: '{id} is removed' },
      description: 'remove an imported log with all its counts (needs `manage`)',
    },
  ],
  sites: [
    {
      ...{ verb: 'archived', operation: 'listArchivedSites', description: 'list archived websites' },
      columns: { id: 'id', domain: 'domain', name: 'name', archived: 'archivedAt' },
    },
    run('change', 'changeSite', 'change the address or the names of a website (needs `manage`)'),
    run('restore', 'restoreSite', 'restore an archived website (needs `manage`)'),
    run('names', 'readSiteNames', 'list names in answers that need a decision'),
    {
      ...{ verb: 'undo-names', operation: 'takeBackNames', args: ['id'] },
      description: 'undo decisions about names (needs `manage`)',
    },
    run('verification', 'readVerification', 'show how to prove that a website is yours'),
    run('verify', 'checkVerification', 'check the proof on the website now'),
  ],
  plans: [
    {
      ...{ verb: 'rounds', operation: 'listRounds', args: ['id'], description: 'list the rounds of a plan' },
      columns: { '#': 'number', due: 'dueAt', kind: 'kind', state: 'state' },
    },
    { verb: 'round', operation: 'readRound', args: ['id', 'round'], description: 'show one round and its requests' },
    { verb: 'stop', operation: 'stopRound', args: ['id', 'round'], description: 'stop a round (needs `manage`)' },
  ],
};
