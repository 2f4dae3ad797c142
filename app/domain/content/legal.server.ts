import { z } from 'zod';
import legal from '~db/seed/legal.json';
import { defineSetting } from './setting.server';

const text = z.object({
  title: z.string(),
  summary: z.string(),
  /** `YYYY-MM-DD`. */
  changed: z.iso.date(),
  /** In the small Markdown of `markdown.server.ts`. */
  text: z.string(),
});

/** Signs that mean something in Markdown, so that a paragraph of the data file reads as it is written there. */
const escapeMarkdown = (paragraph: string): string => paragraph.replaceAll(/[\\`*_[\]<>#]/g, '\\$&');

function toShipped({ title, summary, parts }: typeof legal.privacy) {
  const sections = parts.map((part) => [`## ${part.title}`, ...part.paragraphs.map(escapeMarkdown)].join('\n\n'));
  return { title, summary, changed: legal.changed, text: sections.join('\n\n') };
}

/** Texts of the privacy, terms and returns pages. */
export const legalTexts = {
  privacy: defineSetting('privacy', text, toShipped(legal.privacy)),
  terms: defineSetting('terms', text, toShipped(legal.terms)),
  returns: defineSetting('returns', text, toShipped(legal.returns)),
};
