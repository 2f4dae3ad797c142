import { formatMileage } from '~/domain/catalogue/vehicle-labels';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Drawing } from '~/ui/primitives/drawing';
import { Price } from '~/ui/primitives/chips';
import { engineText, Facts } from '~/ui/vehicles/card-parts';

const petrol = { mileageKmpl: 36, rangeKm: null, engineCc: 349.34, batteryKwh: null };
const electric = { mileageKmpl: null, rangeKm: 153, engineCc: null, batteryKwh: 3.5 };
const unknown = { mileageKmpl: null, rangeKm: null, engineCc: null, batteryKwh: null };

describe('facts of a card', () => {
  it('give distance and fuel, for petrol and for electric', () => {
    expect([formatMileage(petrol), engineText(petrol)]).toEqual(['36 km/l', '349 cc']);
    expect([formatMileage(electric), engineText(electric)]).toEqual(['153 km range', '3.5 kWh']);
    expect([formatMileage(unknown), engineText(unknown)]).toEqual([null, null]);
  });

  it('leave out missing values, and are absent when nothing is known', () => {
    expect(renderToStaticMarkup(<Facts facts={['36 km/l', null, 2022]} />)).toBe(
      '<p class="facts"><span>36 km/l</span> <span>2022</span></p>',
    );
    expect(renderToStaticMarkup(<Facts facts={[null]} />)).toBe('');
  });
});

describe('a price', () => {
  it('is struck through only when it was higher', () => {
    expect(renderToStaticMarkup(<Price rupees={184_000} originalRupees={200_157} inLakhs />)).toContain(
      '<s>₹2 Lakh</s>',
    );
    expect(renderToStaticMarkup(<Price rupees={184_000} originalRupees={200_157} />)).toContain('<s>₹2,00,157</s>');
    expect(renderToStaticMarkup(<Price rupees={184_000} originalRupees={150_000} />)).not.toContain('<s>');
    expect(renderToStaticMarkup(<Price rupees={184_000} originalRupees={184_000} />)).not.toContain('<s>');
  });
});

describe('a drawing', () => {
  it('accepts only hexadecimal colours in its style', () => {
    const drawn = (body: string) => renderToStaticMarkup(<Drawing of="retro" colours={{ body, accent: '#f6b900' }} />);
    expect(drawn('#8E1B1F')).toContain('style="--body:#8e1b1f;--accent:#f6b900"');
    for (const hostile of ['red', '#fff', '#8E1B1F;background:url(//x)', 'var(--x)', '']) {
      expect(drawn(hostile)).toContain('style="--accent:#f6b900"');
    }
  });

  it('is labelled when no text beside it names the vehicle, and hidden from assistive technology otherwise', () => {
    const colours = { body: '', accent: '' };
    expect(renderToStaticMarkup(<Drawing of="retro" colours={colours} label="Classic" />)).toContain(
      'role="img" aria-label="Classic"',
    );
    expect(renderToStaticMarkup(<Drawing of="retro" colours={colours} />)).toContain('aria-hidden="true"');
  });
});
