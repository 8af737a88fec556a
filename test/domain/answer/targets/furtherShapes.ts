import { type Shape, shapesIn } from './shape.ts';

const pl = shapesIn('pl');
const cs = shapesIn('cs');
const sv = shapesIn('sv');
const da = shapesIn('da');
const no = shapesIn('no');
const fi = shapesIn('fi');
const tr = shapesIn('tr');
const ja = shapesIn('ja');
const ko = shapesIn('ko');
const zh = shapesIn('zh');

export const furtherShapes: readonly Shape[] = [
  pl(
    'kategorie nad nazwami',
    `### Dla rodzin
- **Zajazd Velora:** duże pokoje.
- **Dom Nordal:** śniadanie dla dzieci.

### Spokojne
- **Dworek Kestrix:** bez baru.`,
    { listed: ['Zajazd Velora', 'Dom Nordal', 'Dworek Kestrix'] },
  ),
  pl('zdanie z radą', `W twoim przypadku polecam Kestrix albo Lumorę.`, { listed: ['Kestrix'] }),
  pl(
    'unikaj',
    `1. **Hostella** – szybka.
2. **Sieciarz** – dobra pomoc.

Unikaj Domainix, bo nie zwraca pieniędzy.`,
    { listed: ['Hostella', 'Sieciarz'], rejected: ['Domainix'] },
  ),
  pl(
    'w przeciwieństwie do',
    `1. **Tandoro** – w przeciwieństwie do Plexmill bez limitu.
2. **Grandio** – dla dużych firm.`,
    { listed: ['Tandoro', 'Grandio'], mentioned: ['Plexmill'] },
  ),
  pl(
    'integracja',
    `- **Pipelane** – integruje się z Mailora.
- **Dealora** – eksport do Sheetly.`,
    { listed: ['Pipelane', 'Dealora'], mentioned: ['Mailora', 'Sheetly'] },
  ),
  cs(
    'kategorie nad názvy',
    `### Pro rodiny
- **Penzion Velora:** velké pokoje.
- **Dům Nordal:** snídaně pro děti.

### Klidné
- **Chata Kestrix:** bez baru.`,
    { listed: ['Penzion Velora', 'Dům Nordal', 'Chata Kestrix'] },
  ),
  cs('věta s radou', `Pro váš případ doporučuji Kestrix nebo Lumora.`, { listed: ['Kestrix', 'Lumora'] }),
  cs(
    'vyhněte se',
    `1. **Hostella** – rychlá.
2. **Webník** – dobrá podpora.

Vyhněte se Domainix, peníze nevrací.`,
    { listed: ['Hostella', 'Webník'], rejected: ['Domainix'] },
  ),
  cs(
    'na rozdíl od',
    `1. **Tandoro** – na rozdíl od Plexmill bez omezení.
2. **Grandio** – pro velké firmy.`,
    { listed: ['Tandoro', 'Grandio'], mentioned: ['Plexmill'] },
  ),
  cs(
    'propojení',
    `- **Pipelane** – propojení s Mailora.
- **Dealora** – export do Sheetly.`,
    { listed: ['Pipelane', 'Dealora'], mentioned: ['Mailora', 'Sheetly'] },
  ),
  sv(
    'kategorier över namn',
    `1. **För familjer**
   - **Värdshuset Velora:** stora rum.
   - **Nordalsgården:** frukost för barn.
2. **Lugnt läge**
   - **Stugan Kestrix:** ingen bar.`,
    { listed: ['Värdshuset Velora', 'Nordalsgården', 'Stugan Kestrix'] },
  ),
  sv('en mening med råd', `Jag skulle välja Kestrix eller Lumora.`, { listed: ['Kestrix', 'Lumora'] }),
  sv(
    'undvik',
    `- **Hostella** – snabb.
- **Webbo** – bra hjälp.

Undvik Domainix, som inte betalar tillbaka.`,
    { listed: ['Hostella', 'Webbo'], rejected: ['Domainix'] },
  ),
  sv(
    'till skillnad från',
    `1. **Tandoro** – till skillnad från Plexmill utan gräns.
2. **Grandio** – för stora företag.`,
    { listed: ['Tandoro', 'Grandio'], mentioned: ['Plexmill'] },
  ),
  sv(
    'fungerar med',
    `- **Pipelane** – fungerar med Mailora.
- **Dealora** – exporterar till Sheetly.`,
    { listed: ['Pipelane', 'Dealora'], mentioned: ['Mailora', 'Sheetly'] },
  ),
  da(
    'kategorier over navne',
    `### Til familier
- **Kroen Velora:** store værelser.
- **Huset Nordal:** morgenmad til børn.

### Rolige steder
- **Hytten Kestrix:** ingen bar.`,
    { listed: ['Kroen Velora', 'Huset Nordal', 'Hytten Kestrix'] },
  ),
  da('en sætning med råd', `Jeg ville vælge Kestrix eller Lumora til jer.`, { listed: ['Kestrix', 'Lumora'] }),
  da(
    'undgå',
    `1. **Hostella** – hurtig.
2. **Netto Web** – god hjælp.

Undgå Domainix, der ikke betaler tilbage.`,
    { listed: ['Hostella', 'Netto Web'], rejected: ['Domainix'] },
  ),
  da(
    'i modsætning til',
    `1. **Tandoro** – i modsætning til Plexmill uden grænse.
2. **Grandio** – til store firmaer.`,
    { listed: ['Tandoro', 'Grandio'], mentioned: ['Plexmill'] },
  ),
  no(
    'kategorier over navn',
    `### For familier
- **Velora Kro:** store rom.
- **Nordal Gjestehus:** frokost for barn.

### Rolige steder
- **Kestrix Hytte:** ingen bar.`,
    { listed: ['Velora Kro', 'Nordal Gjestehus', 'Kestrix Hytte'] },
  ),
  no('en setning med råd', `Jeg ville valgt Kestrix eller Lumora.`, { listed: ['Kestrix', 'Lumora'] }),
  no(
    'unngå',
    `- **Hostella** – rask.
- **Nettvik** – god hjelp.

Unngå Domainix.`,
    { listed: ['Hostella', 'Nettvik'], rejected: ['Domainix'] },
  ),
  no(
    'i motsetning til',
    `1. **Tandoro** – i motsetning til Plexmill uten grense.
2. **Grandio** – for store firmaer.`,
    { listed: ['Tandoro', 'Grandio'], mentioned: ['Plexmill'] },
  ),
  fi(
    'luokat nimien yllä',
    `### Perheille
- **Velora Majatalo:** isot huoneet.
- **Nordal Talo:** aamiainen lapsille.

### Rauhalliset
- **Kestrix Mökki:** ei baaria.`,
    { listed: ['Velora Majatalo', 'Nordal Talo', 'Kestrix Mökki'] },
  ),
  fi('suositus lauseessa', `Suosittelen: Kestrix tai Lumora. Molemmissa on ilmainen kokeilu.`, {
    listed: ['Kestrix', 'Lumora'],
    undecided: ['Lumora'],
  }),
  fi(
    'vältä',
    `1. **Hostella** – nopea.
2. **Verkkola** – hyvä tuki.

Vältettävät: Domainix.`,
    { listed: ['Hostella', 'Verkkola'], rejected: ['Domainix'] },
  ),
  fi(
    'toisin kuin',
    `1. **Tandoro** – toisin kuin Plexmill, rajaton.
2. **Grandio** – suurille yrityksille.`,
    { listed: ['Tandoro', 'Grandio'], mentioned: ['Plexmill'] },
  ),
  tr(
    'adların üstünde başlıklar',
    `### Aileler için
- **Velora Han:** geniş odalar.
- **Nordal Konak:** çocuklara kahvaltı.

### Sakin
- **Kestrix Köşk:** bar yok.`,
    { listed: ['Velora Han', 'Nordal Konak', 'Kestrix Köşk'] },
  ),
  tr('öneri cümlesi', `Sizin için Kestrix veya Lumora öneririm.`, { listed: ['Kestrix', 'Lumora'] }),
  tr(
    'uzak durun',
    `1. **Hostella** – hızlı.
2. **Ağhane** – iyi destek.

Domainix'ten uzak durun.`,
    { listed: ['Hostella', 'Ağhane'], rejected: ['Domainix'] },
  ),
  tr(
    'farklı olarak',
    `1. **Tandoro** – Plexmill'den farklı olarak sınırsız.
2. **Grandio** – büyük şirketler için.`,
    { listed: ['Tandoro', 'Grandio'], mentioned: ['Plexmill'] },
  ),
  tr(
    'entegre',
    `- **Pipelane** – Mailora ile entegre çalışır.
- **Dealora** – Sheetly'ye aktarır.`,
    { listed: ['Pipelane', 'Dealora'], mentioned: ['Mailora', 'Sheetly'] },
  ),
  ja(
    '分類の見出しの下に名前',
    `### 家族向け
- **ヴェローラ館**：部屋が広い。
- **ノルダル荘**：子ども向けの朝食あり。

### 静かな宿
- **ケストリ亭**：バーなし。`,
    { listed: ['ヴェローラ館', 'ノルダル荘', 'ケストリ亭'] },
  ),
  ja('すすめる文', `個人的にはKestrixかLumoraがおすすめです。`, {
    listed: ['Kestrix', 'Lumora'],
    undecided: ['Lumora', 'Zorbento'],
  }),
  ja(
    '避ける',
    `1. **Hostella** – 速い。
2. **ウェブ屋** – サポートが良い。

Domainixは返金しないのでおすすめしません。`,
    { listed: ['Hostella', 'ウェブ屋'], rejected: ['Domainix'] },
  ),
  ja(
    '違って',
    `1. **Tandoro**：Plexmillと違って制限がありません。
2. **Grandio**：大企業向け。`,
    { listed: ['Tandoro', 'Grandio'], mentioned: ['Plexmill'] },
  ),
  ja(
    '連携',
    `- **Pipelane**：Mailoraと連携できます。
- **Dealora**：Sheetlyに書き出せます。`,
    { listed: ['Pipelane', 'Dealora'], mentioned: ['Mailora', 'Sheetly'] },
  ),
  ja(
    '表の二列目',
    `| 用途 | ツール | 料金 |
|---|---|---|
| 小さなチーム | Tandoro | 500円 |
| 代理店 | Plexmill | 1900円 |
| 大企業 | Grandio | 4900円 |`,
    { listed: ['Tandoro', 'Plexmill', 'Grandio'] },
  ),
  ko(
    '분류 제목 아래 이름',
    `### 가족용
- **벨로라 호텔**: 방이 넓습니다.
- **노르달 하우스**: 어린이 조식 제공.

### 조용한 곳
- **케스트릭스 산장**: 바가 없습니다.`,
    { listed: ['벨로라 호텔', '노르달 하우스', '케스트릭스 산장'] },
  ),
  ko('추천 문장', `저라면 Kestrix나 Lumora를 추천합니다.`, {
    listed: ['Kestrix', 'Lumora'],
  }),
  ko(
    '비추천',
    `1. **Hostella** – 빠릅니다.
2. **웹마루** – 지원이 좋습니다.

Domainix는 환불이 안 되므로 추천하지 않습니다.`,
    { listed: ['Hostella', '웹마루'], rejected: ['Domainix'] },
  ),
  ko(
    '달리',
    `1. **Tandoro**: Plexmill과 달리 제한이 없습니다.
2. **Grandio**: 대기업용입니다.`,
    { listed: ['Tandoro', 'Grandio'], mentioned: ['Plexmill'] },
  ),
  ko(
    '연동',
    `- **Pipelane**: Mailora와 연동됩니다.
- **Dealora**: Sheetly로 내보냅니다.`,
    { listed: ['Pipelane', 'Dealora'], mentioned: ['Mailora', 'Sheetly'] },
  ),
  zh(
    '类别标题下的名称',
    `### 适合家庭
- **维洛拉酒店**：房间大。
- **诺达尔之家**：有儿童早餐。

### 安静
- **凯斯特山庄**：没有酒吧。`,
    { listed: ['维洛拉酒店', '诺达尔之家', '凯斯特山庄'] },
  ),
  zh('推荐的句子', `如果是我，我会推荐 Kestrix 或 Lumora。`, { listed: ['Kestrix', 'Lumora'] }),
  zh(
    '不推荐',
    `1. **Hostella** – 速度快。
2. **网巢** – 支持好。

不推荐 Domainix，退款困难。`,
    { listed: ['Hostella', '网巢'], rejected: ['Domainix'] },
  ),
  zh(
    '不同于',
    `1. **Tandoro**：与 Plexmill 不同，没有限制。
2. **Grandio**：适合大企业。`,
    { listed: ['Tandoro', 'Grandio'], mentioned: ['Plexmill'] },
  ),
  zh(
    '集成',
    `- **Pipelane**：支持与 Mailora 集成。
- **Dealora**：可导出到 Sheetly。`,
    { listed: ['Pipelane', 'Dealora'], mentioned: ['Mailora', 'Sheetly'] },
  ),
  zh('打平的列表', `以下是几款不错的工具：1. Pipelane：简单便宜。2. Dealora：自动化强。3. Contrix：适合邮件。`, {
    listed: ['Pipelane', 'Dealora', 'Contrix'],
  }),
];
