import { expect, test } from 'vitest';
import { clearSessionCookie, createSessionCookie } from '~/http/cookies/account.server';
import { cookieNames, readCookie, setCookie } from '~/http/cookies.server';

const plain = new Request('http://bikes.example/main');
const secure = new Request('https://bikes.example/main');

test('cookies are HttpOnly and SameSite, and Secure over https', () => {
  expect(setCookie(plain, 'notice', 'a b')).toBe('notice=a%20b; Path=/; HttpOnly; SameSite=Lax');
  expect(setCookie(secure, 'notice', 'a b')).toBe('notice=a%20b; Path=/; HttpOnly; Secure; SameSite=Lax');
});

test('a session lasts thirty days, and its cookie is deleted by the same name and path', () => {
  expect(createSessionCookie(secure, 'token')).toBe(
    'authToken=token; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax',
  );
  expect(clearSessionCookie(secure)).toBe('authToken=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax');
});

test('a cookie is read by its exact name, and an empty one counts as absent', () => {
  const read = (header: string) =>
    readCookie(new Request(plain.url, { headers: { Cookie: header } }), cookieNames.session);
  expect(read('authToken=abc; notice=x')).toBe('abc');
  expect(read('myauthToken=abc')).toBeNull();
  expect(read('authToken=')).toBeNull();
  expect(readCookie(plain, cookieNames.session)).toBeNull();
});
