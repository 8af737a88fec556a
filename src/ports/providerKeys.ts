/** Purpose of a vendor's credentials, and whether this server has them. Their values are never shown. */
export type ProviderKeys = {
  vendor: string;
  /** Names of the server's environment variables. */
  variables: readonly string[];
  isSet: boolean;
  /** Labels of the engines and features that use them. */
  usedFor: readonly string[];
  /** Engine whose free calls can test them; null if there is none. */
  testEngineId: string | null;
};
