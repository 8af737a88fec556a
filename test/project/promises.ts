/**
 * Test of `npm test` for each promise of docs/guarantees.md, by the first cell of its row: path below `test`, and a
 * part of the title. Campaigns name their own files in `scripts/faults`.
 */
export const promises: Readonly<Record<string, readonly [file: string, title: string]>> = {
  'Only `POST /observations/ensure`, `POST /seo` and a signed-in person’s `POST /readings` can buy': [
    'project/architecture.test.ts',
    'keeps its rules in every file',
  ],
  'Cited pages: 98 % of outcomes and list positions are right; requests obey robots.txt, reach no private address and come once per second and host':
    ['journeys/citedPages.test.ts', 'have the outcome that the way to them showed'],
  'The text of a cited page leaves only in excerpts of at most 300 characters, with e-mail addresses and phone numbers masked':
    ['domain/citedPages/hostileText.test.ts', 'nothing that is kept of a page is longer than an excerpt'],
  'One request buys once': ['journeys/ensure.test.ts', 'replays the same key through another API key of the workspace'],
  'A create is sent once': ['journeys/lostReplies.test.ts', '%s: sent once, said as it is'],
  'Nothing is bought while an earlier purchase is in doubt': [
    'journeys/ensure.test.ts',
    'starts nothing beside a creation',
  ],
  'Nothing is bought again after a restore': ['journeys/restore.test.ts', 'buys nothing again, lists what is newer'],
  'A second reading is bought once for a text': ['journeys/secondReader.quick.test.ts', 'is never bought again'],
  'Allowances hold across processes and restarts': ['journeys/limits.test.ts', 'are not refilled by a restart'],
  'The SEO provider limits the request rate (40202, 40209)': ['providers/dataForSeo.test.ts', 'task: rate per minute'],
  'The provider refuses (4xx, wrong key, no credit, its rate limit)': [
    'journeys/lostReplies.test.ts',
    'gives its place back',
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
  'A provider ignores a cancel': ['journeys/lateProofs.quick.test.ts', '%s is asked again ever more rarely'],
  'A clock is set an hour forward or back, or two machines differ by ten minutes': [
    'providers/clock/clocks.test.ts',
    'while the date follows it',
  ],
  'The disk is full': ['faults/fullDisk.quick.test.ts', 'is read from as before, and written to again'],
  'The log of requests, or a spilled receipt, is damaged': ['faults/fullDisk.quick.test.ts', 'are set aside and said'],
  'The server is killed while an SEO call is in progress': ['services/seo/overview.test.ts', 'goes on after a crash'],
  'The database is unavailable': [
    'faults/brokenConnections.quick.test.ts',
    'lives through administrators that end them',
  ],
  'PostgreSQL ends connections, or its network goes silent': [
    'faults/brokenConnections.quick.test.ts',
    'a network that goes silent',
  ],
  'An alert rule reports a change without one in at most 5 % of quarters': [
    'domain/alerts/alertRules.test.ts',
    'from %i to %i of 20 questions',
  ],
  "One process follows 2,000 active runs at eight engines within their vendors' limits": [
    'providers/dataForSeoTasks.test.ts',
    'once for all that wait',
  ],
  'No text blocks the server': ['providers/threadPool.test.ts', 'cuts off a reading that does not end'],
  'Stopping a reading ends its run': ['journeys/poisonedText.test.ts', 'ends its run as unreadable'],
  'Nothing paid for is lost': ['journeys/records.test.ts', 'a newer reader reads saved answers again'],
  "A reader's time is proportional to the length of its text": [
    'faults/redos/expressions.quick.test.ts',
    'take time linear in their text',
  ],
  "A key ends with its creator's membership, and so does the capability of a run they started": [
    'journeys/membership.test.ts',
    'made while its maker is removed never works',
  ],
  'Failed sign-ins elsewhere never lock an owner out': [
    'http/signInThrottle.test.ts',
    'elsewhere the owner signs in as ever',
  ],
  'Guessing stays slow': ['http/signInThrottle.test.ts', 'from a hundred places brake the account for strangers'],
  'The first guesses are refused as passwords': ['http/signInThrottle.test.ts', 'is chosen nowhere'],
  'A session ends': ['http/signInThrottle.test.ts', 'a session ends thirty days after it began'],
  'A link to a shared report opens that one file and nothing else': [
    'journeys/sharing.quick.test.ts',
    'a link opens that one report',
  ],
  'A forgotten password never loses a workspace': [
    'http/signInThrottle.test.ts',
    'is set anew by a link from the command line',
  ],
  'A program gets a code only after a click': [
    'journeys/oauthConsent.test.ts',
    'gets no code by a sign-in that carries its wish',
  ],
  'Unknown programs cannot fill the database (`OAUTH_REGISTRATION=on`)': [
    'journeys/oauthRegistration.test.ts',
    'are forgotten after a day',
  ],
  "Others' failures never block a valid token or passkey": [
    'journeys/oauthRegistration.test.ts',
    'end nobody’s tokens',
  ],
  'A program ends with the rights of its person': [
    'journeys/oauthRegistration.test.ts',
    'stay out when their person is %s',
  ],
  'Every sign-in with a password asks for the second factor': ['journeys/secondStep.test.ts', 'takes a code once'],
  Requests: ['api/textRule.test.ts', 'takes no control character and no half character'],
  Terminal: ['cli/output.test.ts', 'goes through the doors that make it safe'],
  CSV: ['cli/reportFormats.test.ts', 'gives back any text that is no formula'],
  MCP: ['mcp/quotedText.test.ts', 'says that it is data, and hides nothing in it'],
  'Web app': ['browser/safety.quick.test.ts', 'that are markup stay text'],
  '`verify`': ['domain/bundle/verifyBundle.test.ts', 'is found out: %s'],
};
