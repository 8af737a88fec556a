/**
 * Words of titles and labels in languages other than English, folded by `foldTitle`: lower case, accents of Latin
 * letters gone. General wording of recommendation texts only: no names, no brands.
 *
 * `starts` open a title as whole words, `holds` may appear anywhere in it as whole words, `parts` are pieces of words, for
 * languages that write without spaces or join endings to words.
 */
type Words = { starts: string; holds: string; parts: string };

export type TitleWord = 'advice' | 'summary' | 'picks' | 'category' | 'attribute';

/** German, French, Spanish, Italian, Portuguese, Dutch, Turkish, Polish; then Russian, Japanese, Chinese, Korean, Arabic, Hebrew, Hindi, Thai. */
const written: Record<TitleWord, Words> = {
  advice: {
    starts:
      'tipps|hinweise?|worauf|wie|wann|warum|was|welche[rs]?|kaufberatung|zu beachten|wichtig|fragen|quellen|nachste schritte|anmerkungen?|kritisch|kritik|einschrankungen|' +
      'conseils?|comment|pourquoi|quels?|quelles?|a savoir|a noter|a verifier|remarques?|points? a|ce qu.il faut|bon a savoir|astuces?|attention|avant de|limites?|precisions?|' +
      'consejos?|como|cuando|por que|que|a tener en cuenta|ten en cuenta|factores|notas?|preguntas|fuentes|antes de|limitaciones|aspectos|' +
      'consigli[oe]?|come(?= (?:scegliere|funziona|abbiamo|si|fare|trovare|capire|valutare|usare))|cosa|cose da|quando|perche|fattori|note(?= (?:su|sul|sulla|finali?|importanti|aggiuntive)(?: |$)|$)|domande|fonti|prima di|attenzione|' +
      'dicas?|conselhos?|o que|fatores|observacoes|observacao|perguntas|fontes|atencao|' +
      'hoe|wat|waar|waarop|waarom|wanneer|let op|vragen|bronnen|opmerkingen?|aandachtspunten|belangrijk|' +
      'ipuclari|ipucu|nasil|nelere|neden|ne zaman|dikkat|notlar|not$|sorular|kaynaklar|onemli|ek bilgiler|kritik|secerken|' +
      'wskazowki|porady|jak|na co|uwagi|uwaga|pytania|zrodla|co|kiedy|dlaczego|wazne|' +
      'советы|как|на что|примечани[ея]|вопросы|важно',
    holds:
      'kriterien|auswahlkriterien|entscheidungshilfe|beachten|criteres|critere|criterios|criteri|criteria|kriterler|kriterleri|kryteria|критерии',
    parts:
      '選び方|選ぶ際|選ぶとき|注意点|ご注意|コツ|比較ポイント|チェックポイント|補足|よくある質問|如何|怎么|怎麼|注意|小贴士|提示|选购|選購|选择建议|選擇建議|常见问题|说明|備註|备注|' +
      '선택 기준|고르는|고를 때|선택 방법|선택 팁|주의|참고|고려|نصائح|كيف|معايير|ملاحظ|عوامل|טיפים|איך לבחור|כיצד|קריטריונים|הערות|שימו לב|टिप्स|कैसे|ध्यान|नोट|मानदंड|เคล็ดลับ|วิธี|ข้อควร|หมายเหตุ|เกณฑ์|ปัจจัย',
  },
  summary: {
    starts:
      'fazit|kurzfazit|zusammenfassung|vergleich|kurz gesagt|kurzempfehlung|schnelle? empfehlung|meine? empfehlung|mein tipp|mein fazit|empfehlung nach|' +
      'conclusion|resume|en resume|comparatif|comparaison|tableau|verdict|ma recommandation|mon conseil|mon avis|en bref|synthese|bilan|choix rapide|recommandations? rapides?|recommandations? selon|' +
      'resumen|en resumen|comparacion|comparativa|tabla|mi recomendacion|veredicto|recomendacion rapida|recomendacion final|en pocas palabras|' +
      'conclusione|conclusioni|riepilogo|in sintesi|confronto|tabella|il mio consiglio|verdetto|riassunto|in breve|' +
      'conclusao|resumo|em resumo|comparacao|comparativo|tabela|minha recomendacao|veredito|' +
      'conclusie|samenvatting|samengevat|kortom|vergelijking|mijn advies|mijn aanbeveling|in het kort|' +
      'sonuc|ozet|ozetle|kisaca|karsilastirma|tavsiyem|onerim|kisa ozet|hizli secim|' +
      'podsumowanie|podsumowujac|wnioski|porownanie|moja rekomendacja|w skrocie|krotko|' +
      'итог|итоги|вывод|выводы|сравнение|кратко|резюме',
    holds: 'im vergleich|vergleichstabelle|tableau comparatif|tabla comparativa|tabella comparativa|tabela comparativa',
    parts:
      'まとめ|結論|比較表|早見表|総結|总结|總結|小结|对比|對比|比较|比較|一句话|简言之|结论|總之|总之|快速推荐|快速选择|요약|결론|비교|정리|الخلاصة|خلاصة|ملخص|مقارنة|باختصار|לסיכום|סיכום|השוואה|בקצרה|निष्कर्ष|सारांश|तुलना|संक्षेप|สรุป|เปรียบเทียบ',
  },
  picks: {
    starts:
      'top|die besten|meine empfehlungen|empfehlungen|empfohlene|alternativen|weitere|beliebte|bekannte|starke|ausserdem|ebenfalls|lobende erwahnungen?|' +
      'les meilleure?s|meilleure?s|mes recommandations|alternatives?|autres?|options|populaires?|mentions? honorables?|egalement|' +
      'los mejores|las mejores|mejores|mis recomendaciones|otras? opciones|otros|alternativas|opciones|menciones? honorificas?|tambien|' +
      'i migliori|le migliori|migliori|le mie scelte|altre opzioni|altri|alternative|opzioni|menzioni? d.onore|anche|' +
      'os melhores|as melhores|melhores|minhas recomendacoes|outras? opcoes|outros|opcoes|mencoes? honrosas?|' +
      'de beste|mijn aanbevelingen|andere|alternatieven|populaire|eervolle vermelding(?:en)?|' +
      'en iyiler|onerilerim|oneriler|diger|alternatifler|populer|' +
      'najlepsze|moje rekomendacje|inne|alternatywy|popularne|polecane|wyroznienia|' +
      'лучшие|альтернативы|другие|популярные',
    holds: '',
    parts:
      'おすすめ|お勧め|オススメ|推荐|推薦|其他选择|其他選擇|备选|備選|추천|대안|أفضل|افضل|بدائل|خيارات|מומלצ|המלצות|חלופות|सर्वश्रेष्ठ|अनुशंस|विकल्प|แนะนำ|ทางเลือก|ตัวเลือก',
  },
  category: {
    starts:
      'beste[rsn]?|am besten|fur|ideal fur|testsieger|gesamtsieger|sieger|preis-leistungs?-?\\p{L}*|gunstig\\p{L}*|geheimtipp|budget-?\\p{L}*|allround\\p{L}*|speziell|' +
      'le meilleur|la meilleure|meilleure?|l.option|ideale? pour|pour|le plus|la plus|les plus|le moins|meilleur rapport|rapport qualite|coup de c(?:œ|oe)ur|' +
      'el mejor|la mejor|lo mejor|mejor|ideal para|para|el mas|la mas|mas|opcion|mejor relacion|' +
      'il miglior\\p{L}*|la miglior\\p{L}*|miglior\\p{L}*|ideale per|per|il piu|la piu|piu|scelta|' +
      'o melhor|a melhor|melhor|o mais|a mais|mais|opcao|melhor custo|' +
      'beste|ideaal voor|voor|goedkoopste|meest|' +
      'en|butce|' +
      'najleps\\p{L}*|dla|idealn\\p{L}*|najtans\\p{L}*|naj\\p{L}+|' +
      'лучш\\p{L}*|для|сам\\p{L}+',
    holds: 'icin',
    parts:
      '向け|コスパ|最強|一番|ベスト|初心者|総合|重視|部門|1位|종합|1위|最佳|最好|最适合|最適合|性价比|首选|首選|综合|綜合|适合|適合|통합|최고|가성비|초보|الأفضل|الانسب|الأنسب|الاقتصادي|הטוב ביותר|הכי |הטובה ביותר|सबसे|के लिए|ดีที่สุด|เหมาะ|สำหรับ|คุ้ม',
  },
  attribute: {
    starts:
      'preise?|kosten|vorteile?|nachteile?|geeignet fur|ideal fur|am besten fur|besonderheiten|besonderheit|funktionen|merkmale|starken|schwachen|adresse|telefon|offnungszeiten|bewertung(?:en)?|standort|webseite|warum|fur wen|spezialitat(?:en)?|highlights?|leistungen|' +
      'prix|tarifs?|avantages?|inconvenients?|points? forts?|points? faibles?|ideal pour|fonctionnalites?|caracteristiques?|telephone|horaires|avis|note|specialites?|quartier|pourquoi|langues|limites?|atouts?|' +
      'precios?|ventajas?|desventajas?|contras?|ideal para|caracteristicas?|direccion|telefono|horarios?|valoracion|puntuacion|por que|funciones|limitaciones|especialidad(?:es)?|ubicacion|puntos fuertes|lo mejor|' +
      'prezz[oi]|vantagg[io]o?|svantagg[io]o?|contro|ideale per|caratteristiche|indirizzo|orari|valutazione|perche|funzioni|specialita|punti di forza|costo|' +
      'precos?|vantagens|vantagem|desvantagens|endereco|telefone|horario|avaliacao|recursos|especialidades?|pontos fortes|custo|localizacao|' +
      'prijs|prijzen|voordelen|nadelen|pluspunten|minpunten|geschikt voor|ideaal voor|kenmerken|functies|adres|telefoon|openingstijden|beoordeling|waarom|' +
      'fiyat[i]?|fiyatlar|artilari|eksileri|avantaj(?:lar)?i?|dezavantaj(?:lar)?i?|ozellik(?:ler)?i?|kimler icin|en uygun|puan|neden|kullanim|artilar|eksiler|' +
      'cena|ceny|zalety|wady|idealn[yae] dla|dla kogo|cechy|funkcje|ocena|godziny|dlaczego|' +
      'цена|плюсы|минусы|преимущества|недостатки|адрес|телефон|рейтинг',
    holds: '',
    parts: '',
  },
};

