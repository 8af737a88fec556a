import { type Shape, shapesIn } from './shape.ts';

const de = shapesIn('de');
const fr = shapesIn('fr');
const es = shapesIn('es');
const it = shapesIn('it');
const nl = shapesIn('nl');
const pt = shapesIn('pt');

export const westernShapes: readonly Shape[] = [
  de(
    'Kategorien über Namen',
    `### Für kleine Teams
- **Tandoro:** günstig und schlicht.
- **Plexmühle:** gute Auswertungen.

### Für Konzerne
- **Grandio:** mit eigenem Rechenzentrum.`,
    { listed: ['Tandoro', 'Plexmühle', 'Grandio'] },
  ),
  de('ein Satz mit Rat', `Für deinen Zweck würde ich Kestrix oder Lumora nehmen. Beide sind kostenlos.`, {
    listed: ['Kestrix', 'Lumora'],
  }),
  de(
    'Finger weg',
    `1. **Hostella** – schnell und günstig.
2. **Webbach** – guter Support.

Von **Domainix** würde ich die Finger lassen.`,
    { listed: ['Hostella', 'Webbach'], rejected: ['Domainix'] },
  ),
  de(
    'Schnittstellen',
    `- **Pipelane** – lässt sich mit Mailora verbinden.
- **Dealora** – Schnittstelle zu Sheetly.`,
    { listed: ['Pipelane', 'Dealora'], mentioned: ['Mailora', 'Sheetly'] },
  ),
  de(
    'im Vergleich',
    `1. Brightwell: im Vergleich zu Ostrand leiser.
2. Mirello: klein und leicht.`,
    { listed: ['Brightwell', 'Mirello'], mentioned: ['Ostrand'] },
  ),
  de('Laut Quelle', `Laut Gerätewelt sind diese Modelle am leisesten: 1. Zephra Mini 2. Aerodan Pro 3. Norvex Luft`, {
    listed: ['Zephra', 'Aerodan', 'Norvex'],
    mentioned: ['Gerätewelt'],
  }),
  de(
    'Testsieger mit Doppelpunkt',
    `Testsieger: Brightwell X2
Preistipp: Ostrand Go
Für unterwegs: Mirello Fold`,
    { listed: ['Brightwell', 'Ostrand', 'Mirello'], undecided: ['Mirello'] },
  ),
  de(
    'eine Tabelle mit zweiter Spalte',
    `| Bedarf | Anbieter | Preis |
|---|---|---|
| Wenigtelefonierer | Funkora | 4 € |
| Familien | Telanda | 20 € |
| Vielsurfer | Netzwerk Süd | 30 € |`,
    { listed: ['Funkora', 'Telanda', 'Netzwerk Süd'] },
  ),
  fr(
    'catégories au-dessus des noms',
    `1. **Hôtels pour les familles**
   - **Auberge Velora** : grandes chambres.
   - **Maison Nordal** : petit-déjeuner pour enfants.
2. **Hôtels calmes**
   - **Relais Kestrix** : sans bar.`,
    { listed: ['Auberge Velora', 'Maison Nordal', 'Relais Kestrix'] },
  ),
  fr(
    'une phrase de conseil',
    `Pour une petite boutique, je vous conseille Kestrix ou Lumora, qui proposent un essai gratuit.`,
    { listed: ['Kestrix', 'Lumora'] },
  ),
  fr(
    'à éviter',
    `- **Hostella** : rapide.
- **Ruchenet** : bon service.

Je vous déconseille Domainix, dont le support ne répond pas.`,
    { listed: ['Hostella', 'Ruchenet'], rejected: ['Domainix'] },
  ),
  fr(
    'contrairement à',
    `1. **Tandoro** – contrairement à Plexmill, sans limite.
2. **Grandio** – pour les grandes entreprises.`,
    { listed: ['Tandoro', 'Grandio'], mentioned: ['Plexmill'] },
  ),
  fr(
    'compatible avec',
    `- **Pipelane** : compatible avec Mailora.
- **Dealora** : exporte vers Sheetly.`,
    { listed: ['Pipelane', 'Dealora'], mentioned: ['Mailora', 'Sheetly'] },
  ),
  fr('le meilleur choix', `Le meilleur choix est Brightwell. Si votre budget est serré, prenez Ostrand.`, {
    listed: ['Brightwell', 'Ostrand'],
  }),
  fr('selon une revue', `Selon Gadgetora, Zephra est le plus silencieux. Je le recommande sans hésiter.`, {
    listed: ['Zephra'],
    mentioned: ['Gadgetora'],
    undecided: ['Zephra', 'Zorbento'],
  }),
  es(
    'categorías sobre nombres',
    `### Para familias
- **Hostal Velora:** habitaciones grandes.
- **Casa Nordal:** desayuno infantil.

### Tranquilos
- **Posada Kestrix:** sin bar.`,
    { listed: ['Hostal Velora', 'Casa Nordal', 'Posada Kestrix'] },
  ),
  es('una frase con consejo', `Yo elegiría Kestrix o Lumora; las dos tienen prueba gratuita.`, {
    listed: ['Kestrix', 'Lumora'],
  }),
  es(
    'evita',
    `1. **Hostella** – rápida.
2. **Redondo** – buen soporte.

Evita Domainix: no devuelve el dinero.`,
    { listed: ['Hostella', 'Redondo'], rejected: ['Domainix'] },
  ),
  es(
    'a diferencia de',
    `1. **Tandoro**: a diferencia de Plexmill, no tiene límite.
2. **Grandio**: para grandes empresas.`,
    { listed: ['Tandoro', 'Grandio'], mentioned: ['Plexmill'] },
  ),
  es(
    'se integra con',
    `- **Pipelane** – se integra con Mailora.
- **Dealora** – exporta a Sheetly.`,
    { listed: ['Pipelane', 'Dealora'], mentioned: ['Mailora', 'Sheetly'] },
  ),
  es(
    'tabla con columna de sí y no',
    `| Producto | ¿Recomendado? |
|---|---|
| Cleanora | Sí |
| Dustrix | No |
| Swivo | Sí |`,
    { listed: ['Cleanora', 'Swivo'], rejected: ['Dustrix'] },
  ),
  es(
    'mejor opción en líneas',
    `**Mejor en general:** Brightwell
**Mejor precio:** Ostrand
**Para viajar:** Mirello`,
    { listed: ['Brightwell', 'Ostrand', 'Mirello'] },
  ),
  it(
    'categorie sopra i nomi',
    `1. **Per famiglie**
   - **Locanda Velora:** camere grandi.
   - **Casa Nordal:** colazione per bambini.
2. **Tranquilli**
   - **Rifugio Kestrix:** senza bar.`,
    { listed: ['Locanda Velora', 'Casa Nordal', 'Rifugio Kestrix'] },
  ),
  it('un consiglio in una frase', `Per il tuo caso ti consiglio Kestrix oppure Lumora.`, {
    listed: ['Kestrix', 'Lumora'],
  }),
  it(
    'da evitare',
    `- **Hostella** – veloce.
- **Retina** – ottima assistenza.

Da evitare: Domainix.`,
    { listed: ['Hostella', 'Retina'], rejected: ['Domainix'] },
  ),
  it(
    'a differenza di',
    `1. **Tandoro** – a differenza di Plexmill non ha limiti.
2. **Grandio** – per grandi aziende.`,
    { listed: ['Tandoro', 'Grandio'], mentioned: ['Plexmill'] },
  ),
  it(
    'si integra con',
    `- **Pipelane**: si integra con Mailora.
- **Dealora**: esporta su Sheetly.`,
    { listed: ['Pipelane', 'Dealora'], mentioned: ['Mailora', 'Sheetly'] },
  ),
  it(
    'secondo una fonte',
    `Secondo Gadgetora i più silenziosi sono:

1. Zephra Mini
2. Aerodan Pro`,
    { listed: ['Zephra', 'Aerodan'], mentioned: ['Gadgetora'] },
  ),
  nl(
    'categorieën boven namen',
    `### Voor gezinnen
- **Herberg Velora:** ruime kamers.
- **Huis Nordal:** ontbijt voor kinderen.

### Rustig
- **Hoeve Kestrix:** zonder bar.`,
    { listed: ['Herberg Velora', 'Huis Nordal', 'Hoeve Kestrix'] },
  ),
  nl('een zin met advies', `Ik zou Kestrix of Lumora kiezen; allebei hebben een gratis proefperiode.`, {
    listed: ['Kestrix', 'Lumora'],
  }),
  nl(
    'vermijd',
    `1. **Hostella** – snel.
2. **Webstek** – goede hulp.

Vermijd Domainix: slechte ervaringen met terugbetalen.`,
    { listed: ['Hostella', 'Webstek'], rejected: ['Domainix'] },
  ),
  nl(
    'in tegenstelling tot',
    `1. **Tandoro**: in tegenstelling tot Plexmill zonder limiet.
2. **Grandio**: voor grote bedrijven.`,
    { listed: ['Tandoro', 'Grandio'], mentioned: ['Plexmill'] },
  ),
  nl(
    'werkt samen met',
    `- **Pipelane** – werkt samen met Mailora.
- **Dealora** – exporteert naar Sheetly.`,
    { listed: ['Pipelane', 'Dealora'], mentioned: ['Mailora', 'Sheetly'] },
  ),
  nl(
    'vergelijking zonder oordeel',
    `Tandoro vs Plexmill

Tandoro is goedkoper. Plexmill heeft meer rapporten. Het hangt van je team af.`,
    { listed: [], mentioned: ['Tandoro', 'Plexmill'], undecided: ['Zorbento'] },
  ),
  pt(
    'categorias acima dos nomes',
    `### Para famílias
- **Pousada Velora:** quartos grandes.
- **Casa Nordal:** café para crianças.

### Tranquilos
- **Refúgio Kestrix:** sem bar.`,
    { listed: ['Pousada Velora', 'Casa Nordal', 'Refúgio Kestrix'] },
  ),
  pt('um conselho numa frase', `Para o seu caso, eu escolheria Kestrix ou Lumora.`, {
    listed: ['Kestrix', 'Lumora'],
  }),
  pt(
    'evite',
    `1. **Hostella** – rápida.
2. **Redelar** – bom suporte.

Evite a Domainix, que não devolve o dinheiro.`,
    { listed: ['Hostella', 'Redelar'], rejected: ['Domainix'] },
  ),
  pt(
    'ao contrário de',
    `1. **Tandoro**: ao contrário do Plexmill, não tem limite.
2. **Grandio**: para grandes empresas.`,
    { listed: ['Tandoro', 'Grandio'], mentioned: ['Plexmill'] },
  ),
  pt(
    'comparação sem veredito',
    `Tandoro vs Plexmill

O Tandoro é mais barato. O Plexmill tem mais relatórios. Depende do tamanho da sua equipe.`,
    { listed: [], mentioned: ['Tandoro', 'Plexmill'], undecided: ['Zorbento'] },
  ),
  pt(
    'integra-se com',
    `- **Pipelane** – integra-se com o Mailora.
- **Dealora** – exporta para o Sheetly.`,
    { listed: ['Pipelane', 'Dealora'], mentioned: ['Mailora', 'Sheetly'] },
  ),
];
