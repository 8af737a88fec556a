/**
 * The addresses of the web app's pages, in the form of its router: `$name` is one segment. The server answers these with
 * the app and every other address with what lies there, or 404: a program that asks for `/.well-known/…` or `/token` must
 * not be told 200 and a page. A test holds the router to this list.
 */
export const pagePaths = [
  '/',
  '/setup',
  '/sign-in',
  '/join',
  '/reset',
  '/start',
  '/sites',
  '/sites/$siteId',
  '/sites/$siteId/questions',
  '/sites/$siteId/questions/$questionId',
  '/sites/$siteId/engines',
  '/sites/$siteId/sources',
  '/sites/$siteId/answers',
  '/sites/$siteId/website',
  '/answers/$runId',
  '/seo',
  '/spending',
  '/spending/runs',
  '/settings',
  '/settings/engines',
  '/settings/activity',
  '/attention',
  '/plans',
  '/plans/$planId',
  '/plans/$planId/rounds/$round',
  '/alerts',
  '/alerts/$ruleId',
  '/approvals',
  '/connect',
  '/approvals/$approvalId',
  '/docs/api',
  '/docs/api/mcp',
] as const;
