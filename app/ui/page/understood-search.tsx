import { Fragment } from 'react';
import type { Understood } from '~/domain/search/understood';
import { ActionLink } from '../primitives/button';
import { Icon } from '../primitives/icon';

type CorrectedProps = {
  corrected: Understood['corrected'];
  /** Address of the same list searched by another text. */
  hrefOf: (q: string) => string;
};

/** What a search was corrected to, with a link to exactly what was typed. */
export function Corrected({ corrected, hrefOf }: CorrectedProps) {
  if (!corrected) return null;
  return (
    <p>
      Showing results for <strong>{corrected.to}</strong> ·{' '}
      <a href={hrefOf(corrected.literal)}>search for {corrected.from} instead</a>
    </p>
  );
}

type ChosenFiltersProps = {
  /** Each with the address of the list without it. */
  filters: readonly { text: string; href: string }[];
  /** Address of the list without all of them. */
  clearHref: string;
};

/** What a list is narrowed to; each filter is a link that takes it off. */
export function ChosenFilters({ filters, clearHref }: ChosenFiltersProps) {
  if (filters.length === 0) return null;
  return (
    <p className="row active-filters">
      {filters.map(({ text, href }) => (
        <Fragment key={text}>
          <a className="button" href={href}>
            <span className="visually-hidden">Without</span> {text} <Icon name="close" />
          </a>{' '}
        </Fragment>
      ))}
      <ActionLink href={clearHref}>Clear all</ActionLink>
    </p>
  );
}
