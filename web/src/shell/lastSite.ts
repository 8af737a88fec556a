const name = 'sightline.site';

/** The website looked at last, for pages that belong to none. */
export function lastSite(): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function rememberSite(id: string): void {
  try {
    localStorage.setItem(name, id);
  } catch {
    // Storage may be refused; the first website is used then.
  }
}
