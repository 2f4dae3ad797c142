/** Formats of a list in the API: a page in the envelope, or the complete list as NDJSON or CSV. */
const mediaTypes = { json: 'application/json', ndjson: 'application/x-ndjson', csv: 'text/csv' } as const;
export type ListForm = keyof typeof mediaTypes;

const forms = ['json', 'ndjson', 'csv'] as const satisfies readonly ListForm[];

type Range = { type: string; weight: number };

function readRange(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const given = parameters.find((parameter) => /^q\s*=/.test(parameter));
  const weight = given === undefined ? 1 : Number(given.replace(/^q\s*=\s*/, ''));
  return { type, weight: weight >= 0 && weight <= 1 ? weight : 0 };
}

/** Weight of a media type: the weight of the most specific range that matches it (RFC 9110, 12.5.1). */
function weightOf(mediaType: string, ranges: readonly Range[]): number {
  const [group] = mediaType.split('/', 1);
  for (const name of [mediaType, `${group}/*`, '*/*']) {
    const range = ranges.find(({ type }) => type === name);
    if (range) return range.weight;
  }
  return 0;
}

/**
 * Negotiates the format of a list. JSON wins ties, and is the fallback if no format is acceptable.
 *
 * @param accept the `Accept` header; if absent, every format is equally acceptable
 */
export function acceptedForm(accept: string | null | undefined): ListForm {
  if (!accept || accept === '*/*') return 'json';
  const ranges = accept.split(',').map(readRange);
  const weights = forms.map((form) => weightOf(mediaTypes[form], ranges));
  const most = Math.max(...weights);
  return most > 0 ? (forms[weights.indexOf(most)] ?? 'json') : 'json';
}

/** Whether a page is prefetched, and so may never be seen. */
export const isFetchedAhead = ({ headers }: Request): boolean =>
  headers.get('Sec-Purpose')?.includes('prefetch') === true;

const browsers = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bUCBrowser\//, 'UC Browser'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^(?:Lynx|w3m|Links|ELinks)\b/i, 'Text browser'],
  [/^curl\//, 'curl'],
] as const;
const systems = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bKAIOS\//, 'KaiOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\b(?:Linux|X11)\b/, 'Linux'],
] as const;

type Names = readonly (readonly [pattern: RegExp, name: string])[];
const firstOf = (names: Names, text: string): string | undefined => names.find(([pattern]) => pattern.test(text))?.[1];

/**
 * Describes the device of a session, such as 'Chrome on Android', in fixed words only, never in text of the header.
 *
 * @param userAgent the `User-Agent` header
 * @returns null if neither browser nor system is recognized
 */
export function deviceLabel(userAgent: string | null): string | null {
  const [browser, system] = [firstOf(browsers, userAgent ?? ''), firstOf(systems, userAgent ?? '')];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? null;
}
