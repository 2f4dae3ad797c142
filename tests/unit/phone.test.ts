import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createPhoneHref,
  createWhatsappHref,
  findTakenPhone,
  isPhoneNumber,
  normalizePhone,
  phonePattern,
} from '~/domain/shared/phone';

const mobile = { stored: '+91 98123 45678', tel: 'tel:+919812345678', chat: 'https://wa.me/919812345678' };
const landline = { stored: '+91 22 2345 6789', tel: 'tel:+912223456789', chat: undefined };
const mysuru = { stored: '+91 821 2345678', tel: 'tel:+918212345678', chat: undefined };
const tollFree = { stored: '1800 123 4567', tel: 'tel:18001234567', chat: undefined };
const abroad = { stored: '+1 415 555 2671', tel: 'tel:+14155552671', chat: 'https://wa.me/14155552671' };
const unreachable = (stored: string) => ({ stored, tel: undefined, chat: undefined });

const getLinks = (phone: string) => [createPhoneHref(phone), createWhatsappHref(phone)];

describe('a phone number', () => {
  it.each([
    ['9812345678', mobile],
    ['98123 45678', mobile],
    ['98123-45678', mobile],
    ['98123.45678', mobile],
    ['98123–45678', mobile],
    ['98123\u00a045678', mobile],
    ['(98123) 45678', mobile],
    ['09812345678', mobile],
    ['098123 45678', mobile],
    ['0 98123-45678', mobile],
    ['+91 98123 45678', mobile],
    ['+91-9812345678', mobile],
    ['+91 098123 45678', mobile],
    ['+91(0)9812345678', mobile],
    ['+91 (0) 98123 45678', mobile],
    ['0091 98123 45678', mobile],
    ['00919812345678', mobile],
    ['91-9812345678', mobile],
    ['919812345678', mobile],
    ['091 98123 45678', mobile],
    ['९८१२३४५६७८', mobile],
    ['௯௮௧௨௩௪௫௬௭௮', mobile],
    ['９８１２３４５６７８', mobile],
    ['\u202a+91 98123 45678\u202c', mobile],
    ['98123\u200b45678', mobile],
    ['  98123  45678  ', mobile],
    ['tel:+919812345678', mobile],
    ['Tel: 98123 45678', mobile],
    ['Mob. 9812345678', mobile],
    ['9812345678 / 9812345679', mobile],
    ['9812345678/79', mobile],
    ['9812345678, 022-23456789', mobile],
    ['098123 45678 or 098123 45679', mobile],
    ['9812345678\n9812345679', mobile],
    ['9812345678,', mobile],
    ['9198123456', { stored: '+91 91981 23456', tel: 'tel:+919198123456', chat: 'https://wa.me/919198123456' }],
    ['022-2345 6789', landline],
    ['(022) 23456789', landline],
    ['+91 22 2345 6789', landline],
    ['+91 (0)22 2345 6789', landline],
    ['2223456789', landline],
    ['080-2345 6789', { stored: '+91 80 2345 6789', tel: 'tel:+918023456789', chat: undefined }],
    ['0821-2345678', mysuru],
    ['(0821) 2345678', mysuru],
    ['+91 821 2345678', mysuru],
    ['0484 2345678', { stored: '+91 484 2345678', tel: 'tel:+914842345678', chat: undefined }],
    ['04842345678', { stored: '+91 4842345678', tel: 'tel:+914842345678', chat: undefined }],
    ['1800-123-4567', tollFree],
    ['1800 1234567', tollFree],
    ['01800 123 4567', tollFree],
    ['1860 123 456', { stored: '1860 123 456', tel: 'tel:1860123456', chat: undefined }],
    ['+1 415 555 2671', abroad],
    ['12', unreachable('12')],
    ['2345 6789', unreachable('2345 6789')],
    ['+91 00000 00000', unreachable('+91 00000 00000')],
    ['+91 98123', unreachable('+91 98123')],
    ['(12)', unreachable('(12)')],
  ])('written as %j is stored with links that reach it', (typed, { stored, tel, chat }) => {
    expect(normalizePhone(typed)).toBe(stored);
    expect(isPhoneNumber(stored)).toBe(true);
    expect(normalizePhone(stored)).toBe(stored);
    expect([getLinks(stored), getLinks(typed)]).toEqual([
      [tel, chat],
      [tel, chat],
    ]);
    expect(typed).toMatch(new RegExp(`^(?:${phonePattern})$`, 'v'));
  });

  it.each([
    ...['', '+', '0', '012', '0000000000', '0 12345', '00 44 20 7946 0958', '0000000000 / 9812345678'],
    ...['9812345678x', 'call me', '98123.4567', '12/13', '9812345678 Ravi', '9812345678 / Ravi', '+0 98123 45678'],
    ...['12345678901234567', '१२३/४५', `${'('.repeat(40)}12`],
  ])('is not %j', (typed) => {
    expect(isPhoneNumber(normalizePhone(typed))).toBe(false);
    expect(getLinks(typed)).toEqual([undefined, undefined]);
    expect(findTakenPhone(typed)).toBe(null);
  });

  it.each([
    ['9812345678 or 9812345679', '+91 98123 45678'],
    ['022-23456789/90', '+91 22 2345 6789'],
    ['+1 415 555 2671; 9812345678', '+1 415 555 2671'],
    ['98123 45678', null],
    ['9812345678,', null],
    ['+91 (0) 98123-45678', null],
  ])('is the first in %j', (typed, taken) => {
    expect(findTakenPhone(typed)).toBe(taken);
  });
});

