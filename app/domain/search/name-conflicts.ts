import { createNameKey, type Dictionary, isBrandName, type VehicleName } from './dictionary';
import { conjunctions } from './name-resolver';
import type { Entities, NameMatch } from './parsed-query';
import { getKeyText, getTokenTexts, type Token } from '../names/tokenizer';

const isAlternative = ({ from, to }: NameMatch, tokens: readonly Token[]): boolean =>
  conjunctions.has(tokens[to]?.text ?? '') || conjunctions.has(tokens[from - 1]?.text ?? '');

/** Whether a name has no word of its own, as "310 rr": such a name may be a part of another one. */
const isWeak = ({ from, to }: NameMatch, tokens: readonly Token[]): boolean =>
  to - from > 1 && tokens.slice(from, to).every(({ text }) => !/\p{L}{3}/u.test(text));

/** "bullet classic 350" is a Classic, because all models of Royal Enfield are called Bullet. */
const isNickname = ({ name }: NameMatch, names: readonly NameMatch[], { nicknames }: Dictionary): boolean =>
  nicknames.has(createNameKey({ ...name, model: null })) &&
  names.some(
    (other) => other.name.brand === name.brand && other.name.family !== null && other.name.family !== name.family,
  );

/** Whether a name is a part of a model of another one: in "310 rr apache", "310 rr" is no BMW. */
function isPartOfOtherName(
  match: NameMatch,
  names: readonly NameMatch[],
  tokens: readonly Token[],
  { modelNames }: Dictionary,
): boolean {
  const texts = tokens.slice(match.from, match.to).map(getKeyText);
  return (
    isWeak(match, tokens) &&
    names.some(
      ({ name }) =>
        name.brand !== match.name.brand &&
        name.family !== null &&
        (modelNames.get(name.brand) ?? []).some(
          (other) => other.name.family === name.family && texts.every((text) => other.words.includes(text)),
        ),
    )
  );
}

/** The numbers, or all tokens, of explained names become free to specify the model of the names beside them. */
export function resolveExplainedNames(tokens: readonly Token[], entities: Entities, dictionary: Dictionary): void {
  const { names, isConsumed } = entities;
  const matches = [...names];
  names.length = 0;
  for (const match of matches) {
    const span = { from: match.from, to: match.to };
    if (isAlternative(match, tokens)) names.push(match);
    else if (isNickname(match, matches, dictionary)) {
      for (let index = span.from; index < span.to; index += 1) if (tokens[index]?.isNumber) isConsumed[index] = false;
      while (tokens[span.from]?.isNumber) span.from += 1;
      while (tokens[span.to - 1]?.isNumber) span.to -= 1;
      const { brand } = match.name;
      names.push({ ...span, name: { brand, family: null, model: null }, spelling: brand });
    } else if (isPartOfOtherName(match, matches, tokens, dictionary)) isConsumed.fill(false, span.from, span.to);
    else names.push(match);
  }
}

/** @returns `overruled`: brands that do not make the vehicle named next to them */
export function deduplicateNames(
  names: readonly NameMatch[],
  tokens: readonly Token[],
): { names: NameMatch[]; overruled: NameMatch[] } {
  // "ola pro s1": an adjacent name that is a part of the model repeats it.
  const isPartOf = (part: NameMatch, whole: NameMatch): boolean => {
    if (part.from !== whole.to && part.to !== whole.from) return false;
    const wholeWords = getTokenTexts((whole.name.model ?? '').toLowerCase());
    const partWords = getTokenTexts((part.name.model ?? part.name.family ?? '').toLowerCase());
    return (
      part.name.brand === whole.name.brand &&
      partWords.length < wholeWords.length &&
      partWords.every((word) => wholeWords.includes(word))
    );
  };
  const isIncluded = (specific: VehicleName, general: VehicleName): boolean => {
    if (general.brand !== specific.brand || general.model !== null) return false;
    const isBrand = general.family === null || (general.family === general.brand && specific.family !== general.family);
    return isBrand
      ? specific.family !== null || specific.model !== null
      : specific.model !== null && specific.family === general.family;
  };
  const vehicles = names.filter(({ name }) => !isBrandName(name));
  const kept: NameMatch[] = [];
  const overruled: NameMatch[] = [];
  for (const match of names) {
    if (names.some((other) => isIncluded(other.name, match.name) || isPartOf(match, other))) continue;
    // "honda pulsar": the name of a vehicle takes precedence over a brand that does not make it.
    if (isBrandName(match.name) && vehicles.length === 1 && !isAlternative(match, tokens)) overruled.push(match);
    else if (!kept.some(({ name }) => createNameKey(name) === createNameKey(match.name))) kept.push(match);
  }
  return { names: kept, overruled };
}
