import type { ReactNode } from 'react';
import { Icon } from '../primitives/icon';

type ToolPanelProps = {
  title: string;
  icon: 'filter' | 'sort';
  /** Where there is room, the list of filters is open beside the results. */
  isSidebar?: boolean;
  isOpen?: boolean;
  children: ReactNode;
};

export function ToolPanel({ title, icon, isSidebar = false, isOpen = false, children }: ToolPanelProps) {
  return (
    <details className={isSidebar ? 'tool tool-sidebar' : 'tool'} name="tools" open={isOpen || undefined}>
      <summary className="button">
        <Icon name={icon} />
        {title}
      </summary>
      {children}
    </details>
  );
}

type SortLinksProps = { sorts: readonly { text: string; href: string; isCurrent: boolean }[] };

export function SortLinks({ sorts }: SortLinksProps) {
  return (
    <ul>
      {sorts.map(({ text, href, isCurrent }) => (
        <li key={href}>
          <a href={href} aria-current={isCurrent || undefined}>
            {text}
            {isCurrent && <Icon name="check" />}
          </a>
        </li>
      ))}
    </ul>
  );
}

type AppliedFiltersProps = {
  filters: readonly { text: string; href: string }[];
  clearHref: string;
};

export function AppliedFilters({ filters, clearHref }: AppliedFiltersProps) {
  if (filters.length === 0) return null;
  return (
    <ul className="applied-filters" aria-label="Filters in use">
      {filters.map(({ text, href }) => (
        <li key={text}>
          <a className="button button-primary" href={href}>
            <span className="unseen">Without</span> {text}
            <Icon name="close" />
          </a>
        </li>
      ))}
      <li>
        <a className="action-link" href={clearHref}>
          Clear all
        </a>
      </li>
    </ul>
  );
}

type PillCheckboxProps = {
  name: string;
  value: string;
  text: string;
  isChecked: boolean;
  /** Number of items as text; absent when they are not counted. */
  count?: string;
};

export function PillCheckbox({ name, value, text, isChecked, count }: PillCheckboxProps) {
  return (
    <label className="pill">
      <input type="checkbox" name={name} value={value} defaultChecked={isChecked} />
      <span>
        {text}
        {count !== undefined && <small>{` ${count}`}</small>}
      </span>
    </label>
  );
}
