import { primaryLanguage } from '../../html/language.ts';
import { count } from '../../text/count.ts';
import { overPages } from '../aggregate.ts';
import { type Check, notApplicable, pass, warn } from '../check.ts';
import { plain } from '../pageSignals.ts';
import { sources } from '../sources.ts';

/** Texts that do not describe a link's target, by page language; on an English page, `Plus` is a product. */
const emptyByLanguage: Readonly<Record<string, string>> = {
  en: 'go|information|more information|start|this|link|click this|right here|this page',
  de: 'hier|hier klicken|klicken sie hier|mehr|mehr erfahren|mehr lesen|weiterlesen|weiter',
  fr: 'ici|cliquez ici|en savoir plus|lire la suite|plus|voir plus',
  es: 'aqui|haga clic aqui|clic aqui|mas|mas informacion|leer mas|ver mas|saber mas',
  pt: 'aqui|clique aqui|saiba mais|leia mais|ver mais|mais',
  it: 'qui|clicca qui|leggi tutto|scopri di piu|leggi di piu|altro',
  nl: 'hier|klik hier|lees meer|meer|meer informatie',
  sv: 'har|klicka har|las mer|mer',
  da: 'her|klik her|laes mere|mere',
  nb: 'her|klikk her|les mer|mer',
  fi: 'tasta|lue lisaa|lisaa',
  pl: 'tutaj|kliknij tutaj|wiecej|czytaj wiecej',
  cs: 'zde|vice|klikni zde',
  hu: 'itt|kattints ide|tovabb',
  ro: 'aici|mai mult|citeste mai mult',
  ru: 'здесь|тут|подробнее|далее|читать далее|узнать больше',
  bg: 'тук|още',
  tr: 'tikla|buraya tiklayin|devami|daha fazla|devamini oku',
  ja: 'こちら|詳細|詳しくはこちら|続きを読む|もっと見る',
  zh: '点击这里|點擊這裡|更多|了解更多|阅读更多|查看更多',
  ko: '여기|더보기|자세히|자세히 보기',
  ar: 'هنا|اضغط هنا|المزيد|اقرا المزيد',
  fa: 'اینجا|ادامه|ادامه مطلب',
  he: 'כאן|לחץ כאן|קרא עוד',
  hi: 'यहां|और पढ़ें',
  vi: 'xem them|tai day',
  id: 'disini|selengkapnya',
};

/** English texts that pages in every language use, and that mean nothing else in any language. */
const emptyEverywhere = 'click here|here|learn more|more|more info|read more|see more';

const textsOf = (joined: string) => joined.split('|').map(plain);
const all = Object.values(emptyByLanguage).flatMap(textsOf);
/** A phrase, or a word of another script, has no second meaning in any language. */
const elsewhere = [...textsOf(emptyEverywhere), ...all.filter((text) => /\s|\P{ASCII}/u.test(text))];
const emptyOf: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(emptyByLanguage).map(([language, texts]) => [language, new Set([...elsewhere, ...textsOf(texts)])]),
);
const emptyInAny: ReadonlySet<string> = new Set([...elsewhere, ...all]);
const emptyElsewhere: ReadonlySet<string> = new Set(elsewhere);

/** Returns the texts for the page's declared language, or all of them if it declares none. */
function emptyTexts(lang: string | null): ReadonlySet<string> {
  const declared = lang === null ? null : primaryLanguage(lang);
  if (declared === null) return emptyInAny;
  return emptyOf.get(declared === 'no' || declared === 'nn' ? 'nb' : declared) ?? emptyElsewhere;
}

export const links: Check = {
  id: 'content.links',
  class: 'hygiene',
  scope: 'page',
  title: 'Link texts describe their targets, and links work without scripts',
  rule: 'Readable links of a page. Pass: every text says something about its target, and every link works without a script (no javascript: address, no onclick without an address). Empty texts such as “click here” are known in 27 languages, by the language that the page declares. An aria-label counts as the text. Warn: any. Not applicable: the page has no link.',
  sources: [sources.linkText],
  strength: 'V',
  remediation: 'Describe the target in the link text, and give each link an address.',
  reachable: ['pass', 'warn', 'not_applicable', 'unmeasured'],
  run: (site) =>
    overPages(site, ({ facts }) => {
      const all = facts.links.length + facts.scriptAnchors.length;
      if (all === 0) return notApplicable('the page has no link.');
      const empty = emptyTexts(facts.lang);
      const vague = facts.links.filter(({ url, text }) => url !== null && empty.has(plain(text)));
      const evidence = {
        links: all,
        vague: vague.slice(0, 5).map(({ text, url }) => ({ text, url })),
        byScript: facts.scriptAnchors.slice(0, 5),
      };
      const [first] = vague;
      const statements = [
        first === undefined
          ? ''
          : `${count(vague.length, 'link')} with a text that says nothing, such as “${first.text}”`,
        facts.scriptAnchors.length === 0
          ? ''
          : `${count(facts.scriptAnchors.length, 'link')} that only a script can follow`,
      ].filter(Boolean);
      if (statements.length === 0) return pass(`its ${count(all, 'link')} say where they lead.`, evidence);
      return warn(`it has ${statements.join(', and ')}.`, evidence);
    }),
};
