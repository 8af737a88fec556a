declare module 'autocannon' {
  type Sent = { method: 'GET'; path: string; headers: Readonly<Record<string, string>> };
  type Options = {
    url: string;
    connections: number;
    duration: number;
    setupClient(client: { setRequests(requests: readonly Sent[]): void }): void;
  };
  type Report = { requests: { total: number }; non2xx: number; errors: number; duration: number };
  function autocannon(options: Options): Promise<Report>;
  export = autocannon;
}
