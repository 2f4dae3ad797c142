import type { ReactNode } from 'react';
import { countText } from '~/domain/shared/money';
import { Icon } from '../primitives/icon';

type Filter = {
  /** 'Fuel Type' */
  title: string;
  /** Label of the selected option; null without a filter. */
  selected: string | null;
  options: readonly FilterOption[];
  /** The counts are lower bounds: '412+'. */
  isAtLeast?: boolean;
  /** Open from the start, because it contains a validation error. */
  isOpen?: boolean;
  /** Below the options: a form for values that no option has. */
  more?: ReactNode;
};

type FilterOption = {
  text: string;
  href: string;
  isSelected: boolean;
  /** Number of items. */
  count?: number;
};

/** Filters that drop open, one at a time; each option is a link to the filtered list. */
export function Filters({ filters }: { filters: readonly Filter[] }) {
  return (
    <div className="filters">
      {filters.map(({ title, selected, options, isAtLeast = false, isOpen = false, more }) => (
        <details
          key={title}
          className={selected === null ? 'filter' : 'filter filter-selected'}
          name="filter"
          open={isOpen || undefined}
        >
          <summary>
            {title} <small>{selected === null ? 'Any' : `Selected: ${selected}`}</small>
            <Icon name="down" />
          </summary>
          <ul>
            {options.map(({ text, href, isSelected, count }) => (
              <li key={href}>
                <a href={href} aria-current={isSelected || undefined}>
                  {text} {count !== undefined && <small>{countText(count) + (isAtLeast ? '+' : '')}</small>}
                  {isSelected && <Icon name="check" />}
                </a>
              </li>
            ))}
            {more && <li>{more}</li>}
          </ul>
        </details>
      ))}
    </div>
  );
}
