/** The one tool that a run's capability opens: its name in the registry's MCP projection. */
export const seoToolName = 'request_seo_overview';
