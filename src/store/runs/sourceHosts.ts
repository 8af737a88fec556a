/** Returns the hosts of all web addresses in a text, each once, in lower case. */
export function sourceHosts(text: string): string[] {
  const hosts = new Set<string>();
  for (const [, host] of text.matchAll(/https?:\/\/([^\s"\\/?#]+)/gi)) hosts.add((host ?? '').toLowerCase());
  return [...hosts];
}
