import { useLocation } from '@remix-run/react';
import type { Comparison } from '~/domain/compare/comparison';
import { paths } from '~/paths';
import { Button, ButtonLink } from '~/ui/primitives/button';
import { Icon } from '~/ui/primitives/icon';

/** The form that changes the visitor's list; the buttons above the columns belong to it too. */
export const listForm = 'list';

type RemoveButtonProps = {
  name: string;
  /** Id of the form that removes it from the visitor's own list; null for the list of a URL. */
  button: { form: string; name: 'remove'; value: string } | null;
  href: string;
};

export function RemoveButton({ name, button, href }: RemoveButtonProps) {
  const content = (
    <>
      <Icon name="close" />
      <span className="unseen">{`Remove ${name}`}</span>
    </>
  );
  if (!button) {
    return (
      <a className="icon-button" href={href}>
        {content}
      </a>
    );
  }
  return (
    <button type="submit" className="icon-button" {...button}>
      {content}
    </button>
  );
}

/** A test ride needs a vehicle that is on sale; of several, the visitor chooses one there. */
const getTestRideHref = ({ vehicles }: Comparison): string =>
  paths.newAppointment({
    vehicle: vehicles
      .filter(({ kind }) => kind !== 'upcoming')
      .map(({ id }) => id)
      .join(),
  });

export type ListFormProps = {
  comparison: Comparison;
  /** Whether this is the visitor's own list rather than that of a URL. */
  isOwnList: boolean;
  isSameList: boolean;
};

export function ListForm({ comparison, isOwnList, isSameList }: ListFormProps) {
  const { pathname, search } = useLocation();
  const ids = comparison.vehicles.map(({ id }) => id);
  return (
    <form id={listForm} method="post" action={paths.compareList()} className="comparison-actions">
      <input type="hidden" name="returnTo" value={isOwnList ? pathname + search : paths.home()} />
      <ButtonLink kind="primary" href={paths.home()}>
        Add More Vehicles
      </ButtonLink>{' '}
      <Button name="clear" value="1">
        Start New Comparison
      </Button>{' '}
      <ButtonLink href={getTestRideHref(comparison)}>Request Test Drive</ButtonLink>{' '}
      {!isOwnList && !isSameList && (
        <Button name="list" value={ids.join()}>
          Use this list
        </Button>
      )}
    </form>
  );
}

export type RowChoiceProps = {
  comparison: Comparison;
  isOnlyDifferences: boolean;
  /** The choice of a state, when on-road prices replace the other rows; null when all rows are shown. */
  onRoad: { states: readonly { code: string; name: string }[]; chosen: string | null } | null;
  /** The state of the visitor's city, preselected in the link to on-road prices. */
  ownState: { code: string; name: string } | null;
  /** Empty for the visitor's own list. */
  shownIds: readonly string[];
  /** The two vehicles that a phone shows, as chosen by the visitor; null if nothing was chosen. */
  show: readonly string[] | null;
};

export function RowChoice({ comparison, isOnlyDifferences, onRoad, ownState, shownIds, show }: RowChoiceProps) {
  return (
    <p className="row">
      {onRoad || isOnlyDifferences ? (
        <a className="action-link" href={paths.compare(shownIds, { show })}>
          Show all rows
        </a>
      ) : (
        <a className="action-link" href={paths.compare(shownIds, { only: 'differences', show })}>
          Show only the differences
        </a>
      )}{' '}
      {!onRoad && comparison.vehicles.some(({ kind }) => kind === 'new') && (
        <a className="action-link" href={paths.compare(shownIds, { state: ownState?.code ?? 'any', show })}>
          {ownState ? `On-road prices in ${ownState.name}` : 'On-road prices'}
        </a>
      )}
    </p>
  );
}

type ComparisonLinksProps = {
  ids: readonly string[];
  /** Empty for the visitor's own list. */
  shownIds: readonly string[];
  only: 'differences' | null;
  state: string | null | undefined;
};

export function ComparisonLinks({ ids, shownIds, only, state }: ComparisonLinksProps) {
  const links = [
    { text: 'Cost of a trip together', href: paths.trip(shownIds) },
    { text: 'Seats at your height', href: paths.seatHeight(shownIds) },
    ...(shownIds.length === 0 ? [{ text: 'A link to this comparison', href: paths.compare(ids, { only }) }] : []),
    { text: 'This table for a spreadsheet', href: paths.compareTable(ids, 'csv', state) },
  ];
  return (
    <nav className="more-links comparison-links" aria-label="More about this comparison">
      {links.map(({ text, href }) => [
        <a key={href} href={href}>
          {text} <Icon name="go" />
        </a>,
        ' ',
      ])}
    </nav>
  );
}
