import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, expectTypeOf, it } from 'vitest';
import { errorTexts } from '~/domain/shared/error-texts';
import {
  decodeReason,
  encodeReason,
  type ErrorCode,
  formatFieldErrors,
  formatReason,
  type PlainCode,
  type Reason,
} from '~/domain/shared/result';

const catalogue = 'app/domain/shared/error-texts.ts';
/** The design system shows sentences as examples. */
const samples = 'app/routes/design';
const sources = ['app', 'server', 'ops', 'db']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
  .filter((file) => /\.(?:tsx?|mjs)$/.test(file) && file !== catalogue && !file.startsWith(samples))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const texts = Object.entries(errorTexts);

it('gives each code a sentence of its own', () => {
  const codes = new Map<string, string[]>();
  for (const [code, text] of texts) codes.set(text, [...(codes.get(text) ?? []), code]);
  expect([...codes.values()].filter((shared) => shared.length > 1)).toEqual([]);
});

it('has no code that nothing uses', () => {
  const words = new Set(sources.flatMap(({ text }) => text.match(/\w+/g) ?? []));
  expect(texts.map(([code]) => code).filter((code) => !words.has(code))).toEqual([]);
});

it('has each sentence in the catalogue only', () => {
  const doubled = texts.flatMap(([code, text]) => {
    // A short one is a heading elsewhere.
    if (text.length < 24) return [];
    const copies = sources.filter((source) => source.text.includes(`'${text}'`) || source.text.includes(`"${text}"`));
    return copies.map(({ file }) => `${file}: ${code}`);
  });
  expect(doubled).toEqual([]);
});

it('compares no sentence', () => {
  const comparison =
    /\b(?:message|sentence)\s*[!=]==\s*(?:['"`][A-Z]|\w*(?:Message|Text|Texts|Sentence)\b)|[!=]==\s*(?:\w+\.)?(?:message|sentence|errorTexts|formatReason)\b|\b(?:message|sentence)\.(?:endsWith|includes|match)\(|formatReason\([^)]*\)\s*[!=]==/;
  const found = sources.flatMap(({ file, text }) =>
    text.split('\n').flatMap((line, at) => (comparison.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});

it('puts values into a sentence, and the word that fits a number', () => {
  const excess = (count: string): Reason => ({
    code: 'too_long',
    values: { label: 'Name', excess: count, most: '80' },
  });
  expect(formatReason(excess('1'))).toBe('Name is 1 character too long: at most 80');
  expect(formatReason(excess('1,200'))).toBe('Name is 1,200 characters too long: at most 80');
  expect(formatFieldErrors({ name: excess('2'), images: [{ code: 'photos_full' }, { code: 'queue_full' }] })).toEqual({
    name: 'Name is 2 characters too long: at most 80',
    images: 'You can add up to 10 photos. The queue is full.',
  });
});

it('carries a reason through the message of a rule', () => {
  const reason: Reason = { code: 'required', values: { label: 'Name' } };
  expect(decodeReason(encodeReason(reason))).toEqual(reason);
  expect(decodeReason('{"code":"no_such_code"}')).toEqual({
    code: 'invalid_value',
    values: { detail: '{"code":"no_such_code"}' },
  });
});

it('requires the values of a sentence', () => {
  expectTypeOf<'required_fields'>().toExtend<PlainCode>();
  expectTypeOf<'required'>().not.toExtend<PlainCode>();
  expectTypeOf<{ code: 'required' }>().not.toExtend<Reason>();
  expectTypeOf<{ code: 'required'; values: { label: string } }>().toExtend<Reason>();
  expectTypeOf<PlainCode>().toExtend<ErrorCode>();
  expect(formatReason({ code: 'required_fields' })).toBe(errorTexts.required_fields);
});
