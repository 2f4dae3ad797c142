/** Realistic search terms, so many of each kind that a percentile does not depend on one word. */
export const searchTerms: Readonly<Record<string, readonly string[]>> = {
  'names of models': [
    'splendor plus',
    'classic 350',
    'activa 6g',
    "h'ness cb350",
    'ntorq',
    'pulsar ns200',
    'iqube',
    'r15 v3',
  ],
  brands: ['honda', 'hero', 'royal enfield', 'tvs', 'bajaj', 'kawasaki', 'REVOLT', 'Suzuki'],
  'letters in the middle': ['lendo', 'oyal enf', 'ctiva', '350', 'a 6g', 'ulsa', 'ha c', 'tor'],
  'nothing that is on sale': [
    'ducati',
    'honda classic',
    'splendour',
    'zzz',
    '100%',
    '"quoted"',
    'a_b*',
    'electric car with a roof',
  ],
  'one or two letters': ['h', 'x', 'ho', 'rv', 'q', '4v', 'zq', '35'],
  'other scripts': ['स्प्लेंडर', 'हीरो', 'ஹோண்டா', '本田', 'ΧΌΝΤΑ', 'ямаха', 'हो', '🏍'],
};
