import type { BrowsePage } from '~/domain/browse/browse-offers.server';
import type { BrowseFilters } from '~/domain/browse/browse-query';
import type { SearchAction } from '~/domain/search/dictionary';
import type { ParsedQuery } from '~/domain/search/parsed-query';
import { formatCount } from '~/domain/shared/money';
import { paths } from '~/paths';
import { useOpenLinks } from '../document';
import { Button } from '../primitives/button';
import { FigureList } from '../primitives/link-list';

/** See docs/product.md, "Saved searches". Renders nothing for a search without filters. */
export function SaveSearch({ href }: { href: string }) {
  const [, query] = href.split('?', 2);
  if (!query) return null;
  return (
    <form method="post" action={paths.searches()}>
      <input type="hidden" name="query" value={query} />
      <p>
        <Button name="intent" value="save">
          Save this search
        </Button>
      </p>
    </form>
  );
}

/** @param href the results as RSS; the head of Browse has the address of their JSON too */
export function FeedLink({ href }: { href: string }) {
  return (
    <p className="feeds">
      <a className="action-link" href={href}>
        Follow in a feed reader
      </a>
    </p>
  );
}

/** Screens for what a query asks for in addition to vehicles. */
const actionLinks: Readonly<Record<SearchAction, { text: string; href: string } | null>> = {
  emi: { text: 'Calculate instalments', href: paths.emiCalculator() },
  compare: { text: 'Compare vehicles', href: paths.compare() },
  exchange: { text: 'Sell a vehicle', href: paths.sell() },
  sell: { text: 'Sell a vehicle', href: paths.sell() },
  insurance: { text: 'Insurance plans', href: paths.insurance() },
  service: { text: 'Book a service', href: paths.service() },
  // On the details of each new vehicle.
  'on-road-price': null,
};

type SearchNotesProps = {
  parsedQuery: Pick<ParsedQuery, 'corrected' | 'unfiltered' | 'action'> | null;
  getHref: (q: string) => string;
};

/**
 * The corrected search text, with a link to search for exactly what was typed; words that match no filter; and the
 * screen that the query asks for.
 */
export function SearchNotes({ parsedQuery, getHref }: SearchNotesProps) {
  const { corrected = null, unfiltered = [], action = null } = parsedQuery ?? {};
  const [actionLink] = useOpenLinks([(action && actionLinks[action]) ?? []].flat());
  return (
    <>
      {corrected && (
        <p className="search-note">
          Showing results for <strong>{corrected.to}</strong> ·{' '}
          <a href={getHref(corrected.literal)}>search for {corrected.from} instead</a>
        </p>
      )}
      {unfiltered.length > 0 && (
        <p className="search-note">There is no filter for {unfiltered.map((text) => `“${text}”`).join(', ')}.</p>
      )}
      {actionLink && (
        <p className="search-note">
          <a className="action-link" href={actionLink.href}>
            {actionLink.text}
          </a>
        </p>
      )}
    </>
  );
}

type RelaxationListProps = {
  relaxations: BrowsePage['relaxations'];
  getHref: (changed: BrowseFilters) => string;
};

/** When there are no results: each filter whose removal leads to some, with their number. */
export function RelaxationList({ relaxations, getHref }: RelaxationListProps) {
  if (relaxations.length === 0) return null;
  return (
    <div className="callout relaxations">
      <FigureList
        rows={relaxations.map(({ text, without, vehicles }) => ({
          // A search term is already in quotation marks.
          name: `Without ${text.startsWith('“') ? text : `“${text}”`}`,
          value: formatCount(vehicles),
          href: getHref(without),
        }))}
      />
    </div>
  );
}
