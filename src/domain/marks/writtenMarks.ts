import type { ModelVerdict } from '../answer/modelReading.ts';
import { type AnswerMarks, type MarkedName, type OwnRole, type ProvenBasis, roleKinds } from './answerMarks.ts';

const provenBases: readonly ProvenBasis[] = ['owner_name', 'owner_word', 'explicit_url', 'source_home'];
const traces = [null, 'name', 'address'] as const;

type WrittenName = [number, string] | [string, 0 | 1, ...string[]];
/** Role: 0 for none, or its number in `roleKinds`; the number of preceding names is added to the last one, `listed`. */
type WrittenMarks = [
  names: WrittenName[],
  disputed: WrittenName[],
  flags: number,
  role: number,
  word?: WrittenWord | 0,
  model?: WrittenVerdict,
];
/** Recommended or not, and the position; 0: none. */
type WrittenWord = [recommended: 0 | 1, position: number];
/** Its number in `verdictKinds`, and the position; 0: none. */
type WrittenVerdict = [kind: number, position: number];

const verdictKinds = ['listed', 'mentioned', 'rejected'] as const;

/** Writes marks as short text, because there is one per answer. */
export function writeMarks(marks: AnswerMarks): string {
  const { names, disputed, usable, rejects, trace, role, noAnswer, word, model } = marks;
  const write = (name: MarkedName): WrittenName =>
    name.domain === null
      ? [name.form, name.near ? 1 : 0, ...name.shared]
      : [provenBases.indexOf(name.basis), name.domain];
  const flags = (usable ? 1 : 0) + (rejects ? 2 : 0) + (noAnswer ? 4 : 0) + 8 * traces.indexOf(trace);
  const writtenRole = role === null ? 0 : 1 + roleKinds.indexOf(role.kind) + (role.kind === 'listed' ? role.after : 0);
  const statement: WrittenWord | 0 = word === null ? 0 : [word.recommended ? 1 : 0, word.position ?? 0];
  const verdict: [] | [WrittenVerdict] =
    model === null ? [] : [[verdictKinds.indexOf(model.kind), model.kind === 'listed' ? (model.position ?? 0) : 0]];
  const more: [] | [WrittenWord | 0] | [WrittenWord | 0, WrittenVerdict] =
    verdict.length > 0 ? [statement, ...verdict] : statement === 0 ? [] : [statement];
  const writtenMarks: WrittenMarks = [names.map(write), disputed.map(write), flags, writtenRole, ...more];
  return JSON.stringify(writtenMarks);
}

function readRole(code: number): OwnRole | null {
  if (code === 0) return null;
  const kind = roleKinds[code - 1] ?? 'listed';
  return kind === 'listed' ? { kind, after: code - roleKinds.length } : { kind };
}

export function readMarks(text: string): AnswerMarks {
  const [names, disputed, flags, role = 0, word = 0, model] = JSON.parse(text) as WrittenMarks;
  const read = (name: WrittenName): MarkedName => {
    if (typeof name[0] === 'number') return { domain: String(name[1]), basis: provenBases[name[0]] ?? 'owner_name' };
    const [form, near, ...shared] = name as [string, 0 | 1, ...string[]];
    return { domain: null, form, near: near === 1, shared };
  };
  return {
    names: names.map(read),
    disputed: disputed.map(read),
    usable: (flags & 1) !== 0,
    rejects: (flags & 2) !== 0,
    noAnswer: (flags & 4) !== 0,
    trace: traces[flags >> 3] ?? null,
    role: readRole(role),
    word: word === 0 ? null : { recommended: word[0] === 1, position: word[1] || null },
    model: model === undefined ? null : readVerdict(model),
  };
}

function readVerdict([kind, position]: WrittenVerdict): ModelVerdict {
  const read = verdictKinds[kind] ?? 'listed';
  return read === 'listed' ? { kind: read, position: position || null } : { kind: read };
}
