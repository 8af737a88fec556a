import type { AnswerFacts } from '../answer/answerFacts.ts';
import { isRelation } from '../answer/phrases.ts';
import { findsNamesWithin, readsRoles } from '../answer/readerVersion.ts';
import { isParticle } from './affixes.ts';
import { evidenceByHome, evidenceByLink, homesOfSources } from './nameEvidence.ts';
import { nameForm } from './nameForm.ts';
import { isOthersName } from './othersName.ts';
import { formatOwnDomain, type Owner, ownsUrl } from './owner.ts';
import { findLongestMatch, formsOf, type MentionForms } from './registeredNames.ts';

/** Registrable domain of a mention, and the proof. `runIds`: other answers that the proof is based on. */
export type Identity =
  | { domain: string; basis: 'owner_name' | 'owner_word' | 'explicit_url' | 'source_home' }
  | { domain: string; basis: 'other_answers'; runIds: readonly string[] }
  | { domain: null; basis: 'unknown' };

type Mention = AnswerFacts['mentions'][number];

const unknown: Identity = { domain: null, basis: 'unknown' };

/**
 * Identifies every mention of one answer, in order. The first valid proof wins:
 * 1. `owner_name`: the name is one of the website's names, domain or aliases, or begins with one as whole words. A link
 * next to it changes nothing, unless it leads to a domain that the owner assigned to another company.
 * 2. `owner_word`: the same for names that the owner assigned to other companies. The longest registered name counts,
 * so the owner of "Acme" can assign "Acme Rubber" to another company.
 * 3. `explicit_url`: see nameEvidence.ts; a link given for the name also counts if it is the owner's page.
 * 4. `source_home`: exactly one source domain has the name as its label, or is the name.
 * 5. `other_answers`: at least two other saved answers tie the name to one domain by 3 or 4, and none to another.
 * 6. `unknown`. Matching is never fuzzy, and uses no directory or model. A citation never identifies the mention it
 * supports: a page about ten brands belongs to none of them.
 */
export function identifyMentions(facts: AnswerFacts, owner: Owner, text: string | null = null): Identity[] {
  const sources = new Set(facts.sources.map((source) => source.url));
  const within = findsNamesWithin(facts.readerVersion);
  const homes = homesOfSources(sources, owner.homeOf);
  const ownsSource = facts.sources.some(({ url }) => ownsUrl(owner, url));
  return facts.mentions.map((mention) => {
    const forms = formsOf(mention.name);
    if (readsRoles(facts.readerVersion) && belongsToOther(mention, forms, owner, text, ownsSource)) return unknown;
    return (
      byRegisteredName(mention, forms, owner) ??
      (within ? byNameWithin(mention, owner) : null) ??
      byExplicitUrl(mention, sources, owner) ??
      isKnown('source_home', evidenceByHome(mention.name, homes), owner) ??
      byOtherAnswers(forms, owner) ??
      unknown
    );
  });
}

function byRegisteredName(mention: Mention, forms: MentionForms, owner: Owner): Identity | null {
  const own = findLongestMatch(forms, owner.names);
  const other = findLongestMatch(forms, owner.others);
  if (own !== null && (other === null || own.length >= other.length)) {
    return givenAway(mention, owner) ?? { domain: owner.domain, basis: 'owner_name' };
  }
  return other === null ? null : { domain: formatOwnDomain(owner, other.name.domain), basis: 'owner_word' };
}

const article = /^(?:the|le|la|les|el|los|las|il|lo|gli|der|die|das|de|het|os?|as?)$/iu;
const maxWordsBefore = 6;

/**
 * Returns true for words after which a name begins: an article, or a kind of thing in lower case ("Fast charger Acme
 * 20W").
 */
function openName(words: readonly string[]): boolean {
  const last = words.at(-1) ?? '';
  if (words.length === 1) return article.test(last);
  if (isRelation(last) || !words.some((word) => /^\p{Ll}{2}/u.test(word))) return false;
  return words.every((word, index) => /^\p{Ll}|^\d/u.test(word) || (index === 0 && /^\p{Lu}\p{Ll}+$/u.test(word)));
}

/** Finds a registered name inside the mention, after an article or words that describe it. */
function byNameWithin(mention: Mention, owner: Owner): Identity | null {
  const words = mention.name.split(/\s+/);
  for (let at = 1; at < words.length && at <= maxWordsBefore; at += 1) {
    const before = words.slice(0, at);
    if (!openName(before)) continue;
    const identity = byRegisteredName(mention, formsOf(words.slice(at).join(' ')), owner);
    if (identity?.domain === owner.domain) return identity;
  }
  return null;
}

/**
 * Returns true if a name only begins with a registered one while its own link is another domain's home page, or if the
 * text after a registered name shows that another company is meant. Such a name may still be the owner's; nothing
 * proves it.
 */
function belongsToOther(
  mention: Mention,
  forms: MentionForms,
  owner: Owner,
  text: string | null,
  ownsSource: boolean,
): boolean {
  const own = findLongestMatch(forms, owner.names);
  if (own === null) return false;
  const home = mention.url === null ? null : owner.homeOf(mention.url);
  const leadsAway =
    home?.domain != null && !home.shared && home.path === '/' && mention.url !== null && !ownsUrl(owner, mention.url);
  if (!own.exact && (leadsAway || isBentInPhrase(mention.name, own.name.form))) return true;
  const words = own.name.form.split(' ').length;
  const rest = mention.name.split(/\s+/).slice(words).join(' ');
  const start = mention.nameStart;
  const behind = text === null || start === undefined ? '' : text.slice(start + mention.name.length, start + 200);
  return isOthersName(`${rest === '' ? '' : ` ${rest}`}${behind}`, owner, ownsSource);
}

/** Particles that join two names: "Acme나 Velora". */
const joining = /^(?:이?나|와|과|이?랑|도)$/u;

/** Recognises "Acme에서 분석": a particle and a verb after the name make it a phrase, not a product of the owner. */
function isBentInPhrase(name: string, form: string): boolean {
  const [first = '', ...rest] = nameForm(name).slice(form.length).trim().split(' ');
  return rest.length > 0 && isParticle(first) && !joining.test(first);
}

/**
 * Identifies the owner's name with a link to a company that the owner named as another: two companies share the name.
 */
function givenAway({ url }: Mention, owner: Owner): Identity | null {
  const home = url === null ? null : owner.homeOf(url);
  if (home?.domain == null || home.shared || !owner.otherDomains.has(home.domain)) return null;
  return owner.domains.has(home.domain) ? null : { domain: home.domain, basis: 'explicit_url' };
}

function byExplicitUrl(mention: Mention, sources: ReadonlySet<string>, owner: Owner): Identity | null {
  if (mention.url !== null && ownsUrl(owner, mention.url)) return { domain: owner.domain, basis: 'explicit_url' };
  return isKnown('explicit_url', evidenceByLink(mention, sources, owner.homeOf), owner);
}

function isKnown(basis: 'explicit_url' | 'source_home', domain: string | null, owner: Owner): Identity | null {
  return domain === null ? null : { domain: formatOwnDomain(owner, domain), basis };
}

function byOtherAnswers({ form }: MentionForms, owner: Owner): Identity | null {
  const learned = owner.learned.get(form);
  if (learned === undefined) return null;
  return { domain: formatOwnDomain(owner, learned.domain), basis: 'other_answers', runIds: learned.runIds };
}
