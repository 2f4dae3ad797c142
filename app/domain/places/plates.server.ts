import { toAsciiDigits } from '../shared/typed-numbers';
import { findPlacesOfOffice, findState, type KnownPlace } from './places.server';

type PlateOrigin = { office: string; place: KnownPlace } | { state: string };

const platePattern = /^([A-Z]{2})(?:(\d{1,2})([A-Z]{0,3}\d{0,4})?)?$/;
/** Plates of the BH series: 22 BH 1234 AA. */
const bhSeriesPattern = /^(?:\d{2})?BH(?:\d{0,4}[A-Z]{0,2})?$/;

/** `MH 12`, `MH12AB1234`, `DL 3S`, `MH`. @returns an error message if there is none; `state` if only that is known */
export function findPlate(plate: string): PlateOrigin | { message: string; state: string | null } {
  const text = toAsciiDigits(plate.normalize('NFKC'))
    .toUpperCase()
    .replace(/^\s*IND\b/, '')
    .replace(/[\s.·–-]+/g, '');
  if (bhSeriesPattern.test(text)) {
    return {
      message: 'Plates of the BH series are the same in all of India and name no office. Search by city instead.',
      state: null,
    };
  }
  const [, letters, figures] = platePattern.exec(text) ?? [];
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
  const [place] = [letters, state.code].flatMap((code) => findPlacesOfOffice(`${code} ${number}`));
  if (place) return { office: `${letters} ${number}`, place };
  return {
    message: `We do not know which city the office ${letters} ${number} serves. It is in ${state.name}.`,
    state: state.name,
  };
}
