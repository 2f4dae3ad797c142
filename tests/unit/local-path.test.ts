import { describe, expect, test } from 'vitest';
import { toLocalPath } from '~/http/responses.server';

describe('the redirect target of a form', () => {
  test.each(['/', '/main', '/bikes?open=6&image=2#panel', '/vehicle-details?vehicle=1', '/a//b', '/%2Fevil.example'])(
    '%s is a path of this site',
    (path) => {
      expect(toLocalPath(path, '/main')).toBe(path);
    },
  );

  test.each([
    '',
    'main',
    'https://evil.example',
    'javascript:alert(1)',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/main\r\nSet-Cookie: a=b',
    '/.//evil.example',
    '/..//evil.example',
    '/%2e//evil.example',
    '/a/..//evil.example',
    '/a/.././/evil.example',
  ])('%j is rejected, in any form its dots resolve to', (path) => {
    expect(toLocalPath(path, '/main')).toBe('/main');
  });

  test('is the path alone when the query is too long, and none when the path is', () => {
    expect(toLocalPath(`/profile?${'x'.repeat(3_000)}#part`, '/main')).toBe('/profile');
    expect(toLocalPath(`/service?description=${'%E0%A4%95'.repeat(150)}`, '/main')).toBe('/service');
    expect(toLocalPath(`/${'x'.repeat(3_000)}`, '/main')).toBe('/main');
  });
});
