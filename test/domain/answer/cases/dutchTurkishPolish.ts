import { type AnswerCase, mentioned, rejected } from './answerCase.ts';

export const dutch: readonly AnswerCase[] = [
  {
    what: 'een genummerde lijst',
    text: `Voor een kleine webwinkel zijn dit goede keuzes:

1. **Winkelwijs** – snel te bouwen.
2. **Toonbank.nu** – lage kosten per bestelling.
3. **Kraamhuis** – mooie sjablonen.

Laat me weten wat je verkoopt, dan kan ik gerichter adviseren.`,
    names: ['Winkelwijs', 'Toonbank.nu', 'Kraamhuis'],
    reasons: { Kraamhuis: { starts: 'mooie sjablonen.', lacks: 'gerichter' } },
  },
  {
    what: 'koppen met een categorie',
    text: `### Beste keuze: Veldfiets E2

Licht en stil.

### Beste koop: Trapgoed

Eenvoudig, maar degelijk.

### Eervolle vermelding: Dijkrijder

Sterk in tegenwind.`,
    names: ['Veldfiets E2', 'Trapgoed', 'Dijkrijder'],
  },
  {
    what: 'lopende tekst',
    text: `Ik zou **Winkelwijs** aanraden. Een goed alternatief is **Kraamhuis**, vooral als je zelf ontwerpt.`,
    names: ['Winkelwijs', 'Kraamhuis'],
  },
  {
    what: 'een naam die wordt afgeraden',
    text: `- **Winkelwijs** – snel te bouwen
- **Kraamhuis** – mooie sjablonen

Vermijd **Koopjesbouw**: de klantenservice reageert niet.`,
    names: ['Winkelwijs', 'Kraamhuis'],
    others: [rejected('Koopjesbouw')],
  },
  {
    what: 'geen aanbeveling',
    text: `Ik kan geen specifieke huisarts aanbevelen. Op de kaart van je gemeente staat welke praktijken nieuwe patiënten aannemen.`,
    nobody: true,
  },
  {
    what: 'een vergelijking zonder oordeel',
    text: `**Winkelwijs** is sneller, **Kraamhuis** is mooier. Wat het beste past, hangt af van je wensen.`,
  },
];

export const turkish: readonly AnswerCase[] = [
  {
    what: 'numaralı bir liste',
    text: `Küçük işletmeler için öne çıkan ön muhasebe programları şunlar:

1. **Defterim** – e-fatura dahil, kullanımı kolay.
2. **Hesapça** – stok takibi güçlü.
3. **İşbilir Kasa** – ücretsiz başlangıç paketi var.

İsterseniz fiyatlarını da karşılaştırabilirim.`,
    names: ['Defterim', 'Hesapça', 'İşbilir Kasa'],
    reasons: { 'İşbilir Kasa': { starts: 'ücretsiz başlangıç paketi var.', lacks: 'karşılaştır' } },
  },
  {
    what: 'kategorili başlıklar',
    text: `### En iyi genel seçim: Yelkovan Pro

Pili iki gün dayanıyor.

### En uygun fiyatlı: Saatçe

Basit ama sağlam.

### Sporcular için: Nabızım+

Nabız ölçümü çok iyi.`,
    names: ['Yelkovan Pro', 'Saatçe', 'Nabızım+'],
  },
  {
    what: 'ekli özel adlar',
    text: `Ben **Defterim**'i öneririm. Daha ucuz bir seçenek arıyorsanız **Hesapça**'ya da bakabilirsiniz.`,
    names: ['Defterim', 'Hesapça'],
  },
  {
    what: 'iki nokta ile maddeler',
    text: `- **Çamlıca Tesisat:** gece de gelir.
- **Usta Borucu:** fiyatı önceden söyler.
- **Şıp Durdu 7/24:** en hızlısı.`,
    names: ['Çamlıca Tesisat', 'Usta Borucu', 'Şıp Durdu 7/24'],
  },
  {
    what: 'tavsiye edilmeyen bir ad',
    text: `1. **Defterim** – e-fatura dahil
2. **Hesapça** – stok takibi güçlü

**Kolaymuh** uygulamasını tavsiye etmiyorum; destek ekibi aylardır yanıt vermiyor.`,
    names: ['Defterim', 'Hesapça'],
    others: [rejected('Kolaymuh')],
  },
  {
    what: 'kapanan bir hizmet',
    text: `- **Defterim** – e-fatura dahil
- **Hesapça** – stok takibi güçlü

Not: Faturella geçen yıl kapandı.`,
    names: ['Defterim', 'Hesapça'],
    others: [rejected('Faturella')],
  },
  {
    what: 'öneri yok',
    text: `Belirli bir avukat öneremem. Bulunduğunuz ilin barosu, alanlarına göre avukat listesi yayımlıyor.`,
    nobody: true,
  },
  {
    what: 'yerel kartlar',
    text: `**Lale Ağız ve Diş**
Açık · Diş hekimi · 4,8 (140)
Randevu aynı gün.

**Dr. Kerim Tunçay**
Kapalı · Diş hekimi · 4,6 (75)
Çocuklara karşı sabırlı.`,
    names: ['Lale Ağız ve Diş', 'Dr. Kerim Tunçay'],
  },
];

export const polish: readonly AnswerCase[] = [
  {
    what: 'lista numerowana',
    text: `Dla małej firmy najlepiej sprawdzą się:

1. **Fakturnik** – prosty i tani.
2. **Księgowiak** – dobra obsługa magazynu.
3. **Łatwy Bilans** – darmowy plan dla jednej osoby.

Jeśli podasz liczbę faktur, doradzę dokładniej.`,
    names: ['Fakturnik', 'Księgowiak', 'Łatwy Bilans'],
    reasons: { 'Łatwy Bilans': { starts: 'darmowy plan', lacks: 'doradzę' } },
  },
  {
    what: 'nagłówki z kategorią',
    text: `### Najlepszy ogólnie: Żaglowiec 3

Stabilny i cichy.

### Najlepszy stosunek ceny do jakości: Wiosełko

Lekki.`,
    names: ['Żaglowiec 3', 'Wiosełko'],
  },
  {
    what: 'tekst ciągły',
    text: `Polecam **Fakturnik**. Dobrą alternatywą jest **Księgowiak**, jeśli masz magazyn.`,
    names: ['Fakturnik', 'Księgowiak'],
  },
  {
    what: 'nazwa odradzana',
    text: `- **Fakturnik** – prosty i tani
- **Księgowiak** – obsługa magazynu

Nie polecam **Rachubka**, bo często gubi dane.`,
    names: ['Fakturnik', 'Księgowiak'],
    others: [rejected('Rachubka')],
  },
  {
    what: 'brak rekomendacji',
    text: `Nie mogę polecić konkretnego prawnika. Izba adwokacka prowadzi publiczny rejestr według specjalizacji.`,
    nobody: true,
  },
  {
    what: 'zamiast znanej nazwy',
    text: `Zamiast **Biurolbrzym** wybrałbym **Piórkowiec**: te same funkcje, połowa ceny.`,
    names: ['Piórkowiec'],
    others: [mentioned('Biurolbrzym')],
  },
];
