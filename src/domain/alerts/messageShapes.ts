import type { JsonValue } from '../text/canonicalJson.ts';
import type { SavedAlertFact } from './alertFact.ts';
import { kindOf } from './alertKinds.ts';

/** Content of a message on any channel. `url`: its page in the web app. */
export type AlertLetter = { fact: SavedAlertFact; url: string };

/** Builds a Standard Webhooks event: type, timestamp, data. */
export function webhookBody({ fact, url }: AlertLetter): JsonValue {
  const prefix = fact.kind === 'test' ? undefined : kindOf(fact.kind).eventPrefix;
  return {
    type: prefix === undefined ? `alert.${fact.kind}` : `${prefix}.${fact.figures.state}`,
    timestamp: fact.at,
    data: {
      id: fact.id,
      ruleId: fact.ruleId,
      ruleName: fact.ruleName,
      websiteId: fact.websiteId,
      title: fact.title,
      text: fact.lines.join(' '),
      figures: fact.figures,
      runIds: fact.runIds,
      url,
      simulated: fact.simulated,
    },
  };
}

const simulatedLine = 'Simulated: produced by the built-in simulator. Not a measurement.';

function linesOf({ fact }: AlertLetter): readonly string[] {
  return fact.simulated ? [...fact.lines, simulatedLine] : fact.lines;
}

function footOf({ fact: { ruleName } }: AlertLetter): string {
  return ruleName === null ? 'Sightline' : `Sightline, rule “${ruleName}”`;
}

function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed()}…`;
}

/** Plain text throughout, so that names of websites and plans cannot become mentions or links. */
export function slackBody(letter: AlertLetter): JsonValue {
  const { fact, url } = letter;
  const plain = (text: string, max: number) => ({ type: 'plain_text', text: cut(text, max), emoji: false });
  return {
    text: escapeSlack(fact.title),
    blocks: [
      { type: 'header', text: plain(fact.title, 150) },
      { type: 'section', text: plain(linesOf(letter).join('\n'), 3_000) },
      { type: 'actions', elements: [{ type: 'button', text: plain('Open', 75), url }] },
      { type: 'context', elements: [plain(footOf(letter), 300)] },
    ],
  };
}

/** Escapes the three control characters of Slack's markup. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Builds an adaptive card in the form that incoming webhooks of Teams workflows accept. */
export function teamsBody(letter: AlertLetter): JsonValue {
  const { fact, url } = letter;
  const block = (text: string, more: { [name: string]: JsonValue } = {}) => ({
    type: 'TextBlock',
    text: escapeMarkdown(text),
    wrap: true,
    ...more,
  });
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            block(fact.title, { weight: 'Bolder', size: 'Medium' }),
            ...linesOf(letter).map((line) => block(line)),
            block(footOf(letter), { isSubtle: true, size: 'Small' }),
          ],
          actions: [{ type: 'Action.OpenUrl', title: 'Open', url }],
        },
      },
    ],
  };
}

/** Escapes the Markdown that text blocks of cards interpret. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>#]/g, '\\$&');
}

export type AlertMail = { subject: string; text: string; html: string };

export function mailOf(letter: AlertLetter): AlertMail {
  const { fact, url } = letter;
  const lines = linesOf(letter);
  const paragraphs = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n');
  return {
    subject: cut(fact.title, 150),
    text: `${fact.title}\n\n${lines.join('\n\n')}\n\n${url}\n\n--\n${footOf(letter)}\n`,
    html: `<!doctype html><html><body>\n<h1 style="font-size:18px">${escapeHtml(fact.title)}</h1>\n${paragraphs}\n<p><a href="${escapeHtml(url)}">Open in Sightline</a></p>\n<p style="color:#666">${escapeHtml(footOf(letter))}</p>\n</body></html>\n`,
  };
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
