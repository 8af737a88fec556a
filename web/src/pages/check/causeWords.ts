import type { UndecidedGroup } from '../../api/auditQueries.ts';
import { foreign } from '../../ui/Foreign.tsx';

const placeWords: Readonly<Record<UndecidedGroup['cause'], (name: string) => string>> = {
  recommended_elsewhere: (name) => `${name} is recommended outside the names that were read`,
  in_question: (name) => `The question names ${name}, and no words of the answer recommend it`,
  comparison: (name) => `${name} stands in a comparison`,
  running_text: (name) => `${name} appears in running text`,
  outside_list: (name) => `${name} appears outside the list of names`,
  other_item: (name) => `${name} appears in another company’s list item`,
  longer_name: (name) => `${name} may be part of another name`,
  label: (name) => `${name} stands behind a label`,
  under_title: (name) => `${name} appears under a heading that may not be a recommendation`,
  other_place: (name) => `What the answer says of ${name} is not certain`,
  readers_differ: (name) => `The rules and the reading model differ about ${name}`,
  link: () => 'Only a link leads to your website',
  possible_name: (name) => `${name} may be yours`,
  unusable: () => 'The answer is empty, cut off or cannot be read',
};

/** Formats `Acme appears in a comparison`, for a Sentence. */
export function causeText({ cause, name }: UndecidedGroup): string {
  return placeWords[cause](name === null ? 'Your name' : foreign(name));
}
