const name = 'sightline.site';

/** The website opened last in this tab, or else in this browser, for pages that belong to none. */
export function lastSite(): string | null {
  try {
    return sessionStorage.getItem(name) ?? localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function rememberSite(id: string): void {
  try {
    sessionStorage.setItem(name, id);
    localStorage.setItem(name, id);
  } catch {
    // Storage may be refused; the first website is used then.
  }
}
