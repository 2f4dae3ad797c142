import { asciiDigits } from '../shared/money';
import { findState, type KnownPlace, placesOfOffice } from './places.server';

/** Where vehicles with a plate are registered: at an office whose places are known, or in a state. */
type PlateFound = { office: string; place: KnownPlace } | { state: string };

/** A whole plate or its beginning, and what may follow the office. */
const plate = /^([A-Z]{2})(?:(\d{1,2})([A-Z]{0,3}\d{0,4})?)?$/;
/** Plates of the Bharat series: 22 BH 1234 AA. */
const bharat = /^(?:\d{2})?BH(?:\d{0,4}[A-Z]{0,2})?$/;

/**
 * Finds the office of a plate as people write it: `MH 12`, `mh-12`, `MH12AB1234`, `DL 3S`; or the state of its letters.
 *
 * @returns a sentence where it names neither, with the state where only that is known
 */
export function findPlate(typed: string): PlateFound | { message: string; state: string | null } {
  const text = asciiDigits(typed.normalize('NFKC'))
    .toUpperCase()
    .replace(/^\s*IND\b/, '')
    .replace(/[\s.·–-]+/g, '');
  if (bharat.test(text)) {
    return {
      message: 'Plates of the BH series are the same in all of India and name no office. Search by city instead.',
      state: null,
    };
  }
  const [, letters, figures] = plate.exec(text) ?? [];
  if (!letters) {
    return {
      message: 'A plate begins with the two letters of its state and the number of the office, such as MH 12.',
      state: null,
    };
  }
  const state = findState(letters);
  if (!state) return { message: `No state has the letters ${letters}. Pune has MH 12, for example.`, state: null };
  if (figures === undefined) return { state: state.name };
  const number = figures.padStart(2, '0');
  const [place] = [letters, state.code].flatMap((code) => placesOfOffice(`${code} ${number}`));
  if (place) return { office: `${letters} ${number}`, place };
  return {
    message: `We do not know which city the office ${letters} ${number} serves. It is in ${state.name}.`,
    state: state.name,
  };
}
