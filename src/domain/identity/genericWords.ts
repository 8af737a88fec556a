/**
 * Words that describe a kind of company or product, not a specific one, in name form and in the supported languages. A
 * name that shares only such a word with the owner's is not taken for the owner's. Further words of a field are learned
 * from its answers (nameCorpus.ts); this list helps owners whose field has few answers yet.
 */
const words = [
  // Company and product, English.
  'the and for with from pro plus max mini lite free premium basic standard enterprise business team teams group global',
  'international national american city center centre central north south east west new old first best top one home house',
  'service services solutions systems system software app apps application tool tools tech technology technologies digital',
  'online web cloud data media network networks studio studios labs lab works store shop market company agency consulting',
  'management platform suite office desktop mobile smart video audio voice speech text translate translator translation',
  'transcribe transcription converter editor maker generator assistant chat mail email crm erp api bank banking insurance',
  'family care health medical clinic dental dentist dentistry hospital pharmacy law legal attorneys plumbing plumber heating',
  'cooling electric electrical roofing repair auto car cars bakery bakeries cafe coffee restaurant hotel hotels travel school',
  'academy university institute sons brothers design creative marketing security energy water power sports fitness beauty',
  // German, French, Spanish, Italian, Portuguese, Dutch, Turkish.
  'und der die das fur praxis zahnarzt backerei baeckerei apotheke kanzlei handel dienst dienste verlag haus stadt',
  'les des pour maison boulangerie plombier plomberie dentaire dentiste cabinet clinique groupe agence solutions logiciel',
  'los las para casa clinica panaderia fontaneria grupo agencia soluciones software empresa servicios',
  'gli del della per casa panificio idraulico gruppo agenzia soluzioni servizi',
  'dos das para clinica padaria encanador grupo agencia solucoes empresa servicos',
  'voor het huis bakkerij loodgieter tandarts groep bureau diensten',
  '中国 日本 北京 上海 東京 全国 在线 翻译 翻訳 语音 視频 视频 免费 无料 智能 公司 会社',
  'icin dis klinigi firin tesisat grup ajans yazilim hizmetleri sanayi ticaret ceviri',
];

export const genericWords: ReadonlySet<string> = new Set(words.flatMap((line) => line.split(' ')));
