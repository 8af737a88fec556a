import { foldTitle } from './titleWords.ts';

/** First words of a paragraph that speaks to the reader about all names at once: the end of an answer, part of no name. */
const starts = new RegExp(
  '^(?:(?:' +
    'each of (?:these|the)|all (?:of )?these|these (?:\\S+ ){0,3}(?:are|offer|cater|provide|represent|selections?|options?|picks?|models?|products?|tools?|places)|' +
    'consider your|remember|if you (?:have|need|want|would|.d|prefer|share|tell|let|are looking|.re looking|give)|let me know|would you like|do you (?:want|have|need|prefer)|feel free|tell me|when (?:choosing|selecting|picking|buying|deciding)|' +
    'ultimately|in (?:summary|conclusion|short)|overall,|to (?:help|assist) (?:you|me)|note that|please note|prices? (?:may|can|are)|by considering|happy |enjoy |want me|are you|could you|which (?:of|one)|what(?:.s| is| are) your|' +
    'wenn du|wenn sie|falls|mochtest|willst du|mochten sie|sag mir|alle diese|jede[rs]? dieser|diese (?:optionen|tools|produkte)|' +
    'si vous|si tu|souhaitez|voulez-vous|n.hesitez|dites-moi|chacun|tous ces|toutes ces|ces (?:options|outils)|' +
    'si quieres|si necesitas|si me|quieres que|dime|todas? est[ao]s|cada un[ao]|' +
    'se vuoi|se hai|fammi sapere|vuoi che|tutt[ie] quest[ie]|ognun[oa]|' +
    'se quiser|se voce|quer que|me diga|todas essas|todos esses|cada um|' +
    'als je|wil je|laat (?:me|het) weten|al deze|elk van|' +
    'isterseniz|istersen|eger|bu (?:araclar|uygulamalar|secenekler)|hepsi|' +
    'jesli|czy chcesz|daj znac|wszystkie te|kazd[ya] z|' +
    'если|все эти|дайте знать' +
    ')(?![\\p{L}\\p{N}])|ご希望|もし|いかが|これらの|以上|如果您|如果你|需要我|您可以告诉|以上|원하시|필요하시|혹시|이 중|إذا |هل ترغب|אם |האם |यदि|अगर|क्या आप|หากคุณ|ถ้าคุณ|ต้องการให้)',
  'u',
);

/** True for a paragraph that addresses the reader or sums up the list. */
export function isClosing(paragraph: string): boolean {
  return starts.test(foldTitle(paragraph.slice(0, 120).replace(/^[^\p{L}\p{N}]+/u, '')));
}
