import { casedForm, casedTextForm, holdsForm, isUnspaced } from './nameForm.ts';

/** Suggestion that a registered name should count only alone and in its exact case. */
export type ExactProposal = {
  name: string;
  /**
   * Reason: fewer than four letters, a dictionary word, or used in lower case in saved answers, where it is not a name.
   */
  reason: 'short' | 'common_word' | 'in_lower_case';
  /** Number of answers with the word in lower case. */
  answers: number;
};

const minLength = 4;

/** Removes addresses, handles and code, which write every name in lower case. */
function wordsOf(text: string): string {
  return text
    .split(/\s+/)
    .filter((part) => !/[/@#_`\\=]|[\p{L}\p{N}]\.[\p{L}\p{N}]/u.test(part))
    .join(' ');
}

/**
 * Suggests registered one-word names that should match only exactly; nothing is changed automatically. A word that the
 * owner's own answers use as an ordinary word is detected in any language; the list helps when few answers are saved.
 */
export function exactProposals(
  names: readonly string[],
  exactNames: readonly string[],
  texts: readonly string[],
): ExactProposal[] {
  const searched = texts.map((text) => casedTextForm(wordsOf(text)));
  return names.flatMap((name): ExactProposal[] => {
    const form = casedForm(name);
    if (exactNames.includes(name) || form === '' || form.includes(' ') || isUnspaced(form) || /[./]/.test(name))
      return [];
    const lower = form.toLowerCase();
    const answers = lower === form ? 0 : searched.filter((text) => holdsForm(text, lower)).length;
    if (form.length < minLength) return [{ name, reason: 'short', answers }];
    if (commonWords.has(lower)) return [{ name, reason: 'common_word', answers }];
    return answers === 0 ? [] : [{ name, reason: 'in_lower_case', answers }];
  });
}

/** Common English words that are often company names. */
const commonWords: ReadonlySet<string> = new Set(
  (
    'able about access account action active adapt agent align alpha amber anchor angel answer apple arc arrow atlas attic ' +
    'audio aurora avenue badge balance bamboo band base basic basecamp beacon beam bear bee bell berry beta better bird ' +
    'black blank blaze block bloom blue board boat bold bolt bond book boost boot border box branch brave bread breeze ' +
    'brick bridge bright bubble bucket buffer build bull butter button cabin cable cactus calm camp canvas canyon captain ' +
    'care carbon cargo carrot casper castle catalog cedar chain chalk change channel charge chart chase chat check cherry ' +
    'chief chip chrome circle city clarity class clay clean clear clever cliff clip clock cloud clover club coach coast ' +
    'cobalt coda code coin comet command common compass concept connect copper coral core corner cosmos cotton courier ' +
    'craft crane crater crayon create crest cross crown crystal cube current curve cycle daily dash dawn deck deep delta ' +
    'desk diamond digit direct discover dock dolphin domain door dot double dove draft dragon dream drift drive drop dune ' +
    'eagle earth echo edge element elephant ember emerald engine epic equal even ever exact explore express eye fable ' +
    'factor falcon fathom feather fern field figure finch fire first fish flame flare flash fleet flex flint float flow ' +
    'flower fly focus folk forest forge form forward fountain fox frame free fresh front frost fuel fusion future galaxy ' +
    'garden gate gem general ghost giant gift glass glide globe glow gold good grain grand granite grape graph gravity ' +
    'green grid ground group grove grow guide gust habit hammer happy harbor harvest haven hawk hazel heart hello help ' +
    'hero hey hive hollow home honey hook hope horizon house hub humble icon idea impact indigo ink insight intercom ' +
    'iris iron island ivory jade jam jewel journal journey joy jump juniper keen kettle key kind king kite knot lake lamp ' +
    'lane lantern lark latitude launch laurel layer lead leaf leap legend lemon level lever liberty life light lily lime ' +
    'linear link lion list loft logic loom loop lotus loud love lucid luna lunar magic magnet main maker maple march mark ' +
    'market marble marvel mason match matter max may meadow medium mercury merit message meteor method metric mighty mill ' +
    'mind mint mirror mist mode modern moment monday moon moss motion mountain nation native nectar nest neutral next nice ' +
    'night noble north note notion nova number oak oasis ocean office olive omega one onyx opal open option orange orbit ' +
    'orchard origin otter outlook owl oxygen pace page paint palm panda paper parade park path peach peak pearl pebble ' +
    'pepper pilot pine pinnacle pioneer pitch pixel plain planet platform play plaza plum plus pocket point polar pond ' +
    'poppy porch port post power prairie present prime prism process pulse pure quest quick quiet quill quiver radar ' +
    'radius rain ramp range rapid raven ray reach ready real record red reef reflect relay remedy ridge ring rise river ' +
    'road robin rocket root rose round route ruby run rush sage sail salt sand sapphire scale scope scout sea seed sense ' +
    'shade shape share shell shift shine shore signal silver simple sky slack slate smart snap snow solar solid sonic ' +
    'source south spark spectrum spirit spring sprout square stack stage standard star state station steam steel stella ' +
    'step stone storm story stream street stride stripe studio summit sun super surf swan swift switch table tablet tag ' +
    'tandem target teal tempo tent terra thread thrive thunder tide tiger timber time together toggle top torch total touch ' +
    'tower town track trail tree trend triangle tribe true trust tulip turtle twist uber union unity up upward urban valley ' +
    'vault vector velocity venture verse vine violet vision vista vital vivid voice wagon walnut water wave way wealth web ' +
    'west whale wheel whisper white wild willow wind window wing winter wise wish wolf wonder wood word work world wren yard ' +
    'yellow yes young zebra zen zenith zone zoom'
  ).split(' '),
);
