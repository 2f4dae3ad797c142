import { countText } from '~/domain/shared/money';
import { Icon } from '../primitives/icon';

type Filter = {
  /** 'Fuel Type' */
  title: string;
  /** Label of the selected option; null without a filter. */
  selected: string | null;
  options: readonly FilterOption[];
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
      {filters.map(({ title, selected, options }) => (
        <details key={title} className={selected === null ? 'filter' : 'filter filter-selected'} name="filter">
          <summary>
            {title} <small>{selected === null ? 'Any' : `Selected: ${selected}`}</small>
            <Icon name="down" />
          </summary>
          <ul>
            {options.map(({ text, href, isSelected, count }) => (
              <li key={href}>
                <a href={href} aria-current={isSelected || undefined}>
                  {text} {count !== undefined && <small>{countText(count)}</small>}
                  {isSelected && <Icon name="check" />}
                </a>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </div>
  );
}
