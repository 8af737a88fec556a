import { pathOf } from '../fetchFacts.ts';
import { plain } from '../pageSignals.ts';

export type TrustKind = 'about' | 'contact' | 'legal';

/**
 * Words with which home links to pages about the website's operator, normalised by `plain` and separated by `|`:
 * English, German, French, Spanish, Catalan, Italian, Portuguese, Dutch, Swedish, Danish, Norwegian, Finnish, Polish,
 * Czech, Slovak, Hungarian, Romanian, Turkish, Greek, Russian, Ukrainian, Bulgarian, Croatian, Estonian, Latvian,
 * Lithuanian, Indonesian, Vietnamese, Arabic, Persian, Hebrew, Hindi, Thai, Chinese, Japanese, Korean.
 */
const words: Readonly<Record<TrustKind, string>> = {
  about:
    'about|about us|who we are|our story|our company|our team|company|the team|mission|imprint|uber uns|ueber uns|wir uber uns|unternehmen|unser team|das team|impressum|wer wir sind|a propos|qui sommes nous|notre histoire|l entreprise|la societe|la maison|acerca de|sobre nosotros|quienes somos|nosotros|la empresa|qui som|sobre nosaltres|chi siamo|azienda|la nostra storia|sobre|sobre nos|quem somos|a empresa|over ons|wie zijn wij|over|om oss|om foretaget|om os|om virksomheden|hvem er vi|hvem vi er|meista|tietoa meista|yritys|o nas|o firmie|kim jestesmy|o spolecnosti|o spolocnosti|rolunk|bemutatkozas|cegunk|despre noi|despre|cine suntem|hakkimizda|hakkinda|biz kimiz|kurumsal|σχετικα με εμας|σχετικα|ποιοι ειμαστε|η εταιρεια|о нас|о компании|кто мы|про нас|про компанию|хто ми|за нас|кои сме ние|o nama|tko smo|meist|ettevottest|par mums|apie mus|tentang kami|tentang|gioi thieu|ve chung toi|من نحن|عن الشركة|حولنا|عنا|درباره ما|معرفی|אודות|עלינו|מי אנחנו|हमारे बारे में|เกี่ยวกับเรา|关于我们|关于|公司简介|公司介绍|關於我們|關於|会社概要|会社情報|企業情報|私たちについて|当社について|運営会社|このサイトについて|회사소개|회사 소개|소개',
  contact:
    'contact|contact us|contacts|get in touch|kontakt|kontaktieren sie uns|anfahrt|contactez nous|nous contacter|nous ecrire|contacto|contactanos|contactenos|contacta|contacte|contatti|contattaci|contato|contacto|fale conosco|contactos|neem contact op|kontakta oss|kontakt oss|kontakt os|yhteystiedot|ota yhteytta|skontaktuj sie|kontakty|kapcsolat|elerhetosegek|contactati ne|iletisim|bize ulasin|επικοινωνια|контакты|связаться с нами|контакти|зв язок|kontaktid|kontakti|kontaktai|hubungi kami|kontak|lien he|اتصل بنا|تواصل معنا|تماس با ما|ارتباط با ما|צור קשר|יצירת קשר|संपर्क|संपर्क करें|हमसे संपर्क करें|ติดต่อเรา|联系我们|联系方式|聯絡我們|聯繫我們|お問い合わせ|お問合せ|問い合わせ|연락처|문의하기|문의|오시는 길',
  legal:
    'privacy|privacy policy|privacy notice|privacy statement|terms|terms of use|terms of service|terms and conditions|terms conditions|conditions of use|legal|legal notice|imprint|data protection|datenschutz|datenschutzerklarung|datenschutzhinweise|impressum|agb|nutzungsbedingungen|rechtliches|confidentialite|politique de confidentialite|mentions legales|cgv|cgu|conditions generales|donnees personnelles|vie privee|privacidad|politica de privacidad|aviso de privacidad|aviso legal|terminos|terminos y condiciones|privacitat|avis legal|informativa privacy|informativa sulla privacy|note legali|termini e condizioni|privacidade|politica de privacidade|termos|termos de uso|privacybeleid|privacyverklaring|algemene voorwaarden|integritetspolicy|integritet|anvandarvillkor|kopvillkor|villkor|privatlivspolitik|persondatapolitik|handelsbetingelser|personvern|personvernerklaering|vilkar|tietosuoja|tietosuojaseloste|kayttoehdot|polityka prywatnosci|prywatnosc|regulamin|rodo|ochrana osobnich udaju|obchodni podminky|ochrana osobnych udajov|adatvedelem|adatkezelesi tajekoztato|adatvedelmi tajekoztato|aszf|impresszum|politica de confidentialitate|confidentialitate|termeni si conditii|gizlilik|gizlilik politikasi|kvkk|kullanim kosullari|πολιτικη απορρητου|απορρητο|οροι χρησης|политика конфиденциальности|конфиденциальность|персональные данные|политика обработки персональных данных|пользовательское соглашение|політика конфіденційності|політика конфіденціиності|политика за поверителност|общи условия|politika privatnosti|uvjeti koristenja|privaatsus|privatuma politika|privatumo politika|kebijakan privasi|syarat dan ketentuan|chinh sach bao mat|dieu khoan|سياسة الخصوصية|الخصوصية|الشروط والاحكام|الشروط و الاحكام|حریم خصوصی|قوانین و مقررات|מדיניות פרטיות|תנאי שימוש|गोपनीयता नीति|गोपनीयता|นโยบายความเป็นส่วนตัว|隐私政策|隐私|使用条款|服务条款|隱私權政策|隱私政策|プライバシーポリシー|プライバシー|個人情報保護方針|個人情報の取り扱い|個人情報|利用規約|特定商取引法に基づく表記|개인정보처리방침|개인정보 처리방침|이용약관',
};

