import type { ToolView } from '../../api/operation.ts';
import { approvalView } from './approvalView.ts';
import { intervalView } from './intervalView.ts';
import { type ViewParts, viewPage } from './viewPage.ts';

/** The type that clients which show pages of tools (MCP Apps) know them by. */
const uiMimeType = 'text/html;profile=mcp-app';
export const uiExtension = 'io.modelcontextprotocol/ui';

const views: Readonly<Record<ToolView, ViewParts>> = { intervals: intervalView, purchase: approvalView };

export function uiUriOf(view: ToolView): string {
  return `ui://sightline/${view}`;
}

/** Returns the resource at the address of a view; null for every other address. Requests no origin: none is needed. */
export function readUiResource(uri: string) {
  const named = (Object.keys(views) as ToolView[]).find((view) => uiUriOf(view) === uri);
  if (named === undefined) return null;
  const csp = { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] };
  return { uri, mimeType: uiMimeType, text: viewPage(views[named]), _meta: { ui: { csp, prefersBorder: true } } };
}
