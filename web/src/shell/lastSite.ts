const name = 'sightline.site';

/** Returns the website opened last in this tab, otherwise in this browser, for pages without one. */
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
