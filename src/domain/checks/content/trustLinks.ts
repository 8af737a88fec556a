import { pathOf } from '../fetchFacts.ts';
import { plain } from '../pageSignals.ts';

/** Words, in several languages, by which home links to who is behind the website. */
export const trustKinds: readonly (readonly [string, RegExp])[] = [
  [
    'about',
    /\babout\b|uber uns|ueber uns|a propos|qui sommes|acerca|quienes somos|chi siamo|sobre|om oss|om os|over ons|o nas|meista|\bcompany\b|\bteam\b|unternehmen|hakkimizda|会社概要|关于/,
  ],
  ['contact', /\bcontact|kontakt|contacto|contatti|contato|yhteystiedot|iletisim|お問い合わせ|联系/],
  [
    'legal',
    /privacy|\bterms\b|\blegal\b|datenschutz|impressum|imprint|\bagb\b|privacidad|privacidade|confidentialite|mentions legales|integritet|personvern|privatliv|tietosuoja|prywatnosc|gizlilik|プライバシー|隐私/,
  ],
];

type Link = { url: string | null; text: string };

/** The first link of a kind, by its words or its path. */
export function trustLink(links: readonly Link[], pattern: RegExp): string | null {
  const found = links.find(
    ({ url, text }) => url !== null && (pattern.test(plain(text)) || pattern.test(plain(pathOf(url)))),
  );
  return found?.url ?? null;
}
