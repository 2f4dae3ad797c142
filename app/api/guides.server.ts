import type { GuideName } from './guides';

/** A test runs each of them as the page shows it. */
const examples = import.meta.glob<string>('./guides/*', { query: '?raw', import: 'default', eager: true });
const languages = { sh: 'Shell', mjs: 'JavaScript', py: 'Python' } as const;

/** @returns the code in each language, for the site at `origin` */
export const readGuideExamples = (name: GuideName, origin: string) =>
  Object.entries(languages).map(([ending, language]) => ({
    ending,
    language,
    code: (examples[`./guides/${name}.${ending}`] ?? '').replaceAll('https://bikes.example', origin),
  }));
