/** An owned site. `domain` is its registrable domain; an alias is a name, a domain, or an http(s) URL prefix. */
export type Website = {
  id: string;
  url: string;
  domain: string;
  name: string;
  aliases: readonly string[];
  createdAt: string;
  archivedAt: string | null;
};
