import { tokens } from './words.ts';

/**
 * Guesses a text's language to answer one question: does the declared `lang` fit the text? It knows 24 languages and
 * needs 60 words (30 characters of a distinctive script). It returns null rather than guess for short or mixed texts,
 * unknown languages, and close relatives with similar scores.
 */
const stopWords: Readonly<Record<string, string>> = {
  en: 'the and of to in is for that with on as are this by be it from or you your',
  de: 'der die und das ist von mit für den nicht auf ein eine sich dem im zu auch wir sie',
  fr: 'le la les et des est une dans pour que qui sur pas avec ce du vous nous au sont',
  es: 'el la los las de que y en un una por con para del se es al lo como su',
  it: 'il di che la e un una per con del della sono gli nel alla le non i da si',
  pt: 'o os de que e do da em um uma para com não no na por mais dos ao as',
  nl: 'de het een van en in is dat op te voor met zijn niet aan ook wij onze bij om',
  sv: 'och att det som en är på för av med den till inte ett om vi har de så kan',
  da: 'og at det er en til på som af for med den ikke der et vi har de kan fra',
  no: 'og å det er en til på som av for med den ikke et vi har de kan fra ikkje',
  fi: 'ja on ei se että hän oli mutta ovat myös kun tai voi sekä niin joka ole kuin sen tämä',
  pl: 'i w na z się nie do to jest że o jak po dla co są przez oraz od tym',
  cs: 'a v na se je že s z do o to jsou pro jako ale i od by nebo podle',
  sk: 'a v na sa je že s z do o to sú pre ako ale aj od by alebo podľa',
  hu: 'a az és hogy nem egy is van meg ez csak ha de mint vagy már volt el sem kell',
  ro: 'și de la în cu pe un o nu este care din pentru mai că sau sunt ce prin fi',
  tr: 've bir bu da de için ile çok olarak olan daha en gibi kadar ne ya her sonra var ama',
  id: 'yang dan di dengan untuk ini itu dari pada tidak adalah dalam akan atau ke juga kami anda bisa oleh',
  vi: 'và của là các có cho được trong một những với không này đã để khi người từ đến như',
  ru: 'и в не на что с по как это для от из за к но мы вы или у все',
  uk: 'і в не на що з та до як це для від за ми ви або у все є й',
  bg: 'и на за да се от в с е са че не по като ще но или при това си',
  ar: 'في من على إلى أن هذا التي الذي عن مع هو هي ما كان أو لا كل بعد هذه ذلك',
  fa: 'و در به از که این را با است برای آن های می یک خود تا بر هم ما شما',
};

const index = new Map<string, string[]>();
for (const [language, words] of Object.entries(stopWords)) {
  for (const each of words.split(' ')) index.set(each, [...(index.get(each) ?? []), language]);
}

/** Scripts whose running text belongs to one language. Kana distinguish Japanese from Chinese. */
const scripts: readonly (readonly [string, RegExp])[] = [
  ['ko', /\p{Script=Hangul}/gu],
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['zh', /\p{Script=Han}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['ka', /\p{Script=Georgian}/gu],
  ['hy', /\p{Script=Armenian}/gu],
];

const telling =
  /[\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}\p{Script=Thai}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Georgian}\p{Script=Armenian}]/u;

const minimumWords = 60;
const sampleLength = 6000;

/** Returns the ISO 639-1 code of the text's language, or null if unsure. */
export function detectLanguage(text: string): string | null {
  const sample = text.slice(0, sampleLength);
  if (telling.test(sample)) {
    const letters = sample.match(/\p{L}/gu)?.length ?? 0;
    for (const [language, pattern] of scripts) {
      const count = sample.match(pattern)?.length ?? 0;
      if (language === 'ja' ? count >= letters * 0.1 : count >= letters * 0.5) return count >= 15 ? language : null;
    }
  }
  const words = tokens(sample);
  if (words.length < minimumWords) return null;
  const scores = new Map<string, number>();
  for (const each of words) {
    for (const language of index.get(each) ?? []) scores.set(language, (scores.get(language) ?? 0) + 1);
  }
  const ranked = [...scores].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const [best, second] = ranked;
  if (best === undefined || best[1] < words.length * 0.08) return null;
  return second !== undefined && second[1] > best[1] * 0.75 ? null : best[0];
}

/** Returns the primary language, in lower case, of a BCP 47 tag of the shape `language[-subtags]`; null otherwise. */
export function primaryLanguage(tag: string): string | null {
  if (!/^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(tag)) return null;
  const primary = tag.split('-')[0]?.toLowerCase() ?? '';
  return primary === 'nb' || primary === 'nn' ? 'no' : primary;
}

/** A declared language outside this set cannot be contradicted by the guess. */
export function isDetectable(language: string): boolean {
  return Object.hasOwn(stopWords, language) || scripts.some(([code]) => code === language);
}
