import type { Generated } from 'kysely';

export type WebsiteTables = {
  websites: {
    id: string;
    workspace_id: string;
    url: string;
    domain: string;
    name: string;
    aliases: string;
    /** JSON list of the names and aliases that match only alone and in their exact case. */
    exact_names: Generated<string>;
    /** JSON list of domains that the owner declared as rivals or dismissed. */
    settled_domains: Generated<string>;
    /** JSON list of domain and name. */
    rivals: Generated<string>;
    created_at: string;
    archived_at: string | null;
    /** Null only in a row written by an earlier version. */
    verification_token: string | null;
    verified_at: string | null;
    verified_way: string | null;
    compare_bot_agents: Generated<number>;
    last_look: string | null;
    /** JSON of the owner's statement about Search Console's control; null without one. */
    google_ai_control: string | null;
  };
  /** Owner's statements about other companies' names, applied when answers are read and never written into them. */
  other_companies: {
    id: string;
    workspace_id: string;
    website_id: string;
    form: string;
    name: string;
    domain: string;
    said_by: string;
    said_at: string;
  };
  saved_views: {
    id: string;
    workspace_id: string;
    name: string;
    path: string;
    saved_by: string;
    saved_at: string;
  };
  site_notes: {
    id: string;
    workspace_id: string;
    website_id: string;
    /** UTC date. */
    day: string;
    text: string;
    said_by: string;
    said_at: string;
  };
};
