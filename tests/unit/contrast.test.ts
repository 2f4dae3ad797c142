import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const stylesheet = readFileSync('app/ui/styles/tokens.css', 'utf8');
const [day = '', night = ''] = stylesheet.split('@media screen and (prefers-color-scheme: dark)');
const themes = { green: '#0b6b4b', blue: '#1f4fd8', violet: '#7a3ff2' };

function tokensIn(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/--([\w-]+): (#[0-9a-f]{3,6});/g)].map(([, name, colour]) => [name, colour]),
  );
}

const daylight = tokensIn(day);
const schemes = { light: daylight, dark: { ...daylight, ...tokensIn(night.split('\n}')[0] ?? '') } };

function channels(colour: string): [number, number, number] {
  const digits = colour.length === 4 ? [...colour.slice(1)].map((digit) => digit + digit).join('') : colour.slice(1);
  const [red = 0, green = 0, blue = 0] = (digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  return [red, green, blue];
}

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(colour: string): number {
  const [red, green, blue] = channels(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

describe.each(Object.entries(schemes))('colours by %s', (_, tokens) => {
  const getColour = (name: string): string => {
    const colour = name.startsWith('#') ? name : tokens[name];
    if (!colour) throw new Error(`tokens.css has no --${name}`);
    return colour;
  };

  it.each([
    ['ink', 'paper'],
    ['ink', 'raised'],
    ['ink', 'sky'],
    ['ink', 'mist'],
    ['soft-ink', 'paper'],
    ['soft-ink', 'raised'],
    ['edge', 'raised'],
    ['red', 'paper'],
    ['red', 'raised'],
    ['green', 'raised'],
    ['#16191d', 'sun'],
    ['on-find', 'find'],
  ])('text %s on %s reaches 4.5', (text, ground) => {
    expect(contrast(getColour(text), getColour(ground))).toBeGreaterThanOrEqual(4.5);
  });

  it.each([
    ['edge', 'paper'],
    ['edge', 'raised'],
  ])('the edge of a field, %s on %s, reaches 3', (edge, ground) => {
    expect(contrast(getColour(edge), getColour(ground))).toBeGreaterThanOrEqual(3);
  });
});

describe.each(Object.entries(themes))('the %s theme', (_, theme) => {
  it('has sufficient contrast for white text and a yellow focus', () => {
    expect(contrast('#ffffff', theme)).toBeGreaterThanOrEqual(4.5);
    expect(contrast('#f6b900', theme)).toBeGreaterThanOrEqual(3);
  });

  it('has sufficient contrast as a link on paper', () => {
    expect(contrast(theme, daylight.paper ?? '')).toBeGreaterThanOrEqual(4.5);
  });
});
