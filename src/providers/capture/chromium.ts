import { accessSync, constants } from 'node:fs';

export type ChromiumOptions = {
  /** CHROMIUM_PATH; null or absent searches the default paths. A wrong path counts as not found. */
  path?: string | null;
  /** ALLOW_ROOT_BROWSER: renders as root, where Chromium's own sandbox cannot start. Off by default. */
  allowRoot?: boolean;
};

const defaultPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Returns the path of a runnable Chromium; null if there is none. */
export function findChromium(options: Pick<ChromiumOptions, 'path'> = {}): string | null {
  const places = typeof options.path === 'string' && options.path !== '' ? [options.path] : defaultPlaces;
  return places.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Returns why no page can be rendered here; null if one can. For a third-party page in a browser without a sandbox, as
 * root, one browser flaw is enough to take over the machine: only the operator may allow that.
 */
export function whyNoBrowser(options: ChromiumOptions): 'not_found' | 'refused_as_root' | null {
  if (findChromium(options) === null) return 'not_found';
  return isRoot() && options.allowRoot !== true ? 'refused_as_root' : null;
}
