import { foldTitle } from './titleWords.ts';

/** Words that nearly every text of a language contains and few texts of its neighbours do, folded by `foldTitle`. */
const frequent: Readonly<Record<string, string>> = {
  en: 'i would choose recommend neither here best these the and is are for with you of to in it that this your or can from',
  de: 'ich wurde hier sind empfehle der die das und ist mit fur nicht ein eine sie du auf auch sich von den wenn oder',
  fr: 'voici bonnes recommande je le la les et est pour avec des une vous dans sur du pas que qui ou votre',
  es: 'la recomiendo elegiria estas son buenas el los las y es para con una que en del por tu su mas como o si',
  it: 'la alla ecco consiglio evita migliori sceglierei funziona il lo gli e per con una che di del della sono piu non anche come nel',
  pt: 'a recomendo escolheria aqui estao boas o os as e para com uma que em do da voce nao mais como ou se seu dos',
  nl: 'ik zou dit de het een en is voor met je van niet op ook zijn dat of als die',
  da: 'jeg ville og er til med en et det af ikke undgå uden du for som har kan eller den også på',
  sv: 'jag de flesta skulle undvik och är för med en ett det av inte du som har kan eller den också på att',
  no: 'og er for med en et det av ikke du som har kan eller den også på til jeg ville valgt unngå uten god rask hjelp',
  pl: 'moim zdaniem polecam dla to najlepszy i jest na dla z nie to sie w do jak oraz ale lub ze ktory jego',
  cs: 'a je pro s na se v to ktery nebo ale jako jsou neni jeho take za',
  ro: 'si este pentru cu in de la un o nu care sau mai sunt din ca pe',
  hu: 'a az es egy is nem hogy van vagy ha meg jo legjobb de mint',
  fi: 'ja on tai ei se jos kun voi myos ovat hyva paras kanssa sinun mutta etta kuin jotka tama suosittelen',
  tr: 'oneririm ve bir icin ile bu en da de cok daha olarak veya gibi ama ise',
  vi: 'tôi khuyên hãy với đây những và là của cho các một có được với không này trong nếu bạn',
  id: 'dan yang untuk dengan di ini adalah dari atau anda tidak bisa juga lebih pada',
};

const foldedWords = Object.entries(frequent).map(
  ([language, words]) => [language, new Set(words.split(' ').map(foldTitle))] as const,
);

const wordsByLanguage: ReadonlyMap<string, ReadonlySet<string>> = new Map(foldedWords);

/** This many letters that only this language uses prove as much as words do. */
const maxOwnLetters = 4;

/** Letters that are used in one of these languages and not in its neighbours. */
const letters: Readonly<Record<string, RegExp>> = {
  de: /[ßä]/gu,
  fr: /[çœêèùû]/gu,
  es: /[ñ¿¡]/gu,
  it: /[àèìòù](?!\p{L})/gu,
  pt: /[ãõ]/gu,
  da: /[æø]/gu,
  sv: /[äö]/gu,
  no: /[æø]/gu,
  pl: /[łżźśćńęą]/gu,
  cs: /[řěůč]/gu,
  ro: /[țșăî]/gu,
  hu: /[őű]/gu,
  fi: /[äö](?!ß)/gu,
  tr: /[ğşı]/gu,
  vi: /[ơưđạảấầẩậắặẻẽếềểệịọộờởợụủứừửữựỳỷỹ]/gu,
};

const scripts: readonly (readonly [string, RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
];

const sampleLength = 6000;
const maxSentence = 400;

/** Returns true for one of the words that nearly every text of the language contains. */
export function isFrequentWord(word: string, language: string): boolean {
  return wordsByLanguage.get(language)?.has(foldTitle(word)) === true;
}

/** Returns the language of most of a text, as a two-letter code; `en` if uncertain. */
export function languageOf(text: string): string {
  const sample = text.slice(0, sampleLength);
  if (last.sample === sample) return last.language;
  const language = judgeLanguage(sample);
  // A sentence that is judged alone must not evict the text.
  if (sample.length > maxSentence || last.sample.length <= maxSentence) last = { sample, language };
  return language;
}

/** Cache of the text judged last, because each step of one reading needs its language. */
let last = { sample: '', language: 'en' };

function judgeLanguage(sample: string): string {
  for (const [language, script] of scripts) {
    const letters = sample.match(script)?.length ?? 0;
    if (letters < 2 || letters * 12 < sample.length) continue;
    if (language === 'ru' && /[іїєґІЇЄҐ]/.test(sample)) return 'uk';
    return language;
  }
  const words = foldTitle(sample).match(/\p{L}+/gu) ?? [];
  let best = 'en';
  let most = 0;
  for (const [language, common] of foldedWords) {
    const own = letters[language];
    const ownLetters = own === undefined ? 0 : Math.min(maxOwnLetters, sample.match(own)?.length ?? 0);
    const hits = words.filter((word) => common.has(word)).length + ownLetters;
    if (hits > most) {
      best = language;
      most = hits;
    }
  }
  return best;
}
