import { countText } from '~/domain/shared/money';
import { Icon } from '../primitives/icon';

type Filter = {
  /** 'Fuel Type' */
  title: string;
  /** Label of the selected option; null without a filter. */
  selected: string | null;
  /** Whether it was dropped to find enough: it still shows, struck through. */
  isLeftOut?: boolean;
  options: readonly FilterOption[];
};

function Selected({ text, isLeftOut }: { text: string; isLeftOut: boolean }) {
  if (!isLeftOut) return <>{`Selected: ${text}`}</>;
  return (
    <>
      Selected: <s>{text}</s>
      <span className="visually-hidden">, left out to find enough</span>
    </>
  );
}

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
      {filters.map(({ title, selected, isLeftOut = false, options }) => (
        <details key={title} className={selected === null ? 'filter' : 'filter filter-selected'} name="filter">
          <summary>
            {title} <small>{selected === null ? 'Any' : <Selected text={selected} isLeftOut={isLeftOut} />}</small>
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