const spellings = fc.record({
  prefix: fc.constantFrom('', '0', '91', '+91', '+91 0', '+91(0)', '0091', '0091 0', '091', 'tel:+91'),
  mark: fc.constantFrom('', ' ', '-', '.', '–', '\u00a0', '\u200b'),
  zero: fc.constantFrom(0x30, 0x966, 0x9e6, 0xff10),
  end: fc.constantFrom('', ' ', ',', ' / 98765 43210', ' or 022-23456789', '\u2069'),
});

/** Without those that begin like landlines of Ahmedabad and Bengaluru. */
const mobiles = fc.stringMatching(/^(?:[69]\d|7[0-8]|8[1-9])\d{8}$/);

describe('a mobile number', () => {
  it('is the same in every spelling', () => {
    fc.assert(
      fc.property(spellings, mobiles, ({ prefix, mark, zero, end }, number) => {
        const digits = [...number].map((digit) => String.fromCodePoint(zero + Number(digit))).join('');
        const stored = normalizePhone(`${prefix}${mark}${digits.slice(0, 5)}${mark}${digits.slice(5)}${end}`);
        expect(stored).toBe(`+91 ${number.slice(0, 5)} ${number.slice(5)}`);
        expect(getLinks(stored)).toEqual([`tel:+91${number}`, `https://wa.me/91${number}`]);
      }),
    );
  });
});

describe('any text', () => {
  const digit = fc.constantFrom(...'0123456789९');
  const sign = fc.constantFrom('0', '91', '+91', '+', ' ', '-', '(', ')', '.', '/', ',', ' or ', 'x');
  const texts = fc.array(fc.oneof({ arbitrary: digit, weight: 4 }, sign), { maxLength: 18 });

  it('is normalized once; a link leads to the number in it, and the browser accepts what the rule does', () => {
    fc.assert(
      fc.property(texts, (parts) => {
        const typed = parts.join('');
        const stored = normalizePhone(typed);
        expect(normalizePhone(stored)).toBe(stored);
        const [tel, chat] = getLinks(stored);
        const isAccepted = isPhoneNumber(stored);
        if (isAccepted) expect(typed).toMatch(new RegExp(`^(?:${phonePattern})$`, 'v'));
        if (tel !== undefined) {
          expect(isAccepted).toBe(true);
          expect(tel).toMatch(/^tel:(?:\+91\d{10}|\+(?!91)[1-9]\d{7,14}|18[06]0\d{6,7})$/);
        }
        expect([undefined, `https://wa.me/${tel?.replace(/\D/g, '')}`]).toContain(chat);
      }),
      { numRuns: 1000 },
    );
  });

  it.each(['0', '012', '0 12345', '(0) 98123', '0000000000'])('%j is rejected in its field, too', (typed) => {
    expect(typed).not.toMatch(new RegExp(`^(?:${phonePattern})$`, 'v'));
  });

  it('costs little time, however long', () => {
    for (const part of ['1/', '9 ', '(', '+91 ', 'or ']) {
      const start = performance.now();
      normalizePhone(part.repeat(100_000));
      // Without a bound, a text as long as a form takes seconds under load.
      expect([part, performance.now() - start < 100]).toEqual([part, true]);
    }
  });
});

it('a 0 in brackets is not dialled from abroad', () => {
  expect(getLinks(normalizePhone('+44 (0)20 7946 0958'))).toEqual(['tel:+442079460958', 'https://wa.me/442079460958']);
});
