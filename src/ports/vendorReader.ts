/** One request to a vendor that publishes lists or reports figures. Headers may hold a secret: never log it. */
export type VendorRequest = {
  method: 'GET' | 'POST';
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  maxBytes: number;
  timeoutMs: number;
};

/** `failed`: no whole reply. `reason` is a sentence of ours without an address. */
export type VendorReply =
  | { kind: 'answered'; status: number; type: string; text: string; retryAfterSeconds: number | null }
  | { kind: 'failed'; reason: string };

/** Reads what vendors publish and report, and the names of addresses. */
export interface VendorReader {
  /** Asks once through the address guard, follows no redirect, and never rejects. */
  ask(request: VendorRequest): Promise<VendorReply>;
  /** Names of an address by reverse DNS; empty for none. Rejects where the look-up failed. */
  namesOf(address: string): Promise<readonly string[]>;
  /** Addresses of a name; empty for none. Rejects where the look-up failed. */
  addressesOf(name: string): Promise<readonly string[]>;
}
