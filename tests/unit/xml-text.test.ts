import { expect, test } from 'vitest';
import { xmlText } from '~/http/csv';

test('no character of the text is read as markup, between tags or in an attribute', () => {
  expect(xmlText(`<a href="x">R&D</a> 'n' ₹`)).toBe(`&lt;a href=&quot;x&quot;&gt;R&amp;D&lt;/a&gt; 'n' ₹`);
});

test('characters that XML 1.0 does not allow are left out: control characters and halves of surrogate pairs', () => {
  expect(xmlText('a\u0000b\u0008c\ud800d\uffffe')).toBe('abcde');
  expect(xmlText('a\tb\nc\rd🏍दो')).toBe('a\tb\nc\rd🏍दो');
});
