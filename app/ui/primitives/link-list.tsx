import type { CSSProperties } from 'react';
import { paths } from '~/paths';
import { Icon } from './icon';

type Monogram = {
  letters: string;
  /** Hexadecimal colours. */
  ground: string;
  ink: string;
  edge: string;
};

/**
 * Monograms in brand colours, by catalogue id. They are drawn here because the brands' logos are not ours to copy; an
 * operator can upload a logo (docs/product.md, "Home").
 */
const monograms: Readonly<Record<string, Monogram>> = {
  honda: { letters: 'H', ground: '#c8102e', ink: '#ffffff', edge: '#ffffff' },
  hero: { letters: 'H', ground: '#16191d', ink: '#ff5a4d', edge: '#e4002b' },
  'royal-enfield': { letters: 'RE', ground: '#7a1420', ink: '#f0d58a', edge: '#c9a24a' },
  tvs: { letters: 'TVS', ground: '#1d3f94', ink: '#ffffff', edge: '#e0312d' },
  bajaj: { letters: 'B', ground: '#0a5aa8', ink: '#ffffff', edge: '#9cc8f0' },
  yamaha: { letters: 'Y', ground: '#ffffff', ink: '#b3001b', edge: '#b3001b' },
  suzuki: { letters: 'S', ground: '#ffffff', ink: '#c8102e', edge: '#003e87' },
  kawasaki: { letters: 'K', ground: '#16191d', ink: '#7ed957', edge: '#4da32f' },
};

/** The monogram of a brand; defaults to its first letter on yellow. */
export const getMonogram = (id: string, name: string): Monogram =>
  monograms[id] ?? { letters: name.slice(0, 1), ground: '#f6b900', ink: '#16191d', edge: '#16191d' };

type ListLink = { text: string; href: string };

export function LinkList({ links }: { links: readonly ListLink[] }) {
  return (
    <ul className="callout link-list">
      {links.map(({ text, href }) => (
        <li key={href}>
          <a href={href}>
            {`${text} `}
            <Icon name="go" />
          </a>
        </li>
      ))}
    </ul>
  );
}

type Figure = { name: string; value: string; href?: string };

export function FigureList({ rows }: { rows: readonly Figure[] }) {
  return (
    <ul className="link-list figure-list">
      {rows.map(({ name, value, href }) => (
        <li key={name}>
          {href ? (
            <a href={href}>
              {`${name} `}
              <b>{value}</b>
            </a>
          ) : (
            <div>
              {`${name} `}
              <b>{value}</b>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

type LogoBrand = {
  id: string;
  name: string;
  logo?: string | null;
};
type BrandListProps = { brands: readonly (LogoBrand & { href: string })[] };

function getMonogramStyle(id: string, name: string): CSSProperties {
  const { ground, ink, edge } = getMonogram(id, name);
  return { '--ground': ground, '--mark': ink, '--ring': edge };
}

export const BrandLogo = ({ id, name, logo }: LogoBrand) =>
  logo ? (
    <img className="brand-mark brand-logo" src={paths.logo(logo)} alt="" width="56" height="60" loading="lazy" />
  ) : (
    <span className="brand-mark" style={getMonogramStyle(id, name)} aria-hidden="true">
      {getMonogram(id, name).letters}
    </span>
  );

export function BrandList({ brands }: BrandListProps) {
  return (
    <ul className="brand-list">
      {brands.map(({ id, name, logo, href }) => (
        <li key={id}>
          <a href={href}>
            <BrandLogo id={id} name={name} logo={logo} />
            {` ${name}`}
          </a>
        </li>
      ))}
    </ul>
  );
}
