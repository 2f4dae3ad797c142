/** Forms that a list of the API comes in: a page in the envelope, or the whole of it line by line or as a table. */
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

/** The weight of a media type: that of the range that names it most closely (RFC 9110, 12.5.1). */
function weightOf(mediaType: string, ranges: readonly Range[]): number {
  const [group] = mediaType.split('/', 1);
  for (const name of [mediaType, `${group}/*`, '*/*']) {
    const range = ranges.find(({ type }) => type === name);
    if (range) return range.weight;
  }
  return 0;
}

/**
 * The form that an `Accept` header asks for most; JSON among equals, and where it asks for nothing there is.
 *
 * @param accept the header; absent, anything is as welcome
 */
export function acceptedForm(accept: string | null | undefined): ListForm {
  if (!accept || accept === '*/*') return 'json';
  const ranges = accept.split(',').map(readRange);
  const weights = forms.map((form) => weightOf(mediaTypes[form], ranges));
  const most = Math.max(...weights);
  return most > 0 ? (forms[weights.indexOf(most)] ?? 'json') : 'json';
}
