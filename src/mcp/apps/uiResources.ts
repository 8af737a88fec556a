import { createHash } from 'node:crypto';
import type { ToolView } from '../../api/operation.ts';
import { approvalView } from './approvalView.ts';
import { intervalView } from './intervalView.ts';

/** Parts of a page that a chat displays. Its data arrives later, as a tool's result, and is always treated as text. */
type ViewParts = { title: string; style: string; script: string };

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/**
 * Builds a complete page. It may run only its own script and style, named by their hashes, and send no request,
 * whatever a result contains.
 */
function viewPage({ title, style, script }: ViewParts): string {
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width">',
    `<title>${title}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    '<main id="view"><p class="soft">Waiting for the result.</p></main>',
    `<script>${script}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/** Media type by which clients that display tool pages (MCP Apps) recognise them. */
const uiMimeType = 'text/html;profile=mcp-app';
export const uiExtension = 'io.modelcontextprotocol/ui';

const views: Readonly<Record<ToolView, ViewParts>> = { intervals: intervalView, purchase: approvalView };

export function uiUriOf(view: ToolView): string {
  return `ui://sightline/${view}`;
}

/**
 * Returns the resource at a view's address; null for any other address. Declares no origins, because the view contacts
 * none.
 */
export function readUiResource(uri: string) {
  const named = (Object.keys(views) as ToolView[]).find((view) => uiUriOf(view) === uri);
  if (named === undefined) return null;
  const csp = { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] };
  return { uri, mimeType: uiMimeType, text: viewPage(views[named]), _meta: { ui: { csp, prefersBorder: true } } };
}
