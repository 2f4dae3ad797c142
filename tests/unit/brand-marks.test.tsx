import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { getMonogram } from '~/ui/primitives/link-list';
import { Filters } from '~/ui/vehicles/finder';
import { Price } from '~/ui/primitives/chips';
import { Stars } from '~/ui/primitives/stars';
import catalogue from '~db/seed/vehicles.json';

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[0-9a-f]{2}/g) ?? []).map((pair) => {
    const share = Number.parseInt(pair, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe('the monogram of a brand', () => {
  it.each([...catalogue.brands, { id: 'other', name: 'Other' }])('of $name can be read', ({ id, name }) => {
    const { letters, ground, ink } = getMonogram(id, name);
    expect(letters.slice(0, 1)).toBe(name.slice(0, 1));
    const [lighter = 0, darker = 0] = [luminance(ground), luminance(ink)].sort((one, other) => other - one);
    expect((lighter + 0.05) / (darker + 0.05)).toBeGreaterThanOrEqual(4.5);
  });

  it('is different for each brand of the catalogue', () => {
    const marks = catalogue.brands.map(({ id, name }) => JSON.stringify(getMonogram(id, name)));
    expect(new Set(marks).size).toBe(catalogue.brands.length);
  });
});

it('a rating has five stars, of which the others are empty', () => {
  const html = renderToStaticMarkup(<Stars rating={4} />);
  expect(html).toContain('4 out of 5');
  expect(html.match(/<svg/g)).toHaveLength(5);
  expect(html.match(/fill="currentColor"/g)).toHaveLength(4);
});

it('the prices of a row have one format', () => {
  expect(renderToStaticMarkup(<Price rupees={94_000} originalRupees={137_000} inLakhs />)).toContain(
    '<s>₹1,37,000</s>',
  );
  expect(renderToStaticMarkup(<Price rupees={127_000} originalRupees={168_000} inLakhs />)).toContain(
    '<s>₹1.68 Lakh</s>',
  );
});

it('a filter that was left out is struck through', () => {
  const filter = { id: 'budget', title: 'Budget', selected: 'Under ₹1 Lakh', options: [] };
  expect(renderToStaticMarkup(<Filters filters={[{ ...filter, isDropped: true }]} />)).toContain(
    'Selected: <s>Under ₹1 Lakh</s>',
  );
  expect(renderToStaticMarkup(<Filters filters={[filter]} />)).not.toContain('<s>');
});
