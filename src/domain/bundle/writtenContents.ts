import {
  type BundleContents,
  type BundledAnswer,
  type InputsWithoutAnswers,
  withAnswers,
  withoutAnswers,
} from './bundle.ts';

/**
 * Contents of a bundle as JSON in UTF-8, each answer separately. Answers are written while they are collected, and
 * passed to a thread as bytes, which can be transferred; objects would be copied.
 */
export type WrittenContents = { rest: Uint8Array; answers: readonly Uint8Array[] };

/** Everything except the answers and the data stored with them. */
type Rest = Omit<BundleContents, 'answers' | 'inputs'> & { inputs: InputsWithoutAnswers };

export function writeAnswer(answer: BundledAnswer): Uint8Array {
  return write(answer);
}

export function writeRest({ inputs, ...rest }: Omit<BundleContents, 'answers'>): Uint8Array {
  return write({ ...rest, inputs: withoutAnswers(inputs) } satisfies Rest);
}

export function readContents(contents: WrittenContents): BundleContents {
  const { inputs, ...rest } = read<Rest>(contents.rest);
  const answers = contents.answers.map(read<BundledAnswer>);
  const byRun = new Map(answers.map((answer) => [answer.runId, answer]));
  return { ...rest, inputs: withAnswers(inputs, byRun), answers };
}

function write(value: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

function read<T>(bytes: Uint8Array): T {
  return JSON.parse(new TextDecoder().decode(bytes)) as T;
}
