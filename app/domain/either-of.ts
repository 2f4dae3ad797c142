/** Joins options for a sentence: 'Petrol, Electric or Hybrid'. */
export const eitherOf = (options: readonly string[]): string =>
  options.length < 2 ? options.join('') : `${options.slice(0, -1).join(', ')} or ${options.at(-1)}`;
