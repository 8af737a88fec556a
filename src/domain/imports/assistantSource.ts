import { assistantOfHost } from '../crawlers/assistantVisit.ts';

/** Returns true for a source, medium or channel with which analytics label visits from assistants. */
export function isAssistantSource(text: string): boolean {
  const [source = '', medium = ''] = text
    .toLowerCase()
    .split('/')
    .map((part) => part.trim());
  const marks = ['ai-assistant', '(ai-assistant)', 'ai assistant', 'openai'];
  if (marks.includes(source) || marks.includes(medium)) return true;
  return assistantOfHost(source.replace(/^www\./, '')) !== null;
}
