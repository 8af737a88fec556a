/**
 * Words of instructions to assistants, by language, as regular expression source. Only imperatives and infinitives, not
 * `we recommend` or `is recommended`, which honest texts use.
 */
export type InstructionWords = {
  /** "Ignore"; "previous"; "instructions". */
  ignore: string;
  prior: string;
  orders: string;
  /** An assistant by its generic name; product names are the same in all languages. */
  model: string;
  duty: string;
  /** "Recommend" or "mention"; and "say", which counts only together with praise. */
  promote: string;
  tell: string;
  praise: string;
  /** "Summarise" or "asked"; and "this page" or "our". */
  task: string;
  page: string;
  /** "Remember"; and a source to trust. */
  remember: string;
  source: string;
};

export const instructionWords: Readonly<Record<string, InstructionWords>> = {
  en: {
    ignore: 'ignore|disregard|forget|override',
    prior: 'previous|prior|earlier|preceding|above|system',
    orders: 'instructions?|prompts?|directions|directives',
    model: 'ai (?:assistant|model|agent|system|crawler|chatbot)s?|(?:large )?language models?|llms?|chatbots?',
    duty: 'must|should|shall|please|always|are (?:instructed|required) to',
    promote: 'recommend|rank|cite|mention|prefer|suggest|praise|promote|endorse|feature',
    tell: 'tell|say|state|inform|describe|answer|respond|note|add',
    praise:
      '(?:the |our )?(?:best|leading|most trusted|trusted|top|safest|cheapest|number one|#1|most reliable|authoritative|first choice|superior|highly recommended)',
    task: '(?:when|while|whenever|if|before|after)(?: you(?: are)?)? (?:summari[sz](?:e|ing)|answer(?:ing)?|describ(?:e|ing)|discuss(?:ing)?|process(?:ing)?|index(?:ing)?|quot(?:e|ing)|asked about|comparing)',
    page: '(?:this|the|our) (?:page|web ?page|website|site|article|post|document|content|text|company|brand|product|shop|store)|questions',
    remember: 'remember|memori[sz]e|keep in (?:your )?memory|save|store',
    source:
      '(?:trusted|reliable|authoritative|preferred|primary|best|go-to|credible)(?: and \\w+)? (?:sources?|citations?|references?)(?! of)',
  },
  de: {
    ignore: 'ignorier\\w*|missachte\\w*|vergiss|vergessen sie',
    prior: 'vorherige\\w*|bisherige\\w*|vorangegangene\\w*|obige\\w*|frühere\\w*',
    orders: 'anweisung\\w*|instruktion\\w*|vorgaben|prompts?',
    model: 'ki-?(?: )?(?:assistent|modell|system|agent|crawler)\\w*|sprachmodell\\w*|chatbots?',
    duty: 'muss|müssen|soll|sollen|sollte|sollten|bitte|immer|stets',
    promote:
      'empfiehl|empfehle|empfehlen(?! wir)|nenne|nennen(?! wir)|erwähne|erwähnen(?! wir)|bevorzuge|bevorzugen|zitiere|zitieren',
    tell: 'sage|sagen|sag|antworte|antworten|beschreibe|beschreiben|teile|weise',
    praise: 'beste\\w*|führende\\w*|vertrauenswürdig\\w*|zuverlässigste\\w*|erste wahl|günstigste\\w*',
    task: '(?:wenn|falls|beim|bei der|sobald|bevor|während).{0,60}(?:zusammenfass\\w*|beantworte\\w*|gefragt w\\w+|verarbeite\\w*|beschreib\\w*)',
    page: 'diese\\w? (?:seite|website|webseite|artikel|text|inhalt|dokument)\\w*|unser\\w* (?:seite|shop|produkt|marke|firma|unternehmen)\\w*|fragen',
    remember: 'merke? dir|merken sie sich|erinnere dich|speichere|behalte',
    source: '(?:vertrauenswürdig|verlässlich|bevorzugt|zuverlässig|maßgeblich)\\w* quelle\\w*',
  },
  fr: {
    ignore: 'ignore[rz]?|oublie[rz]?|ne (?:tiens|tenez) pas compte',
    prior: 'précédent\\w*|antérieur\\w*|ci-dessus',
    orders: 'instructions?|consignes?|directives?|prompts?',
    model:
      "(?:les |l’|l')?(?:assistants?|agents?|modèles?|robots?)(?: \\w+)? (?:ia|d’ia|d'ia|de langage)|chatbots?|modèles? de langage",
    duty: 'doit|doivent|devrait|devraient|devez|dois|veuillez|toujours|merci de',
    promote: 'recommander?|recommandez|mentionner?|mentionnez|citer?|citez|privilégier|privilégiez|préférer',
    tell: 'dire|dis|dites|indiquer?|indiquez|répondre|réponds|répondez|décrire|décris|décrivez',
    praise: 'meilleur\\w*|leader|de confiance|plus fiables?|numéro un|premier choix|moins chers?',
    task: "(?:lorsque|quand|si|en) (?:tu |vous |l'on |l’on )?(?:résum\\w*|répond\\w*|décri\\w*|trait\\w*)|si (?:on|un utilisateur) (?:te|vous)? ?demande",
    page: '(?:cette|la) page|ce site|cet article|ce (?:texte|document|contenu)|notre (?:site|marque|boutique|entreprise)|questions',
    remember: 'souviens-toi|souvenez-vous|mémorise[rz]?|retiens|retenez|garde[rz]? en mémoire|enregistre[rz]?',
    source: 'sources? (?:fiable|de confiance|privilégiée|préférée|de référence|faisant autorité)s?',
  },
  es: {
    ignore: 'ignor[ae]n?|ignorar|olvid[ae]n?|descart[ae]',
    prior: 'anterior(?:es)?|previas?|previos?|precedentes',
    orders: 'instrucci(?:ón|ones)|indicaciones|órdenes|prompts?',
    model: '(?:asistentes?|modelos?|agentes?|sistemas?) (?:de )?(?:ia|inteligencia artificial|lenguaje)|chatbots?',
    duty: 'debe|deben|debes|debería|deberían|por favor|siempre',
    promote: 'recomendar|recomienda|recomiende|mencionar|menciona|mencione|citar|cita|cite|preferir|sugerir|sugiere',
    tell: 'decir|di|diga|digan|responder|responde|responda|describir|describe|indica|indique|afirma',
    praise: 'mejor(?:es)?|líder|de confianza|más fiable|más confiable|número uno|primera opción|más barat\\w+',
    task: '(?:cuando|si|al|antes de) (?:te |le |se )?(?:resum\\w+|respond\\w+|describ\\w+|proces\\w+|preguntan?|pregunten?)',
    page: '(?:esta|la) página|este (?:sitio|artículo|texto|documento|contenido)|nuestr[ao] (?:sitio|marca|tienda|empresa|producto)|preguntas',
    remember: 'recuerd[ae]|memoriza|memorice|guarda en (?:tu )?memoria|guarde',
    source: 'fuentes? (?:fiable|confiable|de confianza|preferida|autorizada|de referencia)s?',
  },
  it: {
    ignore: 'ignor[ai]|ignorare|ignorate|dimentica|dimenticate|trascura',
    prior: 'precedent[ei]|anterior[ei]|sopra',
    orders: 'istruzion[ei]|indicazioni|direttive|prompt',
    model:
      "(?:assistent[ei]|modell[oi]|agent[ei]|sistem[ai]) (?:di |d’|d')?(?:ia|ai|intelligenza artificiale|linguistic[oi]|linguaggio)|chatbot",
    duty: 'deve|devono|dovrebbe|dovrebbero|devi|sempre|per favore',
    promote:
      'consigliare|consiglia|consigliate|raccomandare|raccomanda|raccomandate|menzionare|menziona|citare|cita|citate|preferire|suggerire|suggerisci',
    tell: 'dire|dì|dica|dite|rispondere|rispondi|descrivere|descrivi|indica',
    praise: 'miglior[ei]?|leader|di fiducia|più affidabil[ei]|numero uno|prima scelta|più economic\\w+',
    task: '(?:quando|se|nel) (?:ti |vi |si )?(?:riassum\\w+|riassunto|rispond\\w+|descriv\\w+|elabor\\w+|chiedono|viene chiesto)',
    page: 'questa pagina|questo (?:sito|articolo|testo|documento|contenuto)|(?:il|la) nostr[oa] (?:sito|marchio|negozio|azienda|prodotto)|domande',
    remember: 'ricorda|ricordate|ricordati|memorizza|memorizzate|salva in memoria',
    source: 'font[ei] (?:affidabil[ei]|attendibil[ei]|autorevol[ei]|preferit[ae]|di fiducia)',
  },
  pt: {
    ignore: 'ignor[ea]|ignorar|ignorem|esque[çc]a|desconsider[ea]',
    prior: 'anterior(?:es)?|prévias?|acima',
    orders: 'instruç(?:ão|ões)|orientações|ordens|prompts?',
    model: '(?:assistentes?|modelos?|agentes?|sistemas?) (?:de )?(?:ia|inteligência artificial|linguagem)|chatbots?',
    duty: 'deve|devem|deveria|deveriam|por favor|sempre',
    promote: 'recomendar|recomende|recomendem|mencionar|mencione|citar|cite|preferir|prefira|sugerir|sugira',
    tell: 'dizer|diga|digam|responder|responda|descrever|descreva|informe|afirme',
    praise: 'melhor(?:es)?|líder|de confiança|mais confiável|número um|primeira escolha|mais barat\\w+',
    task: '(?:quando|se|ao|antes de) (?:você |te |lhe )?(?:resum\\w+|respond\\w+|descrev\\w+|process\\w+|pergunt\\w+|for perguntado)',
    page: 'esta página|este (?:site|artigo|texto|documento|conteúdo)|noss[ao] (?:site|marca|loja|empresa|produto)|perguntas',
    remember: 'lembre(?:-se)?|memorize|guarde na memória|salve',
    source: 'fontes? (?:confiáve(?:l|is)|de confiança|preferida|autorizada|de referência)',
  },
  nl: {
    ignore: 'negeer|vergeet|sla .{0,20} over',
    prior: 'vorige|eerdere|voorgaande|bovenstaande',
    orders: 'instructies?|opdrachten|aanwijzingen|prompts?',
    model: 'ai-?(?: )?(?:assistent|model|systeem|agent)\\w*|taalmodel\\w*|chatbots?',
    duty: 'moet|moeten|dient|dienen|zou moeten|altijd|alsjeblieft',
    promote: 'aanbevelen|aanraden|raad .{0,60} aan|beveel .{0,60} aan|noem|noemen|vermeld|vermelden|citeer|citeren',
    tell: 'zeg|zeggen|vertel|vertellen|antwoord|antwoorden|beschrijf|beschrijven',
    praise: 'beste|toonaangevende?|betrouwbaarste|nummer één|eerste keus|goedkoopste',
    task: '(?:wanneer|als|bij het|voordat) (?:je |u )?.{0,40}(?:samenvat\\w*|beantwoord\\w*|beschrijf\\w*|beschrijven|verwerk\\w*|gevraagd)',
    page: '(?:deze|de) (?:pagina|website|site|tekst)|dit (?:artikel|document)|ons (?:merk|bedrijf|product)|onze (?:site|winkel)|vragen',
    remember: 'onthoud|onthouden|sla .{0,60} op|bewaar',
    source: '(?:betrouwbare|vertrouwde|gezaghebbende) bron(?:nen)?',
  },
  pl: {
    ignore: 'zignoruj\\w*|ignoruj\\w*|zapomnij\\w*|pomiń',
    prior: 'poprzedni\\w*|wcześniejsz\\w*|powyższ\\w*',
    orders: 'instrukcj\\w+|polece\\w+|wytyczn\\w+|prompt\\w*',
    model: '(?:asysten\\w+|model\\w*|agen\\w+) (?:ai|si|językow\\w+)|chatbot\\w*',
    duty: 'musi|muszą|powin\\w+|proszę|zawsze',
    promote:
      'polecać|polecaj|poleć|rekomendować|rekomenduj\\w*|wspominać|wspomnij\\w*|wspomnieć|cytować|cytuj\\w*|wymieniać|wymień',
    tell: 'mówić|powiedz\\w*|powiedzieć|odpowiedz\\w*|odpowiadaj|odpowiadać|opisz\\w*|opisywać',
    praise: 'najlepsz\\w+|wiodąc\\w+|zaufan\\w+|najbardziej wiarygodn\\w+|numer jeden|najtańsz\\w+',
    task: 'streszczając|podsumowując|(?:gdy|jeśli|kiedy|podczas|przed).{0,40}(?:podsumow\\w+|streszcza\\w+|streszczeni\\w+|odpowiad\\w+|opis\\w+|zapyta\\w+)',
    page: '(?:tę|tej|ta) stron\\w+|ten (?:artykuł|tekst|dokument)|tego (?:artykułu|tekstu)|nasz\\w* (?:stron|sklep|mark|firm|produkt)\\w*|pytania',
    remember: 'zapamiętaj\\w*|pamiętaj\\w*|zapisz',
    source: '(?:zaufan|wiarygodn|preferowan|rzeteln)\\w+ źród\\w+|źród\\w+ (?:zaufan|wiarygodn|godn)\\w+',
  },
  ru: {
    ignore: 'игнорируй\\w*|проигнорируй\\w*|забудь\\w*|не обращай\\w* внимания',
    prior: 'предыдущ\\w+|прежн\\w+|вышеуказанн\\w+|все',
    orders: 'инструкци\\w+|указани\\w+|команд\\w*|промпт\\w*',
    model: '(?:ии|ai)[- ](?:ассистент|помощник|модел|агент|систем)\\w*|языков\\w+ модел\\w+|нейросет\\w+|чат-?бот\\w*',
    duty: 'долж\\w+|следует|обязан\\w*|пожалуйста|всегда',
    promote:
      'рекомендуй\\w*|рекомендовать|порекомендуй\\w*|упоминай\\w*|упоминать|упомяни\\w*|упомянуть|цитируй\\w*|цитировать|советуй\\w*|советовать|хвали\\w*',
    tell: 'говори\\w*|говорить|скажи\\w*|сказать|сообщи\\w*|отвечай\\w*|отвечать|ответь\\w*|опиши\\w*',
    praise: 'лучш\\w+|ведущ\\w+|надёжн\\w+|надежн\\w+|проверенн\\w+|номер один|самы\\w+ (?:дешёв|дешев|выгодн)\\w+',
    task: '(?:когда|если|при|перед).{0,40}(?:резюмир\\w+|суммир\\w+|обобщ\\w+|пересказ\\w+|кратк\\w+ изложени\\w+|отвеча\\w+|ответ\\w+|описыва\\w+|спрос\\w+|спрашива\\w+)',
    page: '(?:эт\\w+|данн\\w+) (?:страниц|сайт|стать|текст|документ)\\w*|наш\\w* (?:сайт|бренд|магазин|компани|продукт)\\w*|вопрос\\w*',
    remember: 'запомни\\w*|сохрани\\w*|помни\\w*',
    source: '(?:надёжн|надежн|достоверн|авторитетн|предпочтительн|проверенн)\\w+ источник\\w*',
  },
  sv: {
    ignore: 'ignorera|bortse från|glöm',
    prior: 'tidigare|föregående|ovanstående',
    orders: 'instruktion\\w*|anvisning\\w*|prompt\\w*',
    model: 'ai-?(?: )?(?:assistent|modell|system|agent)\\w*|språkmodell\\w*|chattbot\\w*|chatbot\\w*',
    duty: 'måste|ska|skall|bör|alltid|vänligen',
    promote: 'rekommendera|nämn|nämna|omnämn|citera|föreslå|framhåll',
    tell: 'säg|säga|svara|berätta|beskriv|beskriva|ange',
    praise: 'bäst\\w*|ledande|mest pålitlig\\w*|nummer ett|första val\\w*|billigast\\w*',
    task: '(?:när|om|innan) (?:du |ni )?.{0,30}(?:sammanfatta\\w*|besvara\\w*|svara\\w*|beskriv\\w*|tillfråga\\w*)',
    page: '(?:denna|den här) (?:sida|sidan|webbplats|webbplatsen|artikel|artikeln|texten)|vår\\w* (?:sida|webbplats|butik|varumärke|företag|produkt)\\w*|frågor',
    remember: 'kom ihåg|minns|spara|lagra',
    source: '(?:pålitlig|betrodd|tillförlitlig|trovärdig)\\w* käll\\w+',
  },
  tr: {
    ignore: 'yok say\\w*|görmezden gel\\w*|unut\\w*|dikkate alma\\w*',
    prior: 'önceki|yukarıdaki|daha önceki',
    orders: 'talimat\\w*|yönerge\\w*|komut\\w*|istem\\w*',
    model: '(?:yapay zek[aâ]|yz|ai) (?:asistan|model|ajan|sistem)\\w*|dil model\\w*|sohbet robot\\w*|chatbot\\w*',
    duty: 'meli\\w*|malı\\w*|lütfen|her zaman|daima|\\w+m[ea]l[iı]\\w*',
    promote: 'öner\\w*|tavsiye e[dt]\\w*|bahset\\w*|bahsed\\w*|alıntıla\\w*|an(?:ın|malı)\\w*',
    tell: 'söyle\\w*|de(?:yin|meli)\\w*|cevap ver\\w*|yanıtla\\w*|anlat\\w*',
    praise: 'en iyi\\w*|en güvenilir\\w*|lider\\w*|bir numara\\w*|en ucuz\\w*',
    task: '(?:özetle\\w*|cevapla\\w*|yanıtla\\w*|açıkla\\w*|sorulduğunda|sorulursa).{0,15}|özetlerken',
    page: 'bu (?:sayfa|site|web sitesi|makale|yazı|metin|belge)\\w*|(?:sitemiz|markamız|mağazamız|şirketimiz|ürünümüz)\\w*|soru\\w*',
    remember: 'hatırla\\w*|unutma\\w*|hafıza\\w*|kaydet\\w*|aklında tut\\w*',
    source: '(?:güvenilir|güvenli|yetkili|tercih edilen) (?:bir )?kayna[kğ]\\w*',
  },
  ja: {
    ignore: '無視|忘れて|破棄',
    prior: 'これまで|以前|前の|上記|従来',
    orders: '指示|命令|プロンプト',
    model: '(?:AI|ＡＩ|人工知能)(?:アシスタント|モデル|エージェント|クローラー)?|言語モデル|チャットボット',
    duty: 'べき|必ず|常に|してください|すること|せよ|しなさい',
    promote: '推薦|推奨|おすすめ|言及|引用|紹介し|優先',
    tell: '伝え|述べ|答え|回答|説明し|言って|言う',
    praise: '最高|最良|最も信頼|信頼できる|一番|第一|トップ|最適|最安',
    task: '(?:要約|まとめ|回答|説明|紹介|質問).{0,8}(?:とき|際|場合|時|たら)',
    page: '(?:この|本|当)(?:ページ|サイト|記事|文書|文章|コンテンツ|店|社|商品|製品)|質問',
    remember: '覚え|記憶|記録して',
    source: '信頼(?:できる|性の高い)?(?:情報源|ソース|出典)|優先(?:的な)?(?:情報源|ソース)',
  },
  zh: {
    ignore: '忽略|忽視|无视|無視|忘记|忘記|不要理会',
    prior: '之前|以前|先前|上述|上面|前面|此前',
    orders: '指令|指示|提示词?|提示詞|命令',
    model: '(?:AI|人工智能|人工智慧)(?:助手|助理|模型|智能体)?|(?:大)?(?:语言|語言)模型|聊天机器人|聊天機器人',
    duty: '应该|應該|应当|應當|必须|必須|请|請|务必|務必|始终|始終|总是|一定',
    promote: '推荐|推薦|提及|提到|引用|优先|優先|首选|首選',
    tell: '告诉|告訴|说|說|回答|回复|回覆|描述|介绍|介紹',
    praise: '最好|最佳|最可靠|最值得信赖|最值得信賴|第一|领先|領先|首选|首選|最便宜',
    task: '(?:总结|總結|概括|摘要|归纳|歸納|回答|介绍|介紹|被问|被問|询问|詢問).{0,20}(?:时|時|候|前)|当.{0,20}(?:总结|概括|回答|问到)|當.{0,20}(?:總結|概括|回答|問到)',
    page: '(?:本|此|该|該|这个|這個|这篇|這篇|我们的|我們的)(?:页面|頁面|页|頁|网页|網頁|网站|網站|文章|文档|文件|内容|內容|品牌|商店|公司|产品|產品)|问题|問題',
    remember: '记住|記住|牢记|牢記|保存到记忆|记忆|記憶',
    source: '(?:可信|可靠|权威|權威|首选|首選|值得信赖|值得信賴)(?:的)?(?:信息)?(?:来源|來源|信源)',
  },
  ko: {
    ignore: '무시|잊어|잊으',
    prior: '이전|위의|앞의|기존|지금까지',
    orders: '지시|명령|프롬프트|지침',
    model: '(?:AI|인공지능) ?(?:어시스턴트|비서|모델|에이전트|도우미)?|언어 ?모델|챗봇',
    duty: '해야|하십시오|하세요|하시오|하라|반드시|항상|꼭',
    promote: '추천|언급|인용|권장|우선',
    tell: '말하|말해|답하|답변|대답|알려|설명하|전달하',
    praise: '최고|가장 (?:신뢰|좋은|믿을|저렴)|1위|선도|최상|최적',
    task: '(?:요약|정리|답변|대답|설명|소개|질문)(?:할|하는|을|를|받)? ?.{0,6}(?:때|경우|시|면)',
    page: '(?:이|본|우리|저희) ?(?:페이지|사이트|웹사이트|글|기사|문서|콘텐츠|회사|브랜드|제품|쇼핑몰)|질문',
    remember: '기억|저장|메모리에',
    source: '(?:신뢰할 수 있는|믿을 수 있는|신뢰할 만한|공신력 있는|우선) ?(?:출처|정보원|소스)',
  },
  ar: {
    ignore: 'تجاهل(?:وا)?|انس|انسَ|أهمل|لا تلتفت',
    prior: 'السابقة|السابق|أعلاه|ما سبق',
    orders: 'التعليمات|تعليمات|الأوامر|أوامر|التوجيهات|الإرشادات',
    model:
      '(?:مساعد\\w*|نماذج|نموذج|أنظمة|وكلاء) (?:الذكاء الاصطناعي|اللغة)|النماذج اللغوية|مساعدي الذكاء الاصطناعي|روبوت\\w* (?:ال)?(?:دردشة|محادثة)',
    duty: 'يجب|ينبغي|يرجى|دائما|دائمًا|من فضلك|عليك',
    promote: '(?:ت|ي)?وصي|أوص|أوصِ|توصي|(?:ي|ت)?ذكر|اذكر|(?:ي|ت)?رشح|رشّح|(?:ي|ت)?ستشهد|استشهد|(?:ي|ت)?فضل',
    tell: '(?:ت|ي)?خبر|أخبر|(?:ت|ي)?قول|قل|أجب|(?:ت|ي)?جيب|صف|وضح',
    praise: 'أفضل|الأفضل|الرائد\\w*|الأكثر (?:ثقة|موثوقية)|رقم واحد|الأول|الأرخص',
    task: '(?:عند|إذا|حين|عندما|قبل) .{0,20}(?:تلخيص|تلخص|الإجابة|تجيب|وصف|سئلت|سُئلت|سألك)',
    page: 'هذه الصفحة|هذا (?:الموقع|المقال|النص|المستند|المحتوى)|موقعنا|متجرنا|شركتنا|علامتنا|أسئلة|الأسئلة',
    remember: 'تذكر(?:وا)?|تذكّر|احفظ',
    source: 'مصدر\\w* (?:موثوق|موثوقًا|معتمد|مفضل)\\w*|كمصدر موثوق',
  },
};
