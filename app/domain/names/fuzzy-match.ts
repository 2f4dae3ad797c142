/** By the offset of a letter in its Unicode block: the blocks of all these scripts have the same order. */
const indicSounds: Readonly<Record<number, string>> = /* @__PURE__ */ (() => {
  const sounds: Record<number, string> = {};
  const add = (sound: string, ...offsets: number[]) => {
    for (const offset of offsets) sounds[offset] = sound;
  };
  add('n', 0x01, 0x02);
  // Vowels, independent and as signs: length and openness differ between scripts, so only front and back count.
  add('i', 0x07, 0x08, 0x0d, 0x0e, 0x0f, 0x10, 0x3f, 0x40, 0x45, 0x46, 0x47, 0x48);
  add('u', 0x09, 0x0a, 0x11, 0x12, 0x13, 0x14, 0x41, 0x42, 0x49, 0x4a, 0x4b, 0x4c);
  add('ri', 0x0b, 0x43);
  add('k', 0x15, 0x16, 0x58, 0x59);
  add('g', 0x17, 0x18, 0x5a);
  add('c', 0x1a, 0x1b);
  add('j', 0x1c, 0x1d, 0x5b);
  add('t', 0x1f, 0x20, 0x24, 0x25);
  add('d', 0x21, 0x22, 0x26, 0x27, 0x5c, 0x5d);
  add('n', 0x19, 0x1e, 0x23, 0x28, 0x29);
  add('p', 0x2a, 0x2b, 0x5e);
  add('b', 0x2c, 0x2d);
  add('m', 0x2e);
  add('y', 0x2f, 0x5f);
  add('r', 0x30, 0x31);
  add('l', 0x32, 0x33, 0x34);
  add('v', 0x35);
  add('s', 0x36, 0x37, 0x38);
  add('h', 0x39);
  return sounds;
})();

/** `j` of Bengali and Odia, `r` and `v` of Assamese, Gurmukhi's nasal and doubling signs, chillu letters. */
const exceptionalSounds: Readonly<Record<string, string>> = {
  '\u09af': 'j',
  '\u09f0': 'r',
  '\u09f1': 'v',
  '\u0b2f': 'j',
  '\u0b71': 'v',
  '\u0a70': 'n',
  '\u0a71': '',
  '\u09ce': 't',
  '\u0d7a': 'n',
  '\u0d7b': 'n',
  '\u0d7c': 'r',
  '\u0d7d': 'l',
  '\u0d7e': 'l',
  '\u0d7f': 'k',
};

function getIndicOffset(letter: string | undefined): number | null {
  const code = letter?.codePointAt(0) ?? 0;
  return code >= 0x0900 && code < 0x0d80 ? (code - 0x0900) % 0x80 : null;
}

const getSound = (letter: string): string =>
  exceptionalSounds[letter] ?? indicSounds[getIndicOffset(letter) ?? -1] ?? (letter < '\u0080' ? letter : '');

/** The vowel with which a word begins, as `a`, `i` or `u`; y counts as one. Empty before another consonant. */
function getInitialVowel(word: string): string {
  const [first = ''] = word;
  const offset = getIndicOffset(first);
  if (offset === null || offset < 0x05) return '';
  if (offset <= 0x06) return 'a';
  const sound = getSound(first);
  return sound === 'y' ? 'i' : /^[iu]$/.test(sound) ? sound : '';
}

/** Whether a word ends in a, which the scripts of southern India do not write after a consonant. */
function endsInA(word: string): boolean {
  const offset = getIndicOffset(word.at(-1)) ?? 0;
  return offset === 0x3e || (offset >= 0x15 && offset <= 0x39 && /[\u0b80-\u0d7f]$/.test(word));
}

/** Writes sounds that the scripts spell in combinations of letters, or in other places of their blocks, as letters. */
function unifySpelling(folded: string): string {
  if (/[\u0980-\u09ff]/.test(folded)) {
    // Bengali writes y as j with a dot or in a conjunct, and v as y between a back vowel and a long one.
    return folded
      .replace(/\u09af\u09bc|(?<=\u09cd)\u09af/g, '\u09df')
      .replace(/(?:\u0993|(?<=[\u09c1\u09cb]))\u09df(?=\u09be)/g, '\u09f1');
  }
  if (/[\u0b00-\u0b7f]/.test(folded)) return folded.replace(/(?<=\u0b4d)\u0b2f/g, '\u0b5f');
  // Telugu, Kannada and Malayalam write a final m as the anusvara.
  return folded.replace(/\u0d31\u0d4d\u0d31/g, '\u0d1f').replace(/[\u0c02\u0c82\u0d02]$/, 'm');
}

