/** The protocol's package, which is loaded with the first request that needs it. */
export type Sdk = typeof import('@modelcontextprotocol/server');
