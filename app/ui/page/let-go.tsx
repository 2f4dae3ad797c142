import type { BrowsePage } from '~/domain/browse/browse-offers.server';
import type { BrowseFilters } from '~/domain/browse/browse-query';
import { countText } from '~/domain/shared/money';
import { FigureList } from '../primitives/link-list';

type LetGoProps = {
  wishes: BrowsePage['letGo'];
  /** URL of the list with other filters. */
  hrefOf: (changed: BrowseFilters) => string;
};

/** Where nothing is found: each wish that leads to something when it is let go, with what there is without it. */
export function LetGo({ wishes, hrefOf }: LetGoProps) {
  if (wishes.length === 0) return null;
  return (
    <div className="callout let-go">
      <FigureList
        rows={wishes.map(({ text, without, vehicles, isAtLeast }) => ({
          name: `Without “${text}”`,
          value: countText(vehicles) + (isAtLeast ? '+' : ''),
          href: hrefOf(without),
        }))}
      />
    </div>
  );
}