/** Whole labels of languages without capitals: a name may contain these words, a label consists of them. */
const wholeLabels = new Set(
  (
    '価格|料金|特徴|メリット|デメリット|おすすめの人|向いている人|こんな人におすすめ|おすすめポイント|住所|営業時間|評価|電話|電話番号|定休日|アクセス|強み|弱み|注意点|用途|ポイント|長所|短所|機能|理由|場所|' +
    '价格|價格|优点|優點|缺点|缺點|特点|特點|特色|适合|適合|适合人群|適合人群|适用场景|适合场景|地址|电话|電話|营业时间|營業時間|评分|評分|功能|优势|優勢|劣势|劣勢|官网|官網|推荐理由|推薦理由|不足|亮点|亮點|适用|费用|費用|理由|使用场景|' +
    '가격|장점|단점|특징|추천 대상|추천대상|주소|영업시간|평점|전화|기능|요금|적합|이유|위치|추천 이유|' +
    'السعر|المميزات|العيوب|الميزات|المزايا|الإيجابيات|السلبيات|العنوان|التقييم|لماذا|الهاتف|مناسب ل|مناسب لـ|الأفضل ل|الأفضل لـ|' +
    'מחיר|יתרונות|חסרונות|מתאים ל|כתובת|טלפון|דירוג|תכונות|למה|מתאים במיוחד ל|' +
    'कीमत|मूल्य|फायदे|नुकसान|विशेषताएं|विशेषताएँ|पता|रेटिंग|किसके लिए|खासियत|लाभ|कमियां|' +
    'ราคา|ข้อดี|ข้อเสีย|จุดเด่น|เหมาะสำหรับ|เหมาะกับ|ที่อยู่|คะแนน|คุณสมบัติ|โทร|เวลาเปิด'
  ).split('|'),
);

