import { createApiReference } from '/reference/scalar/standalone.esm.js';

// Shows the description of this server and nothing of anyone else's: no fonts, no telemetry, no agent, no proxy.
const chosen = document.documentElement.dataset.theme;
const isDark = chosen === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark';
createApiReference('#reference', {
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
  // With the key that a reader puts in, and with nothing else: this API believes no cookie.
  hideTestRequestButton: false,
});

/** What the reference leaves without a name, or with a name other than what it shows, is named here for those who listen. */
function nameControls() {
  for (const button of document.querySelectorAll('#reference button')) {
    const text = button.textContent.trim().replace(/\s+/g, ' ');
    const label = button.getAttribute('aria-label');
    // Its word is shown on hover only, and hidden from those who listen.
    if (label === null && button.className.includes('copy-button')) button.setAttribute('aria-label', text || 'Copy');
    if (label === null || text === '' || label.toLowerCase().includes(text.toLowerCase())) continue;
    button.dataset.label ??= label;
    button.setAttribute('aria-label', `${button.dataset.label}: ${text}`);
  }
}

let isNaming = false;
new MutationObserver(() => {
  if (isNaming) return;
  isNaming = true;
  requestAnimationFrame(() => {
    isNaming = false;
    nameControls();
  });
}).observe(document.getElementById('reference'), { subtree: true, childList: true, characterData: true });
