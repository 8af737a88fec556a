import { createHash } from 'node:crypto';

/** Parts of a page that a chat shows. Its data comes later, as the result of a tool, and is only ever text. */
export type ViewParts = { title: string; style: string; script: string };

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/**
 * A whole page in one text. It may run its own script and style, which are named by their hashes, and nothing else: no
 * request leaves it, whatever a result carries.
 */
export function viewPage({ title, style, script }: ViewParts): string {
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
