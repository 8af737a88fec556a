/** Purpose of a vendor's credentials, and whether this server has them. Their values are never shown. */
export type ProviderKeys = {
  vendor: string;
  /** Names of the variables of the server's environment. */
  variables: readonly string[];
  isSet: boolean;
  /** Labels of what is asked with them. */
  usedFor: readonly string[];
  /** An engine whose free calls can try them; null if none can. */
  testEngineId: string | null;
};
