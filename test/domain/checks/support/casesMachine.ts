import type { AccessibilityReading } from '../../../../src/domain/checks/evidenceBundle.ts';
import {
  all,
  type CaseTable,
  type Change,
  extra,
  keep,
  noBrowser,
  noPages,
  probe,
  robots,
  robotsText,
  without,
} from './change.ts';
import { at, reply, siteName } from './siteSpec.ts';

const card = '/.well-known/agent-card.json';

function llms(body: string, status: number): Change {
  return (site) => {
    Object.assign(extra(site, 'llms_txt').reply, { status: 200, type: 'text/plain', body });
    if (status > 0) site.extras.push({ purpose: 'llms_txt_link', url: at('/guide.md'), reply: reply({ status }) });
  };
}

function markdownReply(...headers: [string, string][]): Change {
  return probe('markdown', { type: 'text/markdown', headers, body: `# ${siteName}: home of the workshop\n\nLamps.\n` });
}

function stated(setting: 'included' | 'excluded'): Change {
  return (site) => {
    site.googleAiControl = { setting, saidAt: '2026-10-01T08:00:00.000Z' };
  };
}

type Finding = AccessibilityReading['findings'][number];

/** Renders home with a button and these findings of axe-core. */
function audited(...findings: Finding[]): Change {
  return (site) => {
    const interactive = [{ role: 'button', name: 'Buy' }];
    const accessibility = { engine: 'axe-core 4.14.1', findings };
    site.rendered = [{ path: '/', doc: null, interactive, tools: [], accessibility }];
  };
}

const finding = (rule: string, impact: string): Finding => ({ rule, impact, count: 1, selectors: ['#buy'] });

function tool(hasValidSchema: boolean): Change {
  return (site) => {
    site.rendered = [{ path: '/', doc: null, interactive: [], tools: [{ name: 'findLamp', hasValidSchema }] }];
  };
}

export const machineCases: CaseTable = {
  'policy.content_signal': {
    pass: robotsText('User-agent: *', 'Content-Signal: search=yes, ai-input=yes, ai-train=no', 'Allow: /'),
    warn: robotsText('User-agent: *', 'Content-Signal: search=no', 'Allow: /'),
    not_applicable: keep,
    unmeasured: robots(null),
  },
  'policy.content_usage': {
    pass: robotsText('User-agent: *', 'Content-Usage: /news train-ai=n', 'Allow: /'),
    warn: robotsText('User-agent: *', 'Content-Usage: nobody may', 'Allow: /'),
    not_applicable: keep,
    unmeasured: all(robots(null), noPages),
  },
  'policy.google_ai_control': {
    pass: stated('included'),
    warn: stated('excluded'),
    unmeasured: keep,
  },
  'agent.llms_txt': {
    pass: llms('# Lanternworks\n\n- [Guide](/guide.md)\n', 200),
    warn: llms('# Lanternworks\n\n- [Guide](/guide.md)\n', 404),
    not_applicable: keep,
    unmeasured: without('llms_txt'),
  },
  'agent.markdown': {
    pass: markdownReply(['Vary', 'Accept-Encoding, Accept']),
    warn: markdownReply(['Vary', 'Accept-Encoding']),
    not_applicable: keep,
    unmeasured: without('markdown'),
  },
  'agent.well_known': {
    pass: (site) => {
      const value = { name: siteName, version: '1.0', skills: [], supportedInterfaces: [] };
      Object.assign(extra(site, 'well_known', card).reply, {
        status: 200,
        type: 'application/json',
        body: JSON.stringify(value),
      });
    },
    warn: (site) => {
      Object.assign(extra(site, 'well_known', card).reply, {
        status: 200,
        type: 'application/json',
        body: '{"name": 3}',
      });
    },
    not_applicable: keep,
    unmeasured: without('well_known'),
  },
  'agent.names': {
    pass: audited(finding('color-contrast', 'serious')),
    warn: audited(finding('link-name', 'serious')),
    fail: audited(finding('link-name', 'serious'), finding('button-name', 'critical')),
    not_applicable: (site) => {
      site.rendered = [{ path: '/', doc: null, interactive: [], tools: [] }];
    },
    unmeasured: noBrowser,
  },
  'agent.accessibility': {
    pass: audited(finding('button-name', 'critical')),
    warn: audited(finding('heading-order', 'moderate')),
    unmeasured: (site) => {
      site.rendered = [{ path: '/', doc: null, interactive: [], tools: [], accessibility: null }];
    },
  },
  'agent.webmcp': {
    pass: tool(true),
    warn: tool(false),
    not_applicable: keep,
    unmeasured: noBrowser,
  },
};
