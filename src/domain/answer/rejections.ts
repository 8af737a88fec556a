import type { NameSpan } from './names.ts';
import { cleanName, nameLikeness } from './names.ts';
import { isRejected } from './polarity.ts';
import { foldTitle, hasCaselessLetters } from './titleWords.ts';

/** Sentences that advise against something or say that it no longer exists, folded by `foldTitle`. */
const rejects = new RegExp(
  "(?<!\\p{L})(?:avoid(?:ing)?|(?:would|i'd) skip|steer clear|stay away|(?:would|do|can)(?: not|n't) (?:recommend|use|buy|choose)|cannot recommend|not recommended|(?:was|were|been|is being) (?:shut down|discontinued|closed)|shut(?:ting)? down|no longer (?:available|exists|recommended|maintained)|discontinued|" +
    'nicht empfehl\\p{L}*|abraten|rate ich ab|rate ab|wurde (?:\\S+ ){0,3}eingestellt|meide[nt]?|vermeide[nt]?|' +
    'a eviter|evitez|deconseill\\p{L}*|ne recommande pas|a ferme|ont ferme|a ete (?:arrete|ferme)\\p{L}*|n.existe plus|' +
    'no recomiendo|no recomendaria|desaconsej\\p{L}*|evita|evite|ha cerrado|cerro|fue (?:cerrad|descontinuad)\\p{L}*|ya no existe|' +
    'da evitare|sconsigli\\p{L}*|non consiglio|ha chiuso|e stato (?:chiuso|dismesso)|non esiste piu|' +
    'nao recomendo|evitar|foi (?:encerrad|descontinuad)\\p{L}*|encerrou|' +
    'vermijd\\p{L}*|raad ik af|niet aan te raden|afgeraden|is gestopt|stopgezet|' +
    'tavsiye etm\\p{L}*|onermiyorum|onerm\\p{L}*|kapandi|kapatildi|' +
    'nie polecam|odradzam|unikaj|zamknie\\p{L}*|zostal\\p{L}* zamkn\\p{L}*|' +
    'не рекомендую|избегайте|закрыл\\p{L}*' +
    ')(?!\\p{L})|おすすめしません|おすすめできません|避け(?:た|る)|サービスを?終了|終了しました|閉鎖|不推荐|不推薦|不建议|避免使用|停止服务|停止服務|停止运营|已关闭|已下线|추천하지 않|피하|종료(?:되|했)|لا أنصح|لا ينصح|لا أوصي|تجنب|أغلق|توقف|לא מומלץ|לא ממליץ|הימנע|נסגר|सिफ\u093C?ारिश नहीं|सलाह नहीं|बचें|बंद (?:हो|कर)|ไม่แนะนำ|หลีกเลี่ยง|ปิดให้บริการ|ปิดตัว',
  'u',
);
const marked = /\*\*([^*\n]{2,80})\*\*|[「『“„«]([^」』”“»\n]{2,60})[」』”“»]/g;
const capitalised = /(?<![\p{L}\p{N}.'’-])\p{Lu}[\p{L}\p{N}.+&'’-]*(?: \p{Lu}[\p{L}\p{N}.+&'’-]*){0,4}/gu;
const common =
  /^(?:I|I'd|We|You|It|They|This|That|These|Those|The|A|An|Note|Also|But|And|If|My|Der|Die|Das|Den|Dienst|Auch|Ich|Le|La|Les|Un|Une|Je|Note|El|Los|Yo|No|Il|Lo|Gli|Non|O|Os|Eu|Não|De|Het|Een|Ik|Not|Nie|Bu|To|Ja|January|February|March|April|May|June|July|August|September|October|November|December|Sommer|Winter|Herbst)$/u;
const maxPieces = 800;

/** Returns true if a sentence advises against the thing it names, or says that it no longer exists. */
export function isRejecting(sentence: string): boolean {
  return rejects.test(foldTitle(sentence));
}

/**
 * Returns the names that sentences advise against: set apart in bold or quotes, otherwise the capitalised words of the
 * sentence.
 */
export function readRejections(text: string): NameSpan[] {
  if (!isRejecting(text.slice(0, 200_000))) return [];
  const spans: NameSpan[] = [];
  let start = 0;
  let pieces = 0;
  for (const match of text.matchAll(/[.!?;](?:\*\*)?(?=\s)|[。！？]|\n/g)) {
    const end = match.index + match[0].length;
    spans.push(...rejectedIn(text, start, end));
    start = end;
    pieces += 1;
    if (pieces > maxPieces) return spans;
  }
  spans.push(...rejectedIn(text, start, text.length));
  return spans;
}

function rejectedIn(text: string, start: number, end: number): NameSpan[] {
  if (end - start > 1200 || end - start < 6) return [];
  const piece = text.slice(start, end);
  if (!isRejecting(piece) || /^\s*#{1,6}\s/.test(piece)) return [];
  const spans = [...piece.matchAll(marked)].map((match) => {
    const inside = match[1] ?? match[2] ?? '';
    const from = start + match.index + match[0].indexOf(inside);
    return cleanName(text, from, from + inside.length);
  });
  if (spans.length > 0) return spans.filter((span) => nameLikeness(span.name) >= 0.6);
  if (hasCaselessLetters(piece)) return [];
  return [...piece.matchAll(capitalised)]
    .map((match) => {
      const words = match[0].split(' ');
      let from = start + match.index;
      let shownText = match[0];
      while (words.length > 0 && common.test(words[0] ?? '')) {
        from += (words[0]?.length ?? 0) + 1;
        words.shift();
        shownText = words.join(' ');
      }
      return cleanName(text, from, from + shownText.replace(/[.,]+$/, '').length);
    })
    .filter((span) => span.name !== '' && nameLikeness(span.name) >= 0.75)
    .filter((span) => isNear(text, span, start, end))
    .slice(0, 3);
}

/** Returns true if the rejecting words are right before the name, or the name is the sentence's subject. */
function isNear(text: string, span: NameSpan, start: number, end: number): boolean {
  const before = text.slice(start, span.start);
  if (isRejected(text, span.start, span.end, span.end)) return true;
  const behind = text.slice(span.end, end);
  if (isRejecting(before) && before.length < 60 && !/[,:]/.test(before)) return true;
  return isRejecting(behind) && before.split(/\s+/).length < 8;
}