const compiled = Object.fromEntries(
  Object.entries(written).map(([kind, { starts, holds, parts }]) => [
    kind,
    {
      starts: new RegExp(`^(?:${starts})(?![\\p{L}\\p{N}])`, 'u'),
      holds: holds === '' ? null : new RegExp(`(?<![\\p{L}\\p{N}])(?:${holds})(?![\\p{L}\\p{N}])`, 'u'),
      parts: parts === '' ? null : new RegExp(parts, 'u'),
    },
  ]),
) as Record<TitleWord, { starts: RegExp; holds: RegExp | null; parts: RegExp | null }>;

const caseless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Thai}]/u;

/** Returns true if a text has letters of a script without capitals. */
export function hasCaselessLetters(text: string): boolean {
  return caseless.test(text);
}

/** Folds to lower case without the accents of Latin letters; other scripts keep their marks. */
export function foldTitle(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase();
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
    .replace(/[’‘´]/g, "'");
}

/** Returns true if a folded title of another language than English is of this kind. */
export function isForeignTitle(kind: TitleWord, folded: string): boolean {
  const { starts, holds, parts } = compiled[kind];
  if (starts.test(folded) || holds?.test(folded) === true) return true;
  return parts !== null && hasCaselessLetters(folded) && parts.test(folded);
}

/** Returns true for a label of a script without capitals that describes the name above it. */
export function isCaselessLabel(folded: string): boolean {
  return wholeLabels.has(folded);
}
