import type { RangeRole, UnitName, WordMeaning } from './dictionary';

/** Facts about names, places and words, as the data files of the search hold them. */
export type SearchFacts = {
  names: {
    brands: readonly { brand: string; aliases: readonly string[]; scripts: readonly string[] }[];
    families: readonly NameFact<'family'>[];
    models: readonly (NameFact<'model'> & {
      family?: string;
      kind: 'bike' | 'scooter' | 'moped';
      fuel: 'petrol' | 'electric';
      engineCc?: number;
    })[];
  };
  places: {
    states: readonly {
      code: string;
      name: string;
      devanagari?: string;
      oldCodes?: readonly string[];
      aliases?: readonly string[];
    }[];
    cities: readonly {
      id: string;
      city: string;
      /** Code of its state. */
      state: string;
      plates?: readonly string[];
      population?: number;
      aliases?: readonly string[];
      devanagari?: string;
      /** First three figures of its PIN codes. */
      pins?: readonly string[];
    }[];
    /** Well-known parts of cities, which mean their city. */
    localities: readonly { place: string; names: readonly string[] }[];
    /** Words for parts of cities, such as "road", and endings of their names. */
    partWords: readonly string[];
    partEndings: readonly string[];
    /** Words for parts that have numbers: "sector". */
    numberedParts: readonly string[];
    pinWords: readonly string[];
  };
  words: {
    words: readonly { words: readonly string[]; means: WordMeaning; strength: 'strong' | 'hint' }[];
    multipliers: readonly { times: number; words: readonly string[] }[];
    /** Multipliers with an ending, as searches have them and fields of money do not. */
    inflectedMultipliers: readonly { times: number; words: readonly string[] }[];
    /** From a thousand on they are whole amounts. */
    wordNumbers: Readonly<Record<string, number>>;
    /** What a word before a number adds to it. */
    numberPrefixes: Readonly<Record<string, number>>;
    /** Words after a number that add a half to it. */
    halfWords: readonly string[];
    currency: readonly string[];
    /** Loose ones stand before or after a figure of their own size, and elsewhere mean no unit. */
    units: readonly { unit: UnitName; words: readonly string[]; isLoose?: boolean }[];
    ranges: readonly {
      role: RangeRole;
      place: 'before' | 'after';
      words: readonly string[];
      joiners?: readonly string[];
      /** They stand beside figures of any size, and make no price of a small one. */
      isLoose?: boolean;
    }[];
    yearWords: readonly { role: 'min' | 'max' | 'exact'; words: readonly string[] }[];
    placeWords: readonly string[];
    /** Words after the code of a state where it is that of a number plate: "mh passing". */
    plateWords: readonly string[];
    /** Words of names in other scripts, beside those of the names themselves. */
    latinWords: Readonly<Record<string, string>>;
    /** Endings of nouns in Indian scripts. */
    endings: readonly string[];
    /** Words before what is not wanted, and phrases after it. */
    negations: readonly string[];
    negationsAfter: readonly string[];
    /** Names of what is not sold here, which begin like those of vehicles: cars of a maker of both. */
    otherProducts: readonly string[];
    /** Words of every day that are like names, and no mistakes for them. */
    plainWords: readonly string[];
    stopWords: readonly string[];
  };
};

type NameFact<Kind extends string> = {
  brand: string;
  aliases: readonly string[];
  devanagari?: string;
  needsBrand?: boolean;
} & Record<Kind, string>;
