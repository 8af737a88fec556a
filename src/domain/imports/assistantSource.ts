import { assistantOfHost } from '../crawlers/assistantVisit.ts';

/** True for a source, medium or channel by which analytics name visits from assistants. */
export function isAssistantSource(text: string): boolean {
  const [source = '', medium = ''] = text
    .toLowerCase()
    .split('/')
    .map((part) => part.trim());
  const marks = ['ai-assistant', '(ai-assistant)', 'ai assistant', 'openai'];
  if (marks.includes(source) || marks.includes(medium)) return true;
  return assistantOfHost(source.replace(/^www\./, '')) !== null;
}
