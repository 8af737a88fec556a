import { foldTitle } from './titleWords.ts';

/**
 * Titles above names that the answer advises against, folded by `foldTitle`. "What to avoid" is advice and names no
 * brand.
 */
const avoidTitle = new RegExp(
  '^(?:(?:what (?:i|we)(?:.d| would) (?:avoid|skip)|(?:ones?|tools?|brands?|products?|models?|apps?|services?|places?|options?|companies|providers?) (?:i.d |to |you should |we.d )(?:avoid|skip)|' +
    '(?:not|no longer|least) recommended|(?:i |we )?(?:would not|wouldn.t|don.t|do not|cannot|can.t) recommend(?:ed)?|(?:avoid|skip)(?: these)?|steer clear(?: of)?|stay away(?: from)?|discontinued|shut down|' +
    'nicht (?:empfohlen|empfehlenswert|zu empfehlen)|(?:lieber )?(?:vermeiden|meiden)|abzuraten|finger weg(?: von)?|eingestellt|' +
    'a eviter|non recommandee?s?|deconseillee?s?|a fuir|evitez|arretee?s?|' +
    'a evitar|no recomendad[oa]s?|evitar?|evite|descontinuad[oa]s?|' +
    'da evitare|(?:non|sconsigliat[oaie])(?: consigliat[oaie])?|evita|' +
    'nao recomendad[oa]s?|' +
    'niet aanbevolen|(?:te )?vermijden|afgeraden|af te raden|stopgezet|' +
    'tavsiye edilmeyen(?:ler)?|onerilmeyen(?:ler)?|kacinilmasi gerekenler|uzak durun|' +
    'niepolecane|nie polecam|unikac|unikaj|odradzam|' +
    'не рекоменду\\p{L}*|избегайте' +
    ')(?![\\p{L}\\p{N}])|おすすめしない|お勧めしない|避けるべき|避けたい|不推荐|不推薦|不建议|避免|避雷|비추천|추천하지 않|피해야|لا أنصح|لا ينصح|تجنب|לא מומלץ|להימנע|अनुशंसित नहीं|बचें|ไม่แนะนำ|หลีกเลี่ยง)',
  'u',
);

/** Words right after a name that advise against it or say that it no longer exists. */
const rejected = new RegExp(
  '^(?:\\W|\\b(?:is|are|was|were|has|been|it|which|now|which was|wurde|wird|ist|est|a ete|es|fue|ha sido|e|e stato|foi|werd|is) ){0,6}' +
    '(?:discontinued|shut(?:ting)? down|closed (?:down|permanently)|permanently closed|defunct|no longer (?:available|recommended|exists?|maintained|supported|operating|worth)|not recommended(?! for| if| unless)|avoid(?! overheating)(?:\\s|[.!,]|$)|' +
    'eingestellt|nicht (?:mehr (?:verfugbar|erhaltlich)|empfehlenswert(?! fur)|zu empfehlen|empfohlen)|abgeschaltet|dauerhaft geschlossen|' +
    'arrete|ferme definitivement|n.existe plus|non recommande|deconseille|a eviter|' +
    'descontinuad[oa]|ya no (?:existe|esta disponible)|no (?:lo |la )?recomend|cerrad[oa] definitivamente|' +
    'dismess[oa]|non piu disponibile|sconsigliat[oa]|chius[oa] definitivamente|' +
    'nao (?:e )?recomendad|encerrad[oa]|' +
    'stopgezet|niet meer (?:beschikbaar|leverbaar)|niet aan te raden|niet aanbevolen|' +
    'kapatildi|kapandi|artik (?:yok|mevcut degil)|tavsiye edilmez|onerilmez|' +
    'zamkniet|niedostepn|niepolecan|nie polecam|' +
    'サービス終了|終了しました|おすすめしません|已停|已关闭|已關閉|不推荐|不推薦|不建议|서비스 종료|종료되었|추천하지 않|توقف|لا أنصح|נסגר|לא מומלץ|बंद हो|ปิดให้บริการ|ไม่แนะนำ)',
  'u',
);

/** Words right before a name that advise against it: "avoid", "I would not recommend". */
const advisesAgainst = new RegExp(
  '(?:(?:^|[^\\p{L}])(?:avoid(?:ing)?|steer clear of|stay away from|(?:would|do|can)(?: not|n.t) recommend|cannot recommend|don.t (?:buy|use|go with|choose)|skip|' +
    'meiden|vermeiden|vermeide|(?:rate|rat) (?:ich )?(?:ab von|von)|nicht empfehlen|finger weg von|' +
    'evitez|eviter|deconseille|ne recommande pas|evite|evita|evitar|no recomiendo|no recomendaria|non consiglio|sconsiglio|nao recomendo|' +
    'vermijd|raad ik af|niet aanraden|unikaj|odradzam|nie polecam|избегайте|не рекомендую))[\\s*_:,~–—-]*(?:the |an? |den |die |das |le |la |les |el |los |il |lo |o |a |de |het )?[*_~[\\s]*$',
  'u',
);

export function isAvoidTitle(folded: string): boolean {
  return avoidTitle.test(folded) && !/^(?:avoid|skip|evita|evitar?|evitez|vermeiden) \p{L}+ing\b/u.test(folded);
}

/** Judges the text around a name: true if it is struck through, advised against, or said to be gone. */
export function isRejected(text: string, start: number, end: number, rest: number): boolean {
  if (/~~[*_\s]{0,4}$/.test(text.slice(Math.max(0, start - 6), start)) || text.slice(start, end).includes('~~'))
    return true;
  const line = text.slice(rest, rest + 90).split('\n', 1)[0] ?? '';
  const behind = foldTitle(line.replace(/[*_~]/g, '')).trimStart();
  if (rejected.test(behind)) return true;
  const before = text.slice(Math.max(0, start - 60), start);
  return advisesAgainst.test(foldTitle(before.slice(before.lastIndexOf('\n') + 1)));
}
