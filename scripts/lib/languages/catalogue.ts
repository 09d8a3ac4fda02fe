import { dropContext, listNames, PLURALS, splitForms } from '@waymark/domain/language/translate';
import { AREAS, type Area } from './areas.ts';

/** The messages of a language by area: English text, translation. An empty translation is missing. */
export type Catalogue = Readonly<Record<Area, Readonly<Record<string, string>>>>;

/** The catalogue for these texts: known translations in order, new texts with an empty one, unused texts left out. */
export function updateCatalogue(catalogue: Catalogue, areas: ReadonlyMap<string, Area>): Catalogue {
  const known = new Map(AREAS.flatMap((area) => Object.entries(catalogue[area])));
  const inOrder = [...areas].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const take = (wanted: Area) =>
    Object.fromEntries(inOrder.flatMap(([text, area]) => (area === wanted ? [[text, known.get(text) ?? '']] : [])));
  return { 'sign-in': take('sign-in'), console: take('console'), server: take('server') };
}

/** What is wrong with the messages of a language. */
export function findFaults(language: string, catalogue: Catalogue): string[] {
  return AREAS.flatMap((area) =>
    Object.entries(catalogue[area]).flatMap(([text, message]) => {
      const fault = findFault(text, message);
      return fault === null ? [] : [`${language}: ${fault}: ${JSON.stringify(text)}`];
    }),
  );
}

function findFault(text: string, message: string): string | null {
  if (message !== dropContext(message)) return 'a context in the translation';
  if (message.trim() === '') return 'not translated';
  const forms = splitForms(message);
  if (forms.length !== (splitForms(text).length === 1 ? 1 : PLURALS.length)) return 'other number of forms';
  if (listNames(message).join() !== listNames(text).join()) return 'other names in braces';
  return /^\s|\s$/.test(message) === /^\s|\s$/.test(text) ? null : 'other spaces at its ends';
}
