import { type AnswerCase, mentioned, rejected } from './answerCase.ts';

export const french: readonly AnswerCase[] = [
  {
    what: 'une liste numérotée avec les deux-points espacés',
    text: `Voici les outils les plus adaptés à une petite association :

1. **Cotisio** : gère les adhésions et les reçus fiscaux.
2. **Assolune** : le plus simple à prendre en main.
3. **L'Escarcelle** : gratuit jusqu'à cent membres.

N'hésitez pas à me préciser le nombre de vos adhérents.`,
    names: ['Cotisio', 'Assolune', "L'Escarcelle"],
    reasons: {
      Cotisio: { starts: 'gère les adhésions', ends: 'les reçus fiscaux.' },
      "L'Escarcelle": { lacks: 'hésitez' },
    },
  },
  {
    what: 'des titres par catégorie',
    text: `### Le meilleur choix global : Veloutine 500

Silencieux et facile à nettoyer.

### Le meilleur rapport qualité-prix : Mixana

Un peu bruyant, mais robuste.

### Pour les petites cuisines : Broyelle Mini

Se range dans un tiroir.

### Comment choisir ?

- **Puissance :** 800 W suffisent.
- **Volume :** un litre pour deux personnes.`,
    names: ['Veloutine 500', 'Mixana', 'Broyelle Mini'],
    reasons: { 'Broyelle Mini': { ends: 'dans un tiroir.' } },
  },
  {
    what: 'des puces sans gras',
    text: `Quelques plombiers bien notés :

- Plomberie Garance – intervient aussi la nuit
- Maison Tuyère – devis gratuit
- Les Frères Vasseline – spécialistes des salles de bain`,
    names: ['Plomberie Garance', 'Maison Tuyère', 'Les Frères Vasseline'],
  },
  {
    what: 'un texte suivi',
    text: `Pour débuter, je vous conseille **Carnetto**, qui fonctionne hors ligne. **Plumeline** est une bonne alternative si vous écrivez à plusieurs.`,
    names: ['Carnetto', 'Plumeline'],
  },
  {
    what: 'un nom déconseillé',
    text: `1. **Carnetto** – fonctionne hors ligne
2. **Plumeline** – écriture à plusieurs

À éviter : **Griffonix**, dont l'export ne marche plus.`,
    names: ['Carnetto', 'Plumeline'],
    others: [rejected('Griffonix')],
  },
  {
    what: 'un service fermé',
    text: `- **Carnetto** – fonctionne hors ligne
- **Plumeline** – écriture à plusieurs

Le service Notarelle a fermé en janvier.`,
    names: ['Carnetto', 'Plumeline'],
    others: [rejected('Notarelle')],
  },
  {
    what: 'aucune recommandation',
    text: `Je ne peux pas recommander un médecin en particulier. L'annuaire de l'Ordre permet de chercher par spécialité et par ville.`,
    nobody: true,
  },
  {
    what: 'une comparaison avec un avis',
    text: `**Carnetto ou Plumeline ?**

Carnetto est plus rapide, Plumeline permet d'écrire à plusieurs.

**Mon avis :** pour une équipe, prenez **Plumeline**.`,
    names: ['Plumeline'],
    others: [mentioned('Carnetto')],
  },
  {
    what: 'un tableau',
    text: `| Banque | Frais par mois | Carte |
|---|---|---|
| Orbanque | 0 € | incluse |
| La Tirelire Bleue | 3 € | incluse |
| Fonds & Cie | 5 € | en option |`,
    names: ['Orbanque', 'La Tirelire Bleue', 'Fonds & Cie'],
  },
  {
    what: 'une page sans retours à la ligne',
    text: `Les meilleures applications de covoiturage sont : 1. Roulensemble : Trajets quotidiens et paiement intégré. 2. Coparto : Sans commission pour les conducteurs. 3. Navetta : Pour les entreprises. Afficher plus`,
    names: ['Roulensemble', 'Coparto', 'Navetta'],
    codes: ['structure_restored'],
  },
];
