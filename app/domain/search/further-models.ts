import type { Dictionary, Entry, NamedVehicle } from './dictionary';
import { keyOfRun, type Reading } from './reading-parts';
import { phraseKey, type TypedWord } from './typed-words';

/** Words between names of which all are meant; the other joining words mean everything from one to the other. */
export const alternatives: ReadonlySet<string> = new Set(['and', 'aur', 'or', 'ya', 'vs', 'versus', 'और', 'या']);
const longestFurther = 3;

/** The models of a family that one of which only the figure differs lies between: Activa 4G for 3G and 5G. */
function modelsBetween({ models }: Dictionary, first: NamedVehicle, last: NamedVehicle): NamedVehicle[] {
  const [, before, from, after] = /^(.*?)(\d+)(\D*)$/.exec(first.model ?? '') ?? [];
  const to = Number(/(\d+)\D*$/.exec(last.model ?? '')?.[1]);
  return models
    .map(({ name }) => name)
    .filter(({ brand, family, model }) => {
      if (brand !== first.brand || family !== first.family || model === null || from === undefined) return false;
      const figure = Number(/(\d+)\D*$/.exec(model)?.[1]);
      return model === `${before}${figure}${after}` && figure > Number(from) && figure < to;
    });
}

/** Finds the models that are named after another one of their family without its name: "pulsar 150 or 180". */
export function readFurther(words: readonly TypedWord[], { names, isTaken }: Reading, dictionary: Dictionary): void {
  for (let at = 2; at < words.length; at += 1) {
    const joiner = words[at - 1]?.text ?? '';
    const isListed = alternatives.has(joiner);
    if (isTaken[at] || !(isListed || dictionary.numbers.joiners.has(joiner))) continue;
    const named = names.find(
      ({ to, further }) => Math.max(to, ...(further?.spans ?? []).map((one) => one.to)) === at - 1,
    );
    const { brand, family } = named?.name ?? {};
    if (!named || !family) continue;
    for (let to = Math.min(words.length, at + longestFurther); to > at; to -= 1) {
      if (isTaken.slice(at, to).some(Boolean)) continue;
      const key: string = phraseKey(family) + keyOfRun(words, at, to);
      const entry: Entry | undefined =
        dictionary.besideBrand.get(key)?.find(({ name }) => name.brand === brand) ?? dictionary.phrases.get(key);
      if (entry?.type !== 'name' || entry.name.family !== family || entry.name.model === null) continue;
      const { names: earlier = [], spans = [] } = named.further ?? {};
      const between = isListed ? [] : modelsBetween(dictionary, named.name, entry.name);
      named.further = { names: [...earlier, ...between, entry.name], spans: [...spans, { from: at - 1, to }] };
      isTaken.fill(true, at - 1, to);
      break;
    }
  }
}
