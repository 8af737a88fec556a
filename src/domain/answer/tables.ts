import type { Link } from './answerLinks.ts';
import type { Node } from './answerOutline.ts';
import { readHead } from './heads.ts';
import type { NameSpan } from './names.ts';
import { cleanName, hasProperMark, nameLikeness } from './names.ts';
import { type Cell, readRows, ruleOfTable } from './tableCells.ts';
import { isAttributeLabel, isCategory } from './titles.ts';
import { foldTitle } from './titleWords.ts';

export type TableName = { span: NameSpan; link: Link | null; node: Node };

const counter = /^\s*(?:#|no\.?|rank|position|place|\d{1,3}(?:[.)ºª]|st|nd|rd|th|er|e|位|위|등)?|[①-⑳🥇🥈🥉]+)\s*$/iu;
/** Words of headers for a column of names, folded, in the languages of the readers' word lists. */
const nameWords =
  'names?|products?|tools?|models?|apps?|applications?|services?|brands?|providers?|software|platforms?|cards?|compan(?:y|ies)|vendors?|suppliers?|manufacturers?|makers?|agenc(?:y|ies)|firms?|consultanc(?:y|ies)|partners?|contractors?|specialists?|lawyers?|attorneys?|doctors?|dentists?|clinics?|hospitals?|practices?|schools?|universit(?:y|ies)|courses?|banks?|accounts?|insurers?|restaurants?|cafes?|bars?|baker(?:y|ies)|hotels?|venues?|places?|business(?:es)?|shops?|stores?|retailers?|solutions?|systems?|picks?|options?|recommendations?|winners?|' +
  'produkte?|anbieter|hersteller|modelle?|marken?|unternehmen|firm[ae]n?|agentur(?:en)?|kanzlei(?:en)?|steuerberater|arzte?|dienst(?:e|leister)?|losung(?:en)?|programm(?:e)?|werkzeuge?|klinik(?:en)?|praxis|schulen?|bank(?:en)?|geschafte?|laden|empfehlung(?:en)?|' +
  'noms?|produits?|outils?|modeles?|marques?|logiciels?|prestataires?|fournisseurs?|entreprises?|societes?|agences?|cabinets?|cliniques?|ecoles?|banques?|etablissements?|boutiques?|adresses recommandees|recommandations?|' +
  'nombres?|productos?|herramientas?|modelos?|marcas?|proveedor(?:es)?|empresas?|agencias?|clinicas?|escuelas?|bancos?|tiendas?|restaurantes?|opcion(?:es)?|recomendacion(?:es)?|programas?|' +
  'nom[ei]|prodott[oi]|strument[oi]|modell[oi]|march[ei]o?|fornitor[ei]|aziend[ae]|agenzi[ae]|clinic[ah]e?|scuol[ae]|banc(?:a|he)|negozi[oi]?|ristorant[ei]|opzion[ei]|' +
  'produtos?|ferramentas?|fornecedor(?:es)?|lojas?|opcao|opcoes|aanbieders?|leveranciers?|merk(?:en)?|bedrij(?:f|ven)|winkels?|naam|opties|' +
  'urun(?:ler)?|arac(?:lar)?|uygulama(?:lar)?|marka(?:lar)?|firma(?:lar)?|sirket(?:ler)?|saglayici(?:lar)?|isletme|mekan|klinik|okul|banka|restoran|oneri(?:ler)?|' +
  'nazw[ay]|narzedzi[ea]|produkty?|dostawc[ay]|firm[ay]|marki|bank|sklepy?|restauracj[ae]|aplikacj[ae]';
const nameParts =
  /^(?:製品名?|商品名?|名前|名称|アプリ名?|サービス名?|ツール名?|店名|店舗名?|会社名?|企業名?|ブランド名?|メーカー|医院名?|病院名?|クリニック名?|学校名?|銀行名?|おすすめ|工具|软件|軟體|产品|產品|产品名称|品牌|名稱|公司|公司名称|厂商|廠商|供应商|供應商|服务商|机构|機構|平台|应用|應用|餐厅|餐廳|店铺|医院|診所|诊所|学校|银行|推荐|推薦|제품명?|앱|이름|서비스명?|업체명?|회사명?|브랜드|병원명?|학교|은행|식당|매장|추천|المنتج|الاسم|التطبيق|الشركة|المزود|המוצר|שם|חברה|उत्पाद|नाम|ऐप|कंपनी|ชื่อ|ผลิตภัณฑ์|แอป|บริษัท)(?:\s|\/|$)/u;
const nameHead = new RegExp(
  String.raw`^(?:(?:our|my|top|best|the|recommended|suggested)\s)?(?:${nameWords})(?:\s|/|$)|^(?:our |top |best |my )?(?:pick|choice|fit)s?(?:\s|$)|^(?:recommended|suggested)$|^(?!best for|for|ideal|number|free|other)\S+(?: \S+)? (?:${nameWords})$`,
  'u',
);
/** "Software focus", "Product type", "Service area": about the thing, not its name. */
const aboutNames =
  /\b(?:focus|types?|areas?|kinds?|categor(?:y|ies)|features?|fit for|best for|prices?|pricing|fees?|notes?|quality|level|ratings?|size|plans?)$/;

function headsNames(heading: string): boolean {
  return (nameHead.test(heading) && !aboutNames.test(heading)) || nameParts.test(heading);
}

const aspectHeader =
  /^(?:features?|criteri(?:a|on|o|os|res?|u)|aspe[ckt]{1,2}(?:s|os?|en|er|i|y)?|categor(?:y|ies|ia|ie)|specs?|specifications?|attributes?|merkmale?|kriteri(?:um|en)|eigenschaft(?:en)?|funktion(?:en)?|caracteristica?s?|caracteristiques?|caratteristic[ah]e?|critere|recursos?|kenmerken?|eigenschappen|ozellik(?:ler)?|kriter(?:ler)?|cech[ay]|kryteri(?:um|a)|parametr\p{L}{0,3}|vlastnost(?:i)?|egenska[bp](?:er)?|szempont(?:ok)?|jellemzo|ominaisuus|kriteeri|kriteria|fitur|tieu chi|dac diem|tinh nang|критер\p{L}{2,4}|характеристик\p{L}|параметр\p{L}{0,2}|аспект|χαρακτηριστικ\p{L}|κριτηρι\p{L}|項目|特徴|比較項目|観点|基準|機能|维度|維度|对比项|對比項|方面|指标|指標|项目|特点|特性|功能|항목|구분|기준|비교|특성|특징|기능|الميزة|תכונה|विशेषता|คุณสมบัติ)?$/u;

/** Reads the names of a table, with the row or the header cell of each. Empty if it is not a table. */
export function readTable(text: string, rows: readonly Node[], links: readonly Link[]): TableName[] {
  const table = readRows(text, rows);
  const rule = ruleOfTable(text, rows);
  const header = table[0];
  const body = table.slice(rule < 0 ? 0 : 1);
  if (body.length === 0) return [];
  const show = (cell: Cell | undefined): string => (cell === undefined ? '' : cellName(text, cell, links).span.name);
  const headings = (rule < 0 ? [] : (header?.cells ?? [])).map((cell) => foldTitle(show(cell)));
  const first = body.map((row) => show(row.cells[0]));
  const share = (good: (name: string) => boolean): number => first.filter(good).length / first.length;
  const sorted = headings[0] !== '' || share((name) => hasProperMark(name)) === 0;
  if (rule >= 0 && header !== undefined && aspectHeader.test(headings[0] ?? '') && sorted) {
    const named = header.cells.slice(1).map((cell) => ({ cell, ...cellName(text, cell, links) }));
    const filled = named.filter((one) => one.span.name !== '');
    if (
      filled.length > 1 &&
      filled.every(
        (one) =>
          nameLikeness(one.span.name) >= 0.6 && !isAspect(one.span.name) && !headsNames(foldTitle(one.span.name)),
      )
    ) {
      const { node } = header;
      return filled.map(({ cell, span, link }) => ({ span, link, node: { ...node, line: { ...node.line, ...cell } } }));
    }
  }
  const isSetApart = (at: number): boolean =>
    body.every((row) => {
      const cell = row.cells[at];
      return cell !== undefined && /^\s*(?:\*\*|\[)/.test(text.slice(cell.start, Math.min(cell.end, cell.start + 10)));
    });
  const column = nameColumn(first, headings, isSetApart, (at) => body.map((row) => show(row.cells[at])));
  const names: TableName[] = [];
  for (const row of body) {
    const cell = row.cells[column];
    if (cell === undefined) continue;
    const { span, link } = cellName(text, cell, links);
    if (nameLikeness(span.name) >= 0.5) names.push({ span, link, node: row.node });
  }
  return names;
}

function isAspect(name: string): boolean {
  return isAttributeLabel(name) || (nameLikeness(name) < 0.5 && !isCategory(name));
}

function cellName(text: string, cell: Cell, links: readonly Link[]): { span: NameSpan; link: Link | null } {
  const head = readHead(text, cell.start, cell.end, links);
  return { span: cleanName(text, head.start, head.end), link: head.link };
}

/**
 * Returns the column of names: the first, unless it counts, or sorts by place, category or need, while a later one has
 * names.
 */
function nameColumn(
  first: readonly string[],
  headings: readonly string[],
  isSetApart: (column: number) => boolean,
  read: (column: number) => string[],
): number {
  const visited = new Set<string>();
  const sorts = first.filter((name) => {
    const again = visited.has(name);
    visited.add(name);
    return again || isCategory(name) || counter.test(name) || name === '' || nameLikeness(name) < 0.5;
  });
  const called = headings.findIndex((heading, index) => index > 0 && index < 4 && headsNames(heading));
  const setApart = called < 0 && !isSetApart(0) ? [1, 2].filter(isSetApart) : [];
  if (setApart.length === 1 && !headsNames(headings[0] ?? '')) return setApart[0] ?? 0;
  if ((headsNames(headings[0] ?? '') || called < 0) && sorts.length * 2 < first.length) return 0;
  const candidates = called > 0 ? [called] : [1, 2];
  for (const column of candidates) {
    const names = read(column);
    const good = names.filter((name) => nameLikeness(name) >= 0.6 && !isCategory(name)).length;
    if (good * 2 > names.length) return column;
  }
  return 0;
}
