import { expect, test } from 'vitest';
import { escapeXml } from '~/domain/shared/text';

test('no character of the text is read as markup, between tags or in an attribute', () => {
  expect(escapeXml(`<a href="x">R&D</a> 'n' ₹`)).toBe(`&lt;a href=&quot;x&quot;&gt;R&amp;D&lt;/a&gt; 'n' ₹`);
});

test('characters that XML 1.0 does not allow are left out: control characters and halves of surrogate pairs', () => {
  expect(escapeXml('a\u0000b\u0008c\ud800d\uffffe')).toBe('abcde');
  expect(escapeXml('a\tb\nc\rd🏍दो')).toBe('a\tb\nc\rd🏍दो');
});
