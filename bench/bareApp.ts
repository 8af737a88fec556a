import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const built = join(import.meta.dirname, '..', 'dist', 'web');

/**
 * Serves the baseline of the web figures: a page that fetches the same scripts with the same compression, lets the
 * browser compile them, runs none, and shows one number and one button. It is the least that a page of that size costs
 * here.
 */
export async function serveBareApp(scripts: readonly string[]): Promise<{ url: string; close(): void }> {
  const links = scripts.map((path) => `<link rel="modulepreload" href="${path}">`).join('');
  const page = `<!doctype html><html lang="en"><head><title>Bare</title>${links}</head><body><main></main><script type="module" src="/bare.js"></script></body></html>`;
  const own = `const main = document.querySelector('main');
    main.innerHTML = '<h1>42 %</h1><button>Ask</button><dialog></dialog>';
    main.querySelector('button').addEventListener('click', () => main.querySelector('dialog').showModal());`;
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (scripts.includes(path)) {
      const type = { 'content-type': 'text/javascript', 'content-encoding': 'br' };
      response.writeHead(200, { ...type, 'cache-control': 'public, max-age=31536000, immutable' });
      response.end(readFileSync(join(built, `${path}.br`)));
    } else if (path === '/bare.js') {
      // After the others, as the app's own first image is.
      const imports = scripts.map((script) => `fetch('${script}')`).join(', ');
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(`await Promise.all([${imports}]);\n${own}`);
    } else if (path === '/') response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
