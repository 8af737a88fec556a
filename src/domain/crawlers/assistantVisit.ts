import { hostOnly, type LogEntry } from './logEntry.ts';

/** Hosts that refer visitors, with their subdomains; `host=name` counts a host under another one's name. */
const hosts = [
  'chatgpt.com chat.openai.com=chatgpt.com perplexity.ai gemini.google.com bard.google.com=gemini.google.com',
  'notebooklm.google.com copilot.microsoft.com claude.ai grok.com meta.ai you.com phind.com poe.com',
  'chat.mistral.ai chat.deepseek.com duck.ai',
]
  .flatMap((line) => line.split(' '))
  .map((entry) => {
    const [host = '', assistant = host] = entry.split('=');
    return { host, assistant };
  });

/** Values of `utm_source` other than hosts. */
const sources: Readonly<Record<string, string>> = {
  openai: 'chatgpt.com',
  chatgpt: 'chatgpt.com',
  perplexity: 'perplexity.ai',
};

const paidMedia: ReadonlySet<string> = new Set(['cpc', 'ppc', 'paid', 'display']);

/** The evidence that a visit came from an assistant, strongest first. */
export type VisitBasis = 'referer' | 'utm_source';

export type AssistantVisit = { assistant: string; basis: VisitBasis; isPaid: boolean };

/**
 * Identifies the assistant that sent a visitor, by the Referer or by the landing page's `utm_source`; null for other
 * visits. Apps, in-app browsers, `noreferrer`, copied links, and Google's AI Overviews and AI Mode send neither, so
 * counts are minima.
 */
export function assistantOf(entry: LogEntry): AssistantVisit | null {
  const mark = entry.target.indexOf('?');
  if (entry.referer === '' && mark < 0) return null;
  const byReferer = assistantOfReferer(entry.referer);
  const query = mark < 0 ? null : new URLSearchParams(entry.target.slice(mark + 1));
  const isPaid = paidMedia.has(query?.get('utm_medium')?.toLowerCase() ?? '');
  if (byReferer !== null) return { assistant: byReferer, basis: 'referer', isPaid };
  const source = query?.get('utm_source')?.toLowerCase() ?? '';
  const bySource = sources[source] ?? assistantOfHost(source);
  return bySource === null ? null : { assistant: bySource, basis: 'utm_source', isPaid };
}

function assistantOfReferer(referer: string): string | null {
  if (referer.startsWith('android-app://com.openai.chatgpt')) return 'chatgpt.com';
  const host = /^https?:\/\/([^/?#]+)/i.exec(referer)?.[1];
  return host === undefined ? null : assistantOfHost(hostOnly(host) ?? '');
}

export function assistantOfHost(host: string): string | null {
  return hosts.find((listed) => host === listed.host || host.endsWith(`.${listed.host}`))?.assistant ?? null;
}
