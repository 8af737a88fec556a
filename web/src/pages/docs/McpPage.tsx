import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../api/queries.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead, Section } from '../../ui/Section.tsx';
import { Code } from './Code.tsx';
import { DocsTabs } from './DocsTabs.tsx';

/** Formats a reference that the client fills in: `${NAME}` in its own notation. */
const filledIn = (name: string): string => `Bearer $\{${name}}`;

const json = (value: unknown): string => JSON.stringify(value, null, 2);

/** Shows ready configurations for agents that use MCP. */
export function McpPage() {
  const session = useQuery({ ...sessionQuery, retry: false }).data;
  const origin = session?.publicBaseUrl ?? location.origin;
  const url = `${origin}/api/mcp`;
  const header = { Authorization: filledIn('SIGHTLINE_API_KEY') };
  return (
    <>
      <PageHead title="MCP clients" filters={<DocsTabs />} />
      {session?.mcpReachable === false && (
        <div className="mb-6">
          <Notice title="Reachable from this network only">
            Clients on this machine or network can use it. A provider that calls back, as{' '}
            <code className="font-mono">useSeoTools</code> needs, requires a public https address in{' '}
            <code className="font-mono">PUBLIC_BASE_URL</code>.
          </Notice>
        </div>
      )}
      <Section title="Configuration" info="mcpKey">
        <div className="grid gap-4">
          <Code
            label="Claude Code"
            text={`claude mcp add --transport http sightline ${url} \\\n  --header "Authorization: Bearer $SIGHTLINE_API_KEY"`}
          />
          <Code
            label="Codex: ~/.codex/config.toml"
            text={`[mcp_servers.sightline]\nurl = "${url}"\nbearer_token_env_var = "SIGHTLINE_API_KEY"`}
          />
          <Code
            label="Cursor: .cursor/mcp.json"
            text={json({
              mcpServers: { sightline: { url, headers: { Authorization: filledIn('env:SIGHTLINE_API_KEY') } } },
            })}
          />
          <Code
            label="VS Code: .vscode/mcp.json"
            text={json({
              inputs: [{ type: 'promptString', id: 'sightline-key', description: 'Sightline key', password: true }],
              servers: {
                sightline: { type: 'http', url, headers: { Authorization: filledIn('input:sightline-key') } },
              },
            })}
          />
          <Code
            label="Clients that read mcpServers"
            text={json({ mcpServers: { sightline: { type: 'http', url, headers: header } } })}
          />
          <Code
            label="Claude Desktop, and clients that cannot send headers: claude_desktop_config.json, with the path of your clone"
            text={json({
              mcpServers: {
                sightline: {
                  command: 'node',
                  args: ['/path/to/sightline/bin/sightline.mjs', 'mcp'],
                  env: { SIGHTLINE_URL: origin, SIGHTLINE_API_KEY: 'sl_…' },
                },
              },
            })}
          />
        </div>
      </Section>
      <Section title="Clients that sign in" info="signedInClients">
        <div className="measure grid gap-2">
          <p>
            Give them the address <code className="font-mono text-small">{url}</code>. Your browser then asks what they
            may do, and in which workspace. A member must approve each purchase.
          </p>
          <p className="text-soft">
            From outside this network that needs a public https address. Connected programs are listed with the keys,
            and can be disconnected there.
          </p>
        </div>
      </Section>
      <Section title="Which key for which agent">
        <ul className="measure grid gap-2">
          <li>
            <code className="font-mono">read</code>: reads saved results and cannot cost anything.
          </li>
          <li>
            <code className="font-mono">evaluate</code>: can also start runs. Paid tools take an{' '}
            <code className="font-mono text-small">idempotencyKey</code>; repeating a call with the same one never buys
            twice.
          </li>
          <li>
            <code className="font-mono">seo</code>: can also buy SEO lookups, each only with{' '}
            <code className="font-mono text-small">confirmSpend: true</code>.
          </li>
        </ul>
      </Section>
    </>
  );
}
