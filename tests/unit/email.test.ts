import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emailPattern, isEmailAddress, looksLikeEmail, normalizeEmail } from '~/domain/shared/email';

describe('an email address', () => {
  it.each([
    ['a@x.in', 'a@x.in'],
    ['  a@x.in ', 'a@x.in'],
    ['mailto:a@x.in', 'a@x.in'],
    ['MAILTO:a@x.in?subject=Hello there', 'a@x.in'],
    ['a@x.in>', 'a@x.in'],
    ['<a@x.in>', 'a@x.in'],
    ['Asha Rao <a@x.in>', 'a@x.in'],
    ['"Rao, Asha" <mailto:a@x.in>', 'a@x.in'],
    ['as\u200bha@x.in', 'asha@x.in'],
    ['\u202aasha@x.in\u202c', 'asha@x.in'],
    ['asha\u200d@x.in', 'asha@x.in'],
    ['asha\u2060@x\u00ad.in\ufeff', 'asha@x.in'],
    ["O'Neil+bikes_1@mail-2.example.co.in", "O'Neil+bikes_1@mail-2.example.co.in"],
    ['आशा@उदाहरण.भारत', 'आशा@उदाहरण.भारत'],
    ['jürgen@bücher.example', 'jürgen@bücher.example'],
    ['asha@ｅｘａｍｐｌｅ.com', 'asha@ｅｘａｍｐｌｅ.com'],
    ['a@xn--bcher-kva.example', 'a@xn--bcher-kva.example'],
  ])('written as %j is %s', (typed, address) => {
    expect(normalizeEmail(typed)).toBe(address);
    expect(isEmailAddress(address)).toBe(true);
    expect(typed).toMatch(new RegExp(`^(?:${emailPattern})$`, 'v'));
  });

  it.each([
    ...['', 'a', 'a@', '@x.in', 'a@x', 'a@x..in', 'a@.x.in', 'a@x.in.', 'a@@x.in', 'a b@x.in', 'a@x y.in'],
    ...['a@-x.in', 'a@x-.in', 'a@x.-in', 'a@[127.0.0.1]', 'a@127.0.0.1', 'a@x_y.in', 'a@x.in,', 'a@exam^ple.com'],
    ...['b@x.in <a@x.in>', '<a@x.in', '<<a@x.in>>', '[a@x.in](mailto:a@x.in)', 'a@x.in, b@x.in', 'a@x.in;b@x.in'],
    ...['(a)@x.in', '"a"@x.in', 'a\ue000@x.in', `${'a'.repeat(250)}@x.in`],
  ])('is not %j', (typed) => {
    expect(isEmailAddress(normalizeEmail(typed))).toBe(false);
  });

  it('is normalized once, and the browser and older accounts accept it', () => {
    const part = fc.constantFrom('a', 'x', 'in', '.', '@', '<', '>', ' ', 'mailto:', '-', '1', '?', ',', 'é', '\u200b');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const typed = parts.join('');
        const address = normalizeEmail(typed);
        expect(normalizeEmail(address)).toBe(address);
        if (!isEmailAddress(address)) return;
        expect(looksLikeEmail(address)).toBe(true);
        expect(address).not.toMatch(/[<>\s\u200b]|mailto:/);
        // Browsers remove the spaces around the value of an email field.
        expect(typed.trim()).toMatch(new RegExp(`^(?:${emailPattern})$`, 'v'));
      }),
      { numRuns: 1000 },
    );
  });

  it('is found in the text that a mail program copies', () => {
    const address = fc.stringMatching(/^[a-z0-9._+]{1,8}@[a-z0-9]{1,6}\.(?:in|co\.in|example)$/);
    const name = fc.stringMatching(/^[A-Za-z ",.]{0,12}$/);
    fc.assert(
      fc.property(address, name, (email, owner) => {
        const copies = [`${owner}<${email}>`, `mailto:${email}`, `<mailto:${email}>`, ` ${email}>`];
        expect(new Set(copies.map(normalizeEmail))).toEqual(new Set([email]));
        expect(isEmailAddress(email)).toBe(true);
      }),
    );
  });
});