type Link = { url: string | null; text: string };
export type TrustWords = { whole: ReadonlySet<string>; long: readonly string[] };

/**
 * Words that identify such a page even within a longer link text, because they mean nothing else: `Our privacy policy
 * and you`.
 */
function wordsOf(kind: TrustKind): TrustWords {
  const all = words[kind].split('|').map(plain);
  return { whole: new Set(all), long: all.filter((each) => each.length >= 12) };
}

export const trustKinds: readonly (readonly [TrustKind, TrustWords])[] = [
  ['about', wordsOf('about')],
  ['contact', wordsOf('contact')],
  ['legal', wordsOf('legal')],
];

const maxWords = 8;
/**
 * Surrounding words that do not change the meaning: `About Lanternworks`, `Contact & directions`, `Impressum und
 * Datenschutz`.
 */
const openers =
  /^(?:about|contact|kontakt|impressum|privacy|datenschutz|uber|sobre|om|over|a propos de|contacto|contatti|o) /;

function isNamed(text: string, { whole, long }: TrustWords): boolean {
  const spelled = plain(text);
  if (whole.has(spelled) || long.some((each) => spelled.includes(each))) return true;
  const parts = spelled.split(' ');
  if (spelled === '' || parts.length > maxWords) return false;
  // `Contact and imprint` in either order, and `About` followed by the name of the site.
  const joined = text.split(
    /[&+/,|·•–—]|(?<![\p{L}\p{M}])(?:and|und|et|y|e|en|och|og|ja|i|a|ve|и|та|و)(?![\p{L}\p{M}])/iu,
  );
  if (joined.length > 1 && joined.some((part) => whole.has(plain(part)))) return true;
  const opener = openers.exec(spelled)?.[0].trim();
  return (
    opener !== undefined && whole.has(opener) && parts.length <= 4 && /^\p{Lu}/u.test(text.split(/\s+/).at(-1) ?? '')
  );
}

/**
 * Returns the last segment of a path, without its extension. A path with more than two segments belongs to something
 * else.
 */
function lastStep(url: string): string {
  const steps = pathOf(url).split(/[?#]/, 1)[0]?.split('/').filter(Boolean) ?? [];
  const last = steps.at(-1) ?? '';
  if (steps.length > 2) return '';
  try {
    return decodeURIComponent(last).replace(/\.\w{2,5}$/, '');
  } catch {
    return last;
  }
}

/**
 * Finds the first link of a kind: by its words, otherwise by the last segment of its path, which must be exactly such a
 * word.
 */
export function trustLink(links: readonly Link[], kind: TrustWords): string | null {
  const byWords = links.find(({ url, text }) => url !== null && isNamed(text, kind));
  if (byWords !== undefined) return byWords.url;
  return links.find(({ url }) => url !== null && kind.whole.has(plain(lastStep(url))))?.url ?? null;
}
