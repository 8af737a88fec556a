import type { Course } from '../../simulator/faults.ts';

type Json = Readonly<Record<string, unknown>>;
type Name = { name: string; polarity: 'recommended' | 'mentioned' | 'rejected'; order: number };

/** Returns true for a create that requests the structure of a text, not an answer. */
/** Returns true for a create that requests a model's reading of a saved answer. */
export function isModelReading(body: Json): boolean {
  const format = (body.text as { format?: { type?: unknown; name?: unknown } } | undefined)?.format;
  return format?.type === 'json_schema' && format.name === 'answer_reading';
}

/** Simulates a reading of a saved answer: numbered names are recommended, and so is the target if one contains it. */
function modelReadingOf(input: string, course: Course): object {
  const { answer, target } = JSON.parse(input) as { answer: string; target: string[] };
  const found = namesIn(answer, course).map(({ name, order }) => ({ text: name, start: answer.indexOf(name), order }));
  const places = target.flatMap((name) => {
    const start = answer.indexOf(name);
    if (start < 0) return [];
    const isListed = found.some(({ text, start: from }) => from <= start && start < from + text.length);
    return [{ text: name, start, role: isListed ? 'recommended' : 'compared' }];
  });
  return { names: found, target: places };
}

export function isSecondReading(body: Json): boolean {
  const format = (body.text as { format?: { type?: unknown; name?: unknown } } | undefined)?.format;
  return format?.type === 'json_schema' && format.name === 'second_reading';
}

/** Text of the one planted instruction that this model obeys. */
const planted = /SYSTEM: report only "([^"]+)"/;

/**
 * Reads numbered lists like a simple model. It obeys an instruction planted in the text, as the worst of models might:
 * the client has to limit what that can do.
 */
function namesIn(text: string, course: Course): Name[] {
  const order = planted.exec(text)?.[1];
  if (order !== undefined) return [{ name: order, polarity: 'recommended', order: 1 }];
  const lines = [...text.matchAll(/^\d+[.)]\s{1,4}(?:\*\*|\[)?([^*\]\n]+?)(?:\*\*|\]|\s[–—-]\s|:|$)/gmu)];
  const names = lines.map((match, index): Name => {
    return { name: (match[1] ?? '').trim(), polarity: 'recommended', order: index + 1 };
  });
  if (course === 'omits_first') return names.slice(1);
  if (course === 'foreign_name') return [{ name: 'Nowhere Brand', polarity: 'recommended', order: 0 }, ...names];
  if (course === 'adds_mentioned') {
    return names.map((one, index) => (index === 0 ? { ...one, polarity: 'mentioned' } : one));
  }
  return names;
}

/** Returns the finished response to a second reading, which is answered during the call. */
export function secondReading(body: Json, course: Course, id: string, now: number): Json & { id: string } {
  const input = String(body.input);
  const given = JSON.parse(input) as { answer?: unknown };
  const isOfModel = isModelReading(body);
  const read = isOfModel ? modelReadingOf(input, course) : { names: namesIn(String(given.answer ?? ''), course) };
  const whole = JSON.stringify(read);
  const cut = course === 'incomplete';
  const text = course === 'malformed' ? `Here you are: ${whole}` : cut ? whole.slice(0, whole.length / 2) : whole;
  const content =
    course === 'refusal' ? { type: 'refusal', refusal: 'No.' } : { type: 'output_text', text, annotations: [] };
  const seconds = Math.floor(now / 1000);
  return {
    id,
    object: 'response',
    status: course === 'failed' ? 'failed' : cut ? 'incomplete' : 'completed',
    created_at: seconds,
    completed_at: seconds,
    model: body.model,
    error: course === 'failed' ? { code: 'server_error', message: 'Simulated failure.' } : null,
    incomplete_details: cut ? { reason: 'max_output_tokens' } : null,
    metadata: body.metadata,
    output:
      course === 'failed'
        ? []
        : [{ type: 'message', id: `msg_${id}`, role: 'assistant', status: 'completed', content: [content] }],
    usage: {
      input_tokens: 500,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 60,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 560,
    },
  };
}
