import { useLocation } from '@remix-run/react';
import { compareFull, compareMaximum, type Comparison } from '~/domain/compare/comparison';
import { aboutAll } from '~/domain/subjects/subject';
import { paths } from '~/paths';
import { FlashMessage } from '~/ui/page/flash-message';
import { PageHead } from '~/ui/page/page-head';
import { Button, ButtonLink } from '~/ui/primitives/button';
import { Icon } from '~/ui/primitives/icon';
import { ComparisonTable } from './comparison-table';

type RemoveProps = {
  /** Id of the vehicle. */
  name: string;
  /** Id of the form that removes it from the visitor's own list; null for the list of a URL. */
  button: { form: string; name: 'remove'; value: string } | null;
  /** URL of the same comparison without it. */
  href: string;
};

/** The × button over a column. */
export function Remove({ name, button, href }: RemoveProps) {
  const content = (
    <>
      <Icon name="close" />
      <span className="visually-hidden">{`Remove ${name}`}</span>
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

type ComparisonViewProps = {
  comparison: Comparison;
  /** Number of rows with equal values for every vehicle. */
  alike: number;
  isOnlyDifferences: boolean;
  /** Whether this is the visitor's own list rather than that of a URL. */
  isOwnList: boolean;
  /** Whether the visitor's own list is the same. */
  isCached: boolean;
  /** Number of requested vehicles that no longer exist. */
  gone: number;
  isTooLong: boolean;
  /** Assumptions of the figures. */
  terms: readonly string[];
};

/** The form that changes the visitor's list; the buttons in the table's head belong to it as well. */
const listForm = 'list';

const goneText = (gone: number): string =>
  gone === 1 ? 'One of these vehicles is no longer here.' : `${gone} of these vehicles are no longer here.`;

/** Names in a sentence: 'A', 'A and B', 'A, B and C'. */
const inWords = new Intl.ListFormat('en-IN', { style: 'long', type: 'conjunction' });

/** URL of the prefilled contact form: a test ride needs a vehicle that is on sale. */
function testDriveHref({ vehicles }: Comparison): string {
  const onSale = vehicles.filter(({ kind }) => kind !== 'upcoming');
  const wanted = onSale.length > 0 ? onSale : vehicles;
  return paths.contact({
    subject: `Test drive: ${inWords.format(wanted.map(({ name }) => name))}`,
    category: 'sales',
    about: aboutAll(wanted.map(({ id }) => id)),
  });
}

/** The table with all its actions. */
export function ComparisonView(props: ComparisonViewProps) {
  const { comparison, alike, isOnlyDifferences, isOwnList, isCached, gone, isTooLong, terms } = props;
  const { pathname, search } = useLocation();
  const ids = comparison.vehicles.map(({ id }) => id);
  const shownIds = isOwnList ? [] : ids;
  const only = isOnlyDifferences ? 'differences' : null;
  return (
    <>
      <PageHead
        title="Compare vehicles"
        subtitle={`${ids.length} of ${compareMaximum}`}
        back={{ text: 'Home', href: paths.home() }}
      />
      <section aria-label="Comparison">
        {(isTooLong || gone > 0) && (
          <div role="status">
            <FlashMessage kind="error" text={isTooLong ? compareFull : goneText(gone)} />
          </div>
        )}
        {ids.length > 1 && (
          <p className="row">
            {isOnlyDifferences ? (
              <a className="action-link" href={paths.compare(shownIds)}>
                {`Show all rows, also the ${alike} that are alike`}
              </a>
            ) : (
              <a className="action-link" href={paths.compare(shownIds, 'differences')}>
                Show only the differences
              </a>
            )}
          </p>
        )}
        <ComparisonTable
          comparison={comparison}
          removeOf={({ id, name }) => (
            <Remove
              name={name}
              button={isOwnList ? { form: listForm, name: 'remove', value: id } : null}
              href={
                ids.length === 1
                  ? paths.home()
                  : paths.compare(
                      ids.filter((other) => other !== id),
                      only,
                    )
              }
            />
          )}
        />
        <form id={listForm} method="post" action={paths.compareList()} className="row pager">
          <input type="hidden" name="returnTo" value={isOwnList ? pathname + search : paths.home()} />
          <ButtonLink kind="primary" href={paths.home()}>
            Add More Vehicles
          </ButtonLink>{' '}
          <Button name="clear" value="1">
            Start New Comparison
          </Button>{' '}
          <ButtonLink href={testDriveHref(comparison)}>Request Test Drive</ButtonLink>{' '}
          {!isOwnList && !isCached && (
            <Button name="list" value={ids.join()}>
              Make this my list
            </Button>
          )}
        </form>
        <ul className="row pager">
          {isOwnList && (
            <li>
              <a className="action-link" href={paths.compare(ids, only)}>
                A link to this comparison
              </a>
            </li>
          )}
          <li>
            <a className="action-link" href={paths.compareTable(ids, 'csv')}>
              This table as CSV
            </a>
          </li>
          <li>
            <a className="action-link" href={paths.compareTable(ids, 'json')}>
              This table as JSON
            </a>
          </li>
        </ul>
        <ul className="comparison-terms note">
          {terms.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      </section>
    </>
  );
}