/** Front and back vowels only, initial vowels equal, doubled and aspirated consonants simple; ASCII unchanged. */
export function createPhoneticKey(folded: string): string {
  const spelled = unifySpelling(folded);
  let sounds = '';
  for (const letter of spelled) sounds += getSound(letter);
  const key = sounds
    .replace(/^[iuy]+/, '')
    .replace(/n(?=m)/g, '')
    .replace(/m(?=[pb])/g, 'n')
    .replace(/([a-z])\1+/g, '$1');
  return getInitialVowel(spelled) === '' ? key : `a${key}`;
}

const maxShortConsonants = 2;

export const isShortKey = (phoneticKey: string): boolean =>
  phoneticKey.replace(/[aiu]/g, '').length <= maxShortConsonants;

/** In short words the first and the last vowel count too. */
export function createPhoneticLookupKey(folded: string, key = createPhoneticKey(folded)): string {
  return isShortKey(key) ? `${getInitialVowel(folded)}${key}${endsInA(folded) ? 'a' : ''}` : key;
}

function replaceSounds(key: string, replacements: Readonly<Record<string, string>>): string {
  let replaced = '';
  for (const sound of key) {
    const to = replacements[sound] ?? sound;
    if (to !== replaced.at(-1) || to < 'a') replaced += to;
  }
  return replaced;
}

const broadSounds = { h: '', y: 'i', v: 'b' } as const;
const coarseSounds = { ...broadSounds, g: 'k', c: 's', j: 's', d: 't', b: 'p', v: 'p' } as const;
const skeletonSounds = { ...coarseSounds, i: '', u: '', y: '' } as const;

/** Reduces a phonetic key to what scripts have in common: some write v as b or y as i, or leave h out. */
export const createBroadPhoneticKey = (key: string): string => replaceSounds(key, broadSounds);

/** Tamil does not distinguish voiced, voiceless and aspirated consonants. */
export const createCoarsePhoneticKey = (key: string): string => replaceSounds(key, coarseSounds);

/** The consonants of a phonetic key. Words with fewer than three consonants have no reliable skeleton. */
export const createConsonantSkeleton = (key: string): string => replaceSounds(key, skeletonSounds);

/** Optimal string alignment. @returns the distance, or `max + 1` if it is greater */
export function calculateEditDistance(from: string, to: string, max: number): number {
  if (Math.abs(from.length - to.length) > max) return max + 1;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    let rowMinimum = row;
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      let cost = Math.min(
        (previous[column - 1] ?? 0) + (isSame ? 0 : 1),
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
      );
      const isTransposed =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (isTransposed) cost = Math.min(cost, (beforePrevious[column - 2] ?? 0) + 1);
      current.push(cost);
      rowMinimum = Math.min(rowMinimum, cost);
    }
    if (rowMinimum > max) return max + 1;
    beforePrevious = previous;
    previous = current;
  }
  return Math.min(previous[to.length] ?? max + 1, max + 1);
}

/** Digraphs first, then single letters. */
const soundPattern = /(?:ph|gh|kh|th|dh|bh|sh|ck|ee|oo|aa|[a-z])/g;
const latinSounds: Readonly<Record<string, string>> = {
  ph: 'f',
  gh: 'g',
  kh: 'k',
  th: 't',
  dh: 'd',
  bh: 'b',
  sh: 's',
  ck: 'k',
  ee: 'i',
  oo: 'u',
  aa: 'a',
  y: 'i',
  w: 'v',
  q: 'k',
  z: 's',
};

/** Phonetic key of a word in Latin letters: `axess` and `access`, `ristha` and `rizta` have equal keys. */
const createLatinPhoneticKey = (word: string): string =>
  word
    .replace(/x/g, 'ks')
    .replace(/c(?=c[eiy])/g, 'k')
    .replace(/c(?=[eiy])/g, 's')
    .replace(/c(?!k)/g, 'k')
    .replace(soundPattern, (letters) => latinSounds[letters] ?? letters)
    .replace(/([a-z])\1+/g, '$1');

/** First letter, then the others sorted: equal for `yahama` and `yamaha`. */
const sortLetters = (word: string): string => word.slice(0, 1) + [...word.slice(1)].sort().join('');

export const createConsonantKey = (word: string): string => `#${word.replace(/[aeiou]/g, '')}`;

/** Fuzzy key of a word by the sounds of its consonants: equal for `sekend` and `second`. */
export const createSoundKey = (word: string): string => `=${createLatinPhoneticKey(word).replace(/(?!^)[aeiou]/g, '')}`;

/** Shared by words that sound alike, have the same letters in another order, or only the consonants: `splndr`. */
export const createFuzzyKeys = (word: string): readonly string[] => [
  `~${createLatinPhoneticKey(word)}`,
  sortLetters(word),
  ...(/[aeiou]/.test(word.slice(1)) ? [] : [createConsonantKey(word)]),
];

/** Minimum length of a word that is matched by its fuzzy keys. Shorter words have too many similar ones. */
export const minFuzzyLength = 5;
