import type { Call } from '../../client/send.ts';
import { SightlineError } from '../../client/sightlineError.ts';
import type { InputOf } from '../../contract/callTypes.ts';
import { cleanTags, tagForm } from '../../domain/questions/tags.ts';
import { canonicalJson } from '../../domain/text/canonicalJson.ts';
import { UsageError } from '../failures.ts';
import { type Change, listChange } from './change.ts';
import type { FileQuestion } from './planFile.ts';
import { formatId, localeOf, settingsKey, settingsOf } from './questionEntries.ts';
import type { SavedQuestion } from './workspaceState.ts';

/** Questions of a file about one website, or about none; `path` is their position in the file. */
export type QuestionList = {
  path: string;
  entries: readonly FileQuestion[];
  /** Empty: the website is not saved yet. Null: about no website. */
  websiteId: string | null;
};

type Wanted = { id: string; query: string; tags: string[] | undefined; branded: boolean | null | undefined };

/** Returns each question of the list once. @throws UsageError if two entries of one question contradict each other */
export function mergeQuestions({ path, entries, websiteId }: QuestionList): Map<string, Wanted> {
  const wantedByKey = new Map<string, Wanted>();
  for (const [index, entry] of entries.entries()) {
    const id = formatId(entry.question, localeOf(entry), websiteId);
    const tags = entry.tags === undefined ? undefined : cleanTags(entry.tags);
    const before = wantedByKey.get(id);
    const one: Wanted = {
      ...{ id, query: entry.question },
      tags: tags ?? before?.tags,
      branded: entry.branded === undefined ? before?.branded : entry.branded,
    };
    if (before?.tags !== undefined && tags !== undefined && listChange(tags, before.tags) !== '') {
      throw new UsageError(`${path}[${index}].tags: the same question has different tags above`);
    }
    if (before?.branded !== undefined && one.branded !== before.branded) {
      throw new UsageError(`${path}[${index}].branded: the same question has a different value above`);
    }
    wantedByKey.set(id, one);
  }
  return wantedByKey;
}

type Creation = Omit<InputOf<'createQuestions'>, 'queries' | 'query'>;
const maxAtOnce = 100;

/** Lists questions, and engines for them, that are not saved yet. Nothing is ever archived. */
export function savingChanges(
  list: QuestionList,
  saved: ReadonlyMap<string, SavedQuestion>,
  declaredEngine: string,
): Change[] {
  const { path, entries, websiteId } = list;
  const groups = new Map<string, { path: string; body: Creation; queries: string[]; lines: string[] }>();
  for (const [index, entry] of entries.entries()) {
    const locale = localeOf(entry);
    const match = saved.get(formatId(entry.question, locale, websiteId));
    const settings = settingsOf(entry);
    const isSaved = (engine: string) =>
      match?.engines.some((column) =>
        column.cases.some(({ search }) => search.engine === engine && settingsKey(search) === settingsKey(settings)),
      ) === true;
    const engines = [...new Set(entry.engines ?? [declaredEngine])].filter((engine) => !isSaved(engine));
    if (engines.length === 0) continue;
    const body: Creation = {
      ...(websiteId === null ? {} : { websiteId }),
      ...{ locale, engines, search: settings },
      ...(match === undefined ? { tags: cleanTags(entry.tags ?? []) } : {}),
    };
    const key = canonicalJson(body);
    const group = groups.get(key) ?? { path: `${path}[${index}]`, body, queries: [], lines: [] };
    group.queries.push(entry.question);
    const tags =
      match === undefined && entry.tags !== undefined && entry.tags.length > 0 ? `; ${entry.tags.join(', ')}` : '';
    group.lines.push(
      match === undefined
        ? `+ question “${entry.question}” (${engines.join(', ')}${tags})`
        : `~ question “${entry.question}”: engines + ${engines.join(', ')}`,
    );
    groups.set(key, group);
  }
  return [...groups.values()].map(({ path: first, body, queries, lines }) => {
    const save = async (call: Call, more: Partial<Creation>): Promise<void> => {
      for (let from = 0; from < queries.length; from += maxAtOnce) {
        await call('createQuestions', { ...body, ...more, queries: queries.slice(from, from + maxAtOnce) });
      }
    };
    return {
      stage: 'questions',
      lines,
      // The website may not be saved yet, and does not matter here.
      check: (call) =>
        save(call, { websiteId: null, dryRun: true }).catch((error: unknown) => {
          throw atPath(first, error);
        }),
      make: (call) => save(call, {}),
    };
  });
}

/** Names the place in the file at which the server refused a change. */
function atPath(path: string, error: unknown): unknown {
  if (!(error instanceof SightlineError)) return error;
  return new SightlineError({ ...error, code: error.code, message: `${path}: ${error.message}` }, error.idempotencyKey);
}

/** Lists changes of tags and of the branded setting on saved questions, if the file has them. */
export function settingChanges(list: QuestionList, saved: ReadonlyMap<string, SavedQuestion>): Change[] {
  return [...mergeQuestions(list).values()].flatMap(({ id, query, tags, branded }): Change[] => {
    const entry = saved.get(id);
    if (entry === undefined) {
      // Tags are printed with a new question. Its branded setting follows once the question is saved.
      if (branded == null) return [];
      return [{ stage: 'tags', lines: [`~ question “${query}”: ${brandedWord(branded)}`], make: async () => {} }];
    }
    const forms = tags?.map(tagForm) ?? [];
    const addTags = tags?.filter((tag) => !entry.tags.includes(tag)) ?? [];
    const removeTags = tags === undefined ? [] : entry.tags.filter((tag) => !forms.includes(tagForm(tag)));
    const isStated = entry.brandedBy === 'owner' ? entry.branded : null;
    const isOther = branded !== undefined && branded !== isStated;
    const lines = [
      ...(addTags.length + removeTags.length === 0 ? [] : [`tags ${listChange(tags ?? [], entry.tags)}`]),
      ...(isOther ? [brandedWord(branded)] : []),
    ];
    if (lines.length === 0) return [];
    return [
      {
        stage: 'tags',
        lines: lines.map((line) => `~ question “${query}”: ${line}`),
        make: (call) =>
          call('changeQuestions', { questionIds: [id], addTags, removeTags, ...(isOther ? { branded } : {}) }),
      },
    ];
  });
}

function brandedWord(branded: boolean | null): string {
  return branded === null ? 'branded by the rule' : branded ? 'branded' : 'not branded';
}
