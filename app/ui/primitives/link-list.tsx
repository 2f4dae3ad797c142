import type { CSSProperties } from 'react';
import { brandMark } from '~/domain/catalogue/brand-marks';
import { Icon } from './icon';

type Direction = { text: string; href: string };

type LinkListProps = {
  ways: readonly Direction[];
  /**
   * `wide` has four columns on desktops; `narrow` has two there too, in half the width; `part` is inside a callout,
   * which is its ground.
   */
  look?: 'wide' | 'narrow' | 'part';
};

const classNames = {
  wide: 'callout link-list',
  narrow: 'callout link-list link-list-narrow',
  part: 'link-list link-list-narrow',
};

/** Links with arrows on a green ground. Stylesheet `link-list`. */
export function LinkList({ ways, look = 'wide' }: LinkListProps) {
  return (
    <ul className={classNames[look]}>
      {ways.map(({ text, href }) => (
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

type Distance = { name: string; value: string; href?: string };

/** Rows of a name and a figure, inside a callout. Stylesheet `link-list`. */
export function FigureList({ rows }: { rows: readonly Distance[] }) {
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

type BrandListProps = { brands: readonly { id: string; name: string; href: string }[] };

function monogramColours(id: string, name: string): CSSProperties {
  const { ground, ink, edge } = brandMark(id, name);
  const colours: CSSProperties & Record<`--${string}`, string> = { '--ground': ground, '--mark': ink, '--ring': edge };
  return colours;
}

/** Links to brands, each with its monogram. Stylesheet `brand-list`. */
export function BrandList({ brands }: BrandListProps) {
  return (
    <ul className="brand-list">
      {brands.map(({ id, name, href }) => (
        <li key={id}>
          <a href={href}>
            <span className="brand-mark" style={monogramColours(id, name)} aria-hidden="true">
              {brandMark(id, name).letters}
            </span>{' '}
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
