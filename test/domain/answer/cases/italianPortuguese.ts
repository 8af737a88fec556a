import { type AnswerCase, mentioned, rejected } from './answerCase.ts';

export const italian: readonly AnswerCase[] = [
  {
    what: 'un elenco numerato',
    text: `Ecco i gestionali più adatti a un piccolo studio:

1. **Studiolo** – prenotazioni e fatture in un solo posto.
2. **Agendaviva** – molto semplice.
3. **Contabì** – gratuito per un utente.

Fammi sapere quanti clienti segui, così posso essere più preciso.`,
    names: ['Studiolo', 'Agendaviva', 'Contabì'],
    reasons: { Contabì: { starts: 'gratuito per un utente.', lacks: 'Fammi sapere' } },
  },
  {
    what: 'categorie nei titoli',
    text: `## Il migliore in assoluto: Macinella Oro

Macina in silenzio.

## Il più economico: Tostino

Piccolo e robusto.

## Menzione d'onore: Crema+

Ottima schiuma.`,
    names: ['Macinella Oro', 'Tostino', 'Crema+'],
  },
  {
    what: 'testo continuo',
    text: `Per iniziare ti consiglio **Quadernino**. Una buona alternativa è **Foglioso**, se scrivi in gruppo.`,
    names: ['Quadernino', 'Foglioso'],
  },
  {
    what: 'un nome sconsigliato',
    text: `- **Quadernino** – funziona senza rete
- **Foglioso** – scrittura in gruppo

Da evitare: **Scarabò**, che non esporta più i file.`,
    names: ['Quadernino', 'Foglioso'],
    others: [rejected('Scarabò')],
  },
  {
    what: 'nessuna raccomandazione',
    text: `Non posso consigliare un notaio in particolare. Il consiglio notarile della tua città pubblica un elenco aggiornato.`,
    nobody: true,
  },
  {
    what: 'un confronto con verdetto',
    text: `**Quadernino vs Foglioso**

Quadernino è più veloce; Foglioso è meglio in gruppo.

**Verdetto:** per uno studente consiglio **Quadernino**.`,
    names: ['Quadernino'],
    others: [mentioned('Foglioso')],
  },
];

export const portuguese: readonly AnswerCase[] = [
  {
    what: 'uma lista com dois-pontos',
    text: `Estas são boas opções para emitir notas fiscais:

1. **Notamais**: emite em qualquer cidade.
2. **Faturinha**: o plano grátis basta para começar.
3. **Caixa&Conta**: integra com o banco.

Se quiser, posso comparar os preços.`,
    names: ['Notamais', 'Faturinha', 'Caixa&Conta'],
    reasons: { 'Caixa&Conta': { starts: 'integra com o banco.', lacks: 'comparar' } },
  },
  {
    what: 'títulos com o melhor de cada categoria',
    text: `### Melhor no geral: Colmeia Drive

Rápido e seguro.

### Melhor custo-benefício: Gavetão

Muito espaço por pouco dinheiro.`,
    names: ['Colmeia Drive', 'Gavetão'],
  },
  {
    what: 'texto corrido',
    text: `Eu recomendo o **Colmeia Drive** para equipes. Para uso pessoal, o **Gavetão** também é uma ótima escolha.`,
    names: ['Colmeia Drive', 'Gavetão'],
  },
  {
    what: 'um serviço encerrado',
    text: `- **Colmeia Drive** – rápido e seguro
- **Gavetão** – muito espaço

O Nuvemzinha foi encerrado em maio.`,
    names: ['Colmeia Drive', 'Gavetão'],
    others: [rejected('Nuvemzinha')],
  },
  {
    what: 'nenhuma recomendação',
    text: `Não posso recomendar um advogado específico. A ordem dos advogados mantém um cadastro público por área.`,
    nobody: true,
  },
  {
    what: 'uma tabela',
    text: `| Posição | Seguro | Franquia |
|---|---|---|
| 1º | Abrigo Auto | R$ 900 |
| 2º | Rodaviva | R$ 1.200 |`,
    names: ['Abrigo Auto', 'Rodaviva'],
  },
];
