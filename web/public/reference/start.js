// Shows the description of this server and nothing of anyone else's: no fonts, no telemetry, no agent, no proxy.
const chosen = document.documentElement.dataset.theme;
const isDark = chosen === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark';
window.Scalar.createApiReference('#reference', {
  url: '/api/openapi.json',
  theme: 'none',
  layout: 'modern',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'json',
  hideDarkModeToggle: true,
  forceDarkModeState: isDark ? 'dark' : 'light',
  proxyUrl: '',
  persistAuth: false,
  // A call from here could buy; calls belong where their key is kept.
  hideTestRequestButton: true,
});
