import type { AnswerCase } from './answerCase.ts';
import { rejected } from './answerCase.ts';

/** Shapes that engines give in languages other than English: tables, labels, closings and criteria in each. */
export const manyLanguages: readonly AnswerCase[] = [
  {
    what: 'de: Tabelle mit Ort zuerst und Anbieter danach',
    text: `**Kurz gesagt:** Für kleine Betriebe würde ich mit **Kanzlei Brehm** anfangen.

| Stadtteil | Büro | Schwerpunkt |
|---|---|---|
| Altstadt | **Kanzlei Brehm** | Gründer |
| Altstadt | **Steuerbüro Tannert** | Handwerk |
| Nord | **Wiesner & Partner** | Immobilien |

Rufen Sie vorher an.`,
    names: ['Kanzlei Brehm', 'Steuerbüro Tannert', 'Wiesner & Partner'],
  },
  {
    what: 'de: Kriterien in nummerierten Überschriften vor den Empfehlungen',
    text: `Darauf sollten Sie achten:

### 1. Größe und Gewicht
Messen Sie den Platz aus.

### 2. Lautstärke
Unter 45 dB stört nicht.

### 3. Energieverbrauch
Klasse A spart Strom.

### Empfehlenswerte Geräte
1. **Trocknox 20** – leise
2. **Klimawerk Keller Plus** – stark
3. **Luftikus S** – klein`,
    names: ['Trocknox 20', 'Klimawerk Keller Plus', 'Luftikus S'],
  },
  {
    what: 'de: Arztpraxen mit Adresse und Bewertung',
    text: `Gute Zahnärzte in Musterstadt:

1. **Zahnarztpraxis Dr. Elke Sommerfeld**
   - **Adresse:** Lindenstraße 4
   - **Bewertung:** 4,9 (120 Bewertungen)
   - **Schwerpunkt:** Angstpatienten
2. **Dental am Markt**
   - **Adresse:** Marktplatz 1
   - **Bewertung:** 4,7
   - **Schwerpunkt:** Implantate

**Hinweis:** Fragen Sie nach Terminen für Neupatienten.`,
    names: ['Zahnarztpraxis Dr. Elke Sommerfeld', 'Dental am Markt'],
  },
  {
    what: 'de: Lob vor dem Doppelpunkt in Überschriften',
    text: `### 1. Der Alleskönner: Projektfix
Aufgaben, Zeiten, Rechnungen.

### 2. Der Günstige: Listenheld
Gratis bis fünf Personen.

### 3. Am besten für Agenturen: Werkbank 360
Mit Kundenportal.

### Mein Tipp
Nehmen Sie Projektfix.`,
    names: ['Projektfix', 'Listenheld', 'Werkbank 360'],
  },
  {
    what: 'de: Abraten neben Empfehlungen',
    text: `Empfehlungen:
- **Sparkont Plus** – keine Gebühren
- **Waldbank Giro** – viele Automaten

Nicht empfehlenswert: **Schnellkredit24** wegen hoher Zinsen.`,
    names: ['Sparkont Plus', 'Waldbank Giro'],
    others: [rejected('Schnellkredit24')],
  },
  {
    what: 'fr: tableau avec le prestataire en deuxième colonne',
    text: `| Besoin | Prestataire | Point fort |
|---|---|---|
| Petite équipe | **Atelier Numa** | Tarifs clairs |
| Grand compte | **Groupe Valmy** | Présence nationale |
| Urgence | **Clic & Co** | Réponse en une heure |

**Mon conseil :** commencez par Atelier Numa.`,
    names: ['Atelier Numa', 'Groupe Valmy', 'Clic & Co'],
  },
  {
    what: 'fr: titres avec louange et deux-points précédés d’une espace',
    text: `### 1. Le choix des habitués : Boulangerie Quatre Vents
Pain au levain.

### 2. Le plus raffiné : Pâtisserie Élise Morel
Entremets.

### 3. Le meilleur rapport qualité-prix : Au Bon Four
Ouvert le dimanche.

**En résumé :** pour le pain, Quatre Vents.`,
    names: ['Boulangerie Quatre Vents', 'Pâtisserie Élise Morel', 'Au Bon Four'],
  },
  {
    what: 'fr: puces avec critères après la liste',
    text: `Voici les meilleures écoles de langue à Villefort :

* **Lingua Sud** : petits groupes, certificats.
* **École des Deux Rives** : cours du soir.
* **Parlons !** : conversation seulement.

Pour choisir, comparez :
* **Prix** : par heure.
* **Horaires** : soir ou matin.
* **Avis** : des anciens élèves.`,
    names: ['Lingua Sud', 'École des Deux Rives', 'Parlons !'],
  },
  {
    what: 'fr: gras suivi d’une phrase',
    text: `Trois logiciels reviennent souvent.

**Factura Libre** convient aux indépendants et reste gratuit.

**Comptéo** ajoute la banque et la TVA.

**Gestia Pro** est pensé pour les PME.

Souhaitez-vous un comparatif des prix ?`,
    names: ['Factura Libre', 'Comptéo', 'Gestia Pro'],
  },
  {
    what: 'tr: tabloda firma ikinci sütunda',
    text: `| İlçe | Firma | Uzmanlık |
|---|---|---|
| Merkez | **Deniz Nakliyat** | Evden eve |
| Merkez | **Yıldız Taşımacılık** | Ofis |
| Kuzey | **Hızlı Yol** | Şehirler arası |

**Önerim:** Önce Deniz Nakliyat'ı arayın.`,
    names: ['Deniz Nakliyat', 'Yıldız Taşımacılık', 'Hızlı Yol'],
  },
  {
    what: 'tr: numaralı liste ve dikkat edilecekler',
    text: `En iyi muhasebe programları:

1. **DefterX** – küçük işletmeler için
2. **Hesapla Pro** – e-fatura dahil
3. **Bulut Kasa** – telefonla kullanım

**Dikkat edilmesi gerekenler:**
- **Fiyat:** yıllık ödeme daha ucuz
- **Destek:** Türkçe olmalı
- **Güvenlik:** yedekleme`,
    names: ['DefterX', 'Hesapla Pro', 'Bulut Kasa'],
  },
  {
    what: 'tr: kalın adla başlayan paragraflar',
    text: `**Çınar Diş Kliniği** çocuklar için uygundur ve hafta sonu açıktır.

**Beyaz Gülüş** implantta öne çıkar.

**Dr. Aylin Koray** yıllardır aynı yerde çalışıyor.`,
    names: ['Çınar Diş Kliniği', 'Beyaz Gülüş', 'Dr. Aylin Koray'],
  },
  {
    what: 'zh: 表格公司在第二列',
    text: `| 区域 | 公司 | 特点 |
|---|---|---|
| 市中心 | **青石网络** | 全天候支持 |
| 市中心 | **云帆科技** | 价格固定 |
| 北区 | **百川数据** | 云迁移 |

**总结：** 小公司可以先联系青石网络。`,
    names: ['青石网络', '云帆科技', '百川数据'],
  },
  {
    what: 'zh: 选购标准在推荐之前',
    text: `选购时要注意：

### 1. 尺寸
先量好位置。

### 2. 噪音
低于45分贝。

### 3. 能耗
一级能效更省电。

### 推荐产品
1. **清风 A20**：安静
2. **润家除湿王**：容量大
3. **小暖 Mini**：便宜`,
    names: ['清风 A20', '润家除湿王', '小暖 Mini'],
  },
  {
    what: 'zh: 全角冒号与小标题',
    text: `以下是几家口碑不错的牙科诊所：

1. **明月口腔诊所**
   - 地址：中山路8号
   - 特点：儿童牙科
2. **佳美牙科**
   - 地址：人民路20号
   - 特点：种植牙
3. **乐齿中心**
   - 地址：北街3号
   - 特点：周末营业

建议提前预约。`,
    names: ['明月口腔诊所', '佳美牙科', '乐齿中心'],
  },
  {
    what: 'ja: 表で会社名が二列目',
    text: `| 地域 | 会社名 | 特徴 |
|---|---|---|
| 中央 | **青葉システム** | 二十四時間対応 |
| 中央 | **みなとIT** | 定額制 |
| 北 | **ひかりネット** | 小規模向け |

まずは青葉システムに相談するのがおすすめです。`,
    names: ['青葉システム', 'みなとIT', 'ひかりネット'],
  },
  {
    what: 'ja: 見出しに「部門：名前」',
    text: `### 1. 総合1位：クラウド帳簿
自動仕訳が便利です。

### 2. コスパ重視：かんたん会計ゼロ
無料で始められます。

### 3. 初心者向け：はじめて簿記ノート
説明が丁寧です。

### 選び方のポイント
- **料金**：年払いが安い
- **サポート**：電話があると安心`,
    names: ['クラウド帳簿', 'かんたん会計ゼロ', 'はじめて簿記ノート'],
  },
  {
    what: 'ja: 太字の店名と説明文',
    text: `駅の近くなら、次の三軒がよく挙げられます。

- **麺処あおい** – 煮干しの香りが強い一杯
- **らーめん蔵** – 味噌が人気
- **中華そば とき** – 昔ながらの味

定休日は事前にご確認ください。`,
    names: ['麺処あおい', 'らーめん蔵', '中華そば とき'],
  },
  {
    what: 'es: tabla con la empresa en la segunda columna',
    text: `| Zona | Empresa | Especialidad |
|---|---|---|
| Centro | **Reformas Olmo** | Cocinas |
| Centro | **Taller Ibarra** | Baños |
| Norte | **Casa Nueva 360** | Integral |

**Mi recomendación:** pide presupuesto a Reformas Olmo y Taller Ibarra.`,
    names: ['Reformas Olmo', 'Taller Ibarra', 'Casa Nueva 360'],
  },
  {
    what: 'es: elogio antes de los dos puntos',
    text: `### 1. El clásico de siempre: Café Larra
Churros desde 1950.

### 2. La mejor opción para trabajar: Sala Norte
Wifi y enchufes.

### 3. El más bonito: Patio de Luz
Con jardín.

### Antes de ir
- **Horario:** cierran los lunes.
- **Precio:** de 2 a 6 euros.`,
    names: ['Café Larra', 'Sala Norte', 'Patio de Luz'],
  },
  {
    what: 'it: elenco numerato con caratteristiche',
    text: `Ecco le migliori banche online per una partita IVA:

1. **Banca Lume**
   - **Costo:** 0 €
   - **Ideale per:** freelance
2. **Conto Vela Pro**
   - **Costo:** 5 €
   - **Ideale per:** piccole imprese
3. **Credito Alpino**
   - **Costo:** 8 €
   - **Ideale per:** chi versa contanti

**Il mio consiglio:** Banca Lume per iniziare.`,
    names: ['Banca Lume', 'Conto Vela Pro', 'Credito Alpino'],
  },
  {
    what: 'it: tabella con il fornitore dopo il settore',
    text: `| Settore | Fornitore | Note |
|---|---|---|
| Ufficio | **Carta & Penna** | Consegna in 24 ore |
| Cucina | **Gastro Nord** | Anche noleggio |
| Pulizie | **Splendo** | Prodotti ecologici |`,
    names: ['Carta & Penna', 'Gastro Nord', 'Splendo'],
  },
  {
    what: 'pt: títulos com categoria e nome',
    text: `### 1. Melhor no geral: Agenda Fácil
Lembretes por mensagem.

### 2. Melhor custo-benefício: Marca Já
Grátis até dez clientes.

### 3. O mais completo: Clínica Total
Com prontuário.

### Dicas
- **Preço:** compare o plano anual.
- **Suporte:** em português.`,
    names: ['Agenda Fácil', 'Marca Já', 'Clínica Total'],
  },
  {
    what: 'pt: parágrafos com negrito e fecho',
    text: `Para mudar de casa em Vila Serena, eu olharia três empresas.

**Muda Bem** é a mais citada e tem seguro incluído.

**Transportes Faria** cobra por hora.

**Leva Tudo** só trabalha com caixas próprias.

Se quiser, comparo os preços.`,
    names: ['Muda Bem', 'Transportes Faria', 'Leva Tudo'],
  },
  {
    what: 'nl: tabel met aanbieder in de tweede kolom',
    text: `| Behoefte | Aanbieder | Prijs |
|---|---|---|
| Starter | **Boekvlot** | € 9 |
| Webshop | **Kassa Duin** | € 19 |
| Groot team | **Administra Plus** | € 49 |

**Mijn advies:** begin met Boekvlot.`,
    names: ['Boekvlot', 'Kassa Duin', 'Administra Plus'],
  },
  {
    what: 'nl: criteria na de lijst',
    text: `De beste rijscholen in Waterhof:

1. **Rijschool De Linde** – geduldige instructeurs
2. **Vlot Rijden** – spoedcursussen
3. **Start 2 Drive** – automaat

Let op:
- **Prijs:** vergelijk pakketten
- **Locatie:** ophalen aan huis
- **Ervaring:** vraag naar slagingspercentage`,
    names: ['Rijschool De Linde', 'Vlot Rijden', 'Start 2 Drive'],
  },
  {
    what: 'pl: tabela z firmą w drugiej kolumnie',
    text: `| Dzielnica | Firma | Specjalność |
|---|---|---|
| Centrum | **Hydro Nowak** | Awarie |
| Centrum | **Rura i Spółka** | Łazienki |
| Północ | **Termo Serwis** | Piece |

**Podsumowując:** w nagłych przypadkach zadzwoń do Hydro Nowak.`,
    names: ['Hydro Nowak', 'Rura i Spółka', 'Termo Serwis'],
  },
  {
    what: 'pl: nagłówki z kategorią przed nazwą',
    text: `### 1. Najlepszy ogólnie: Fakturka
Prosta obsługa.

### 2. Najtańszy: Rachunek Zero
Za darmo do pięciu faktur.

### 3. Dla dużych firm: Księga Plus
Integracje.

### Na co zwrócić uwagę
- **Cena:** płatność roczna
- **Wsparcie:** po polsku`,
    names: ['Fakturka', 'Rachunek Zero', 'Księga Plus'],
  },
  {
    what: 'ko: 두 번째 열에 업체명이 있는 표',
    text: `| 지역 | 업체명 | 특징 |
|---|---|---|
| 중구 | **한빛배관** | 24시간 출동 |
| 중구 | **우리집수리** | 정찰제 |
| 북구 | **튼튼설비** | 보일러 전문 |

급할 때는 한빛배관을 추천합니다.`,
    names: ['한빛배관', '우리집수리', '튼튼설비'],
  },
  {
    what: 'ko: 번호 목록과 선택 기준',
    text: `추천 가계부 앱:

1. **돈관리노트** – 자동 분류
2. **가계부온** – 무료
3. **머니플래너** – 그래프가 좋음

선택 기준:
- **가격:** 연간 결제가 저렴
- **보안:** 잠금 기능
- **디자인:** 보기 쉬운 화면`,
    names: ['돈관리노트', '가계부온', '머니플래너'],
  },
];
