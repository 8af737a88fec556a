/**
 * Test of `npm test` for each promise of docs/guarantees.md, by the first cell of its row: path below `test`, and a
 * part of the title. Campaigns name their own files in `scripts/faults`.
 */
export const promises: Readonly<Record<string, readonly [file: string, title: string]>> = {
  'Only `POST /observations/ensure`, `POST /seo` and a signed-in person’s `POST /readings` can buy': [
    'project/architecture.test.ts',
    'follows its rules in every file',
  ],
  'Cited pages: 98 % of outcomes and list positions are right; requests obey robots.txt, reach no private address and come once per second and host':
    ['journeys/citedPages.test.ts', 'have the outcome of their fetch'],
  'The text of a cited page leaves only in excerpts of at most 300 characters, with email addresses and phone numbers masked':
    ['domain/citedPages/hostileText.test.ts', 'nothing that is saved of a page is longer than an excerpt'],
  'One request buys once': ['journeys/ensure.test.ts', 'replays the same key through another API key of the workspace'],
  'A create is sent once': ['journeys/lostReplies.test.ts', '%s: sent once, reported correctly'],
  'Nothing is bought while an earlier purchase is in doubt': [
    'journeys/ensure.test.ts',
    'starts nothing during an unresolved creation',
  ],
  'Nothing is bought again after a restore': ['journeys/restore.test.ts', 'buys nothing again, lists what is newer'],
  'A second reading is bought once for a text': ['journeys/secondReader.quick.test.ts', 'is never bought again'],
  'Allowances hold across processes and restarts': ['journeys/limits.test.ts', 'are not refilled by a restart'],
  'The SEO provider limits the request rate (40202, 40209)': ['providers/dataForSeo.test.ts', 'task: rate per minute'],
  'The provider refuses (4xx, wrong key, no credit, its rate limit)': [
    'journeys/lostReplies.test.ts',
    'frees its slot',
  ],
  'The connection dies after the request was sent': [
    'journeys/lostReplies.test.ts',
    'stays for inspection until its deadline',
  ],
  'A second reading is refused, lost, cut off or malformed': [
    'journeys/secondReader.quick.test.ts',
    'the reading stays single',
  ],
  'The server is killed while a second reading is in progress': [
    'journeys/secondReader.quick.test.ts',
    'stopped after the intent to send, sends nothing more',
  ],
  'The server is killed at any moment': ['faults/kill.quick.test.ts', 'buys nothing twice and loses no receipt'],
  'The answer arrives but the database cannot save it': [
    'journeys/lostReplies.test.ts',
    'is spilled to disk, answered 503',
  ],
  "A vendor's notice names a task that cannot be read": [
    'journeys/lateProofs.quick.test.ts',
    'cannot be read at first',
  ],
  'A provider ignores a cancel': ['journeys/lateProofs.quick.test.ts', '%s is asked again less and less often'],
  'A clock is set an hour forward or back, or two machines differ by ten minutes': [
    'providers/clock/clocks.test.ts',
    'while the date follows it',
  ],
  'The disk is full': ['faults/fullDisk.quick.test.ts', 'serves reads, and accepts writes again'],
  'The log of requests, or a spilled receipt, is damaged': [
    'faults/fullDisk.quick.test.ts',
    'are set aside with a message',
  ],
  'The server is killed while an SEO call is in progress': ['services/seo/overview.test.ts', 'resumes after a crash'],
  'The database is unavailable': ['faults/brokenConnections.quick.test.ts', 'survives terminated connections'],
  'PostgreSQL ends connections, or its network goes silent': [
    'faults/brokenConnections.quick.test.ts',
    'a silent network',
  ],
  'An alert rule reports a change without one in at most 5 % of quarters': [
    'domain/alerts/alertRules.test.ts',
    'from %i to %i of 20 questions',
  ],
  "One process follows 2,000 active runs at eight engines within their vendors' limits": [
    'providers/dataForSeoTasks.test.ts',
    'once for all lost ones',
  ],
  'No text blocks the server': ['providers/threadPool.test.ts', 'aborts a reading that does not end'],
  'Stopping a reading ends its run': ['journeys/poisonedText.test.ts', 'ends its run as unreadable'],
  'Nothing paid for is lost': ['journeys/records.test.ts', 'a newer reader reads saved answers again'],
  "A reader's time is proportional to the length of its text": [
    'faults/redos/expressions.quick.test.ts',
    'need linear time',
  ],
  "A key ends with its creator's membership, and so does the capability of a run they started": [
    'journeys/membership.test.ts',
    'created while its creator is removed never works',
  ],
  'Failed sign-ins elsewhere never lock an owner out': [
    'http/signInThrottle.test.ts',
    'the owner can sign in elsewhere',
  ],
  'Guessing stays slow': ['http/signInThrottle.test.ts', 'from a hundred addresses throttle the account for strangers'],
  'The first guesses are refused as passwords': ['http/signInThrottle.test.ts', 'is refused everywhere'],
  'A session ends': ['http/signInThrottle.test.ts', 'a session ends after thirty days'],
  'A link to a shared report opens that one file and nothing else': [
    'journeys/sharing.quick.test.ts',
    'a link opens that one report',
  ],
  'A forgotten password never loses a workspace': [
    'http/signInThrottle.test.ts',
    'is reset by a link from the command line',
  ],
  'A program gets a code only after a click': [
    'journeys/oauthConsent.test.ts',
    'gets no code by a sign-in that contains its request',
  ],
  'Unknown programs cannot fill the database (`OAUTH_REGISTRATION=on`)': [
    'journeys/oauthRegistration.test.ts',
    'are deleted after a day',
  ],
  "Others' failures never block a valid token or passkey": [
    'journeys/oauthRegistration.test.ts',
    'end nobody’s tokens',
  ],
  'A program ends with the rights of its person': [
    'journeys/oauthRegistration.test.ts',
    'stay disconnected if their person is %s',
  ],
  'Every sign-in with a password asks for the second factor': ['journeys/secondStep.test.ts', 'accepts a code once'],
  Requests: ['api/textRule.test.ts', 'refuses control characters and unpaired surrogates'],
  Terminal: ['cli/output.test.ts', 'writes only through the safe functions'],
  CSV: ['cli/reportFormats.test.ts', 'preserves any text that is not a formula'],
  MCP: ['mcp/quotedText.test.ts', 'says that it is data, and hides nothing in it'],
  'Web app': ['browser/safety.quick.test.ts', 'a name, an answer or a page title stays text'],
  '`verify`': ['domain/bundle/verifyBundle.test.ts', 'is detected: %s'],
};
