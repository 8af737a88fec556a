/** The only tool that a run's capability permits, by its name in MCP. */
export const seoToolName = 'request_seo_overview';
