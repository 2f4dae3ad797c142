type BrandShieldsProps = { brands: readonly { name: string; href: string }[] };

/** Brands as route shields. The letter stands for a logo: with one, an image is laid over it and may fail unseen. */
export function BrandShields({ brands }: BrandShieldsProps) {
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
