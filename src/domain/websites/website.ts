/** An owned site. `domain` is its registrable domain; an alias is a name, a domain, or an http(s) URL prefix. */
export type Website = {
  id: string;
  url: string;
  domain: string;
  name: string;
  aliases: readonly string[];
  /** Names and aliases, as registered, that match only exactly, including case. */
  exactNames: readonly string[];
  /** Domains that the owner declared as rivals or dismissed. */
  settledDomains: readonly string[];
  rivals: readonly { domain: string; name: string }[];
  createdAt: string;
  archivedAt: string | null;
};
