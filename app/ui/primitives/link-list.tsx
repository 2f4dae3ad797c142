import { Icon } from './icon';

type Direction = { text: string; href: string };

type LinkListProps = {
  ways: readonly Direction[];
  /** Two columns on desks too, where the board has half the width. */
  isNarrow?: boolean;
};

/** The green board with arrows: where to go from here. */
export function LinkList({ ways, isNarrow = false }: LinkListProps) {
  return (
    <ul className={isNarrow ? 'callout link-list link-list-narrow' : 'callout link-list'}>
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

/** The rows of a distance board: a name, and at the right the number it has. Stands inside a board. */
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

type BrandListProps = { brands: readonly { name: string; href: string }[] };

/** Brands as route shields. The letter stands for a logo: with one, an image is laid over it and may fail unseen. */
export function BrandList({ brands }: BrandListProps) {
  return (
    <ul className="brand-list">
      {brands.map(({ name, href }) => (
        <li key={name}>
          <a href={href}>
            <span className="brand-shield" aria-hidden="true">
              {name.slice(0, 1)}
            </span>{' '}
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
