import { describe, expect, it } from 'vitest';
import { canonicalPath, isUnlisted } from '~/ui/page/link-preview';
import type { ScreenHandle } from '~/ui/screen-kind';

const at = (pathname: string, search = '') => ({ pathname, search: new URLSearchParams(search) });

describe('the canonical URL of a screen', () => {
  it('is its path without parameters that only change the view', () => {
    expect(canonicalPath({ kind: 'plain' }, at('/explore', 'fuelType=Petrol'))).toBe('/explore');
  });
  it('keeps the parameters that make another page, in a fixed order, and drops empty ones', () => {
    const handle: ScreenHandle = { kind: 'plain', canonicalQuery: ['vehicle', 'page'] };
    expect(canonicalPath(handle, at('/vehicle-details', 'page=2&image=3&vehicle=1'))).toBe(
      '/vehicle-details?vehicle=1&page=2',
    );
    expect(canonicalPath(handle, at('/vehicle-details', 'vehicle='))).toBe('/vehicle-details');
  });
  it('may be another path altogether', () => {
    expect(canonicalPath({ kind: 'plain', canonical: '/main' }, at('/home'))).toBe('/main');
    const handle: ScreenHandle = {
      kind: 'plain',
      canonical: (search) => (search.has('open') ? '/one' : null),
      canonicalQuery: ['page'],
    };
    expect(canonicalPath(handle, at('/list', 'open=1&page=2'))).toBe('/one');
    expect(canonicalPath(handle, at('/list', 'page=2'))).toBe('/list?page=2');
    expect(canonicalPath(handle, at('/list', 'page=1'))).toBe('/list');
  });
});

it('is absent for screens that are unlisted, always or in some states', () => {
  const found: ScreenHandle = { kind: 'plain', unlisted: (search) => search.has('q') };
  expect(isUnlisted({ kind: 'plain' }, new URLSearchParams())).toBe(false);
  expect(isUnlisted({ kind: 'plain', unlisted: true }, new URLSearchParams())).toBe(true);
  expect(isUnlisted(found, new URLSearchParams('q=a'))).toBe(true);
  expect(isUnlisted(found, new URLSearchParams())).toBe(false);
});
