const pauseMs = 2_000;

/**
 * Loads the script of a page, retrying while the server is unavailable: the router would reload, and replace the page
 * with the browser's own error page. A script that a newer build no longer has is left to the router, since a reload
 * finds the new one.
 */
export async function fetchPage<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch (cause) {
      if (await isServerThere()) throw cause;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

const isServerThere = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ status }) => status < 500,
    () => false,
  );
