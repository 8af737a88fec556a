/**
 * Explanations of the app's notions, at most 60 words each. `Info` shows them next to their labels and prints them as
 * numbered notes; no page repeats them.
 */
export const notions = {
  overview: 'Whether answer engines recommend your website, how sure that is, and what to do about it.',
  questions: 'Which saved questions list you, and how steadily.',
  answers: 'Every saved answer about this website, newest first.',
  rivals: 'Who is recommended in the answers to your questions, and how you compare.',
  sources: 'Which pages and domains the answers cite, and which of them name rivals but not you.',
  facts: 'Sentences in the latest answers that state one of your facts, compared by value. Sentiment is not scored.',
  factVerdict:
    'A fact is contradicted only by a single different value of the same kind and unit. Your decisions take precedence.',
  gapState: 'Result of the newest reading of each page. Pages that could not be read stay unknown.',
  engines: 'Whether the engines agree about you. Each engine is counted separately; engines are never averaged.',
  crawlers: 'Which AI crawlers read your pages, counted from your logs. A read is not a citation.',
  work: 'All suggestions from answers, captures and logs. Gates come first, then suggestions that affect the most questions.',
  experiments:
    'A change tested against a control group, registered in advance. Topics are assigned at random as a whole, because their questions change together.',
  read: 'A page request answered with status 200 to 299, whose sender was verified by an address list or your CDN.',
  forged: 'Requests that claim to be this crawler from an address that its vendor does not publish.',
  unproven: 'The log has no address, or no address list was published or read within 7 days of the request.',
  botRoles:
    'Search crawlers fill the index of an engine, user fetchers answer one person, training crawlers collect text.',
  neverRead:
    'Pages of the sitemap without a verified read. Not measured if no log covers the period, or if it is shorter than twice the typical time between two reads.',
  afterChange: 'The first verified read after the change that your sitemap states for the page, within this period.',
  assistantVisits:
    'People who came from an assistant, by Referer or utm_source. Apps, copied links and Google’s AI Overviews leave no sign, so the true number is higher.',
  droppedLines: 'Requests from people and other programs: counted, then discarded.',
  reported:
    'What Google, Microsoft and your analytics count for each page, next to your own records. Vendors’ figures are never added together, and no score depends on them.',
  mayBeRead: 'From the newest website check: no if a gate fails for the page or for the whole website.',
  citedInAnswers: 'Answers that cite the page, counting the newest answer of each question per engine.',
  vendorFigure: 'The vendor’s count, from the newest file of its kind. Pages the vendor does not list are unknown.',
  ownerVisits: 'Visits from all sources, as counted by your analytics.',
  weaklyRead:
    'Below 90 % of decisions on labelled answers are right, counting undecided ones as not right. Decide the undecided answers, or audit the score, before you rely on a small difference.',
  website: 'Whether answer engines can read your pages. A capture reads a few pages and is free.',
  plans: 'A plan asks the same questions again on a schedule. Creating one buys nothing; activating it does.',
  activity: 'Every answer, capture and lookup that ran. Failed runs are not counted in any number.',
  spending: 'Cost of your questions, from the providers’ own statements where available.',
  budgets:
    'In US dollars per UTC month. Before a purchase, its worst case is reserved. A purchase that exceeds any budget is refused and costs nothing.',
  plannedRounds:
    'Rounds due in the next thirty days, times the price of a round. Budgets and limits of a plan may stop it earlier.',
  moneyStandings:
    'Stated: what the provider says it charged. Estimated: usage times prices. Held: not ended yet, kept at its worst case. Unknown: the outcome is not known; the worst case stays. These four add up to the total. Refunds are not included in any of them.',
  sites: 'Every website has its own questions, so their numbers cannot be compared with each other.',
  inbox: 'Plans, runs and requests that need a person.',
  alerts: 'A rule alerts you when a paired test finds a change, or when something needs you.',
  approvals: 'Purchases that an agent asked for. Nothing is bought before a member approves.',
  reports: 'Frozen reports keep today’s numbers. Anyone with the link can read one.',
  seo: 'Search data from an outside provider, kept separate from the answers.',
  audit: 'What members, keys and plans changed, newest first.',
  settingsEngines: 'Engines available on this server, the settings they support, and where answers come from.',
  purchases: 'Each purchase that makes up the number you followed.',
  visibility:
    'The share of questions whose latest answer lists you, with its 95 % interval and counts. Unclear answers are left out.',
  period:
    'Now counts the latest answer of each question. The period counts every answer between its dates; its interval treats questions, not answers, as independent.',
  shareOfVoice:
    'Your appearances divided by those of all identified domains, each domain once per answer. Every identified domain counts, so it reads lower than in tools that count declared rivals only.',
  position: 'Your mean place in the answers that list you; 1 is first. It is not a search-engine rank.',
  steadiness:
    'How alike repeated answers to one question are: the share of domains that two answers have in common, averaged over all pairs.',
  interval: 'The range that would contain the true share in 95 of 100 such samples. Wide intervals mean few answers.',
  branded: 'A branded question names your website. Reports leave branded questions out unless you include them.',
  citation: 'Citations are what the engine returned. They do not prove that a page supports the sentence.',
  simulated:
    'Names and texts come from the bundled simulator. Nothing here is a measurement and nothing is bought. Set the key of an engine to ask a real one.',
  engineKinds: 'Answers come from an engine’s own API, or from its public page read by a third party.',
  pairedTest:
    'Two sets of answers are compared question by question. A difference counts only if a paired test finds more change than reruns produce by chance.',
  panelPower: 'The smallest change that these questions detect in four of five cases.',
  marks: 'An engine’s column shows its latest answer: your position, ○ not listed, ? undecided, – no answer.',
  newest: 'Only the newest attempts of this period were read. Choose fewer days to count older ones.',
  numbers:
    'Value, 95 % interval, counts. ▲ ▼ mark a difference that a paired test supports, ≈ one that it does not. Hollow marks are partial periods or unclear answers.',
  namesRivals:
    'Latest answers that cite the domain, recommend a rival and do not list you. Getting mentioned on these pages helps most.',
  doNext:
    'The top of the work list: gates, then the items that most questions and answers show. No item promises a better position.',
  trend:
    'Each point counts the latest answers of its period. Lines join only points that asked the same questions; hollow points are incomplete.',
  gates:
    'A closed gate keeps engines from reading the site; the other checks matter less. Checks measure what was served, not where you rank. Public evidence supports no single score.',
  searches: 'Searches that engines reported while answering. Some engines report none.',
  aliases:
    'An alias is another name, another domain, or a page of yours on a shared host. Changing aliases recounts saved answers and asks nothing.',
  siteNames:
    'Names in the latest answers that no link, source or registered name identifies. A name that may be yours keeps its answer out of the score. Identify only what you know: saved answers do not change.',
  providerKeys:
    'Keys of engines are environment variables of the server, read when it starts. The app never shows them. A test makes free calls only.',
  limits: 'Work this workspace can still start. The server’s operator sets these limits.',
  workspace:
    'Websites, members, keys and spending of one workspace are invisible in others, so an agency can keep clients apart. All workspaces that you own share one allowance of runs.',
  memberRights:
    'Members add websites and ask questions; viewers have read-only access. Only owners invite, remove and change members. Everyone can revoke their own keys.',
  googleAiControl:
    'Search Console has a switch that keeps a website out of AI Overviews and AI Mode. Its value is not visible from outside, so state it here; the website check uses your statement.',
  export:
    'Everything saved in this workspace as one JSON file: websites, questions, runs with their results, and SEO overviews, without keys and passwords.',
  apiKeys:
    'Give each program or agent its own key with only the permissions it needs. A key is shown once; only its hash is stored.',
  archivedSites:
    'Archived websites start nothing new. Restoring a website brings back its questions, answers and captures.',
  otherEngines: 'These engines are not configured. Their saved answers still count if you select them.',
  gapPages: 'Latest answers that cite a rival’s page but none of yours.',
  newAndGone: 'Domains cited in this period and not in the one before, and the reverse.',
  attempts: 'Failed and cancelled attempts stay in the history.',
  namedHere: 'How many answers to this question recommend each domain, engine by engine.',
  questionStrip:
    'Each dot is one answer and opens it: position 1 on top, ○ not listed at the foot. Repeats of one question are similar, so they say less than the same number of different questions.',
  sideBySide:
    'Answers vary between runs and engines even when nothing has changed. One difference is a sample, not a trend.',
  destinations:
    'Addresses are encrypted and shown by their host only. Webhooks are signed according to Standard Webhooks.',
  alertPreview: 'Alerts that this rule would have sent, computed from saved answers. Nothing is sent.',
  alertPeriods: 'One row for each past period, whether or not a change was found.',
  mcpKey: 'Keep the key in an environment variable, not in a shared file.',
  signedInClients: 'Web connectors and other clients that need an address but no key.',
  connectedAgents: 'Agents that signed in instead of using a key. None of them can buy without a member’s approval.',
  replay:
    'A replay applies the current checks to the saved pages. It needs no network, and the date of the capture stays the same.',
} as const satisfies Readonly<Record<string, string>>;

export type Notion = keyof typeof notions;
