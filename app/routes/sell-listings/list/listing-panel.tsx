import type { OddValue } from '~/domain/listings/usual-values.server';
import type { PhotoSources } from '~/domain/photos/photo';
import { formatCount, formatRupees } from '~/domain/shared/money';
import { paths } from '~/paths';
import { DetailsPanel } from '~/ui/page/details-panel';
import { FactList } from '~/ui/page/text-blocks';
import { Button, ButtonLink } from '~/ui/primitives/button';
import { ConditionChip, Plate, Price } from '~/ui/primitives/chips';
import { Drawing } from '~/ui/primitives/drawing';
import { Facts, PhotoStrip } from '~/ui/vehicles/card-parts';
import { type ListingFacts, mileageText } from '~/ui/vehicles/listing-card';
import type { ListingKind } from '~db/enums';
import type { SellLabels } from '../sell-screens';

type OwnerActionsProps = {
  kind: ListingKind;
  labels: SellLabels;
  listing: Pick<ListingDetails, 'id' | 'name' | 'availability' | 'canUndoSale' | 'question' | 'oddValues'>;
  isDeleting: boolean;
};

export function OwnerActions({ kind, labels, listing, isDeleting }: OwnerActionsProps) {
  const { id, name, availability, canUndoSale, question, oddValues } = listing;
  if (isDeleting) {
    return (
      <form method="post" action={paths.sellList(kind)} className="stack">
        <p>
          <b>Delete {name}?</b> It is removed for everyone, with its photos.
        </p>
        <input type="hidden" name="listing" value={id} />
        <Button kind="danger" name="intent" value="delete">
          Delete this listing
        </Button>{' '}
        <ButtonLink href={paths.listing(kind, id)}>Keep it</ButtonLink>
      </form>
    );
  }
  return (
    <div className="stack">
      {availability === 'available' && (
        <form method="post" action={paths.sellList(kind)} className="stack">
          <input type="hidden" name="listing" value={id} />
          {question && (
            <>
              <p>{question}</p>
              <Button kind="primary" name="intent" value="confirm">
                Still available
              </Button>{' '}
            </>
          )}
          <Button kind={question ? 'plain' : 'theme'} name="intent" value="sold">
            Mark as sold
          </Button>
        </form>
      )}
      {canUndoSale && (
        <form method="post" action={paths.sellList(kind)} className="stack">
          <input type="hidden" name="listing" value={id} />
          <p>Marked as sold by mistake? For 24 hours it can be offered again.</p>
          <Button name="intent" value="unsold">
            Offer it again
          </Button>
        </form>
      )}
      {oddValues.map(({ field, question: oddValue }) => (
        <p key={field}>
          {oddValue} <a href={`${paths.editListing(kind, id)}#${field}`}>Edit</a>
        </p>
      ))}
      <p className="two-columns">
        <ButtonLink href={paths.editListing(kind, id)}>Edit {labels.one}</ButtonLink>{' '}
        <ButtonLink href={paths.deleteListing(kind, id)}>Delete</ButtonLink>
      </p>
      <p>
        <a className="action-link" href={paths.notice(id)}>
          Notice to print
        </a>
      </p>
    </div>
  );
}

export type ListingDetails = ListingFacts & {
  photos: PhotoSources[];
  license: string;
  facts: { name: string; value: string }[];
  city: string | null;
  description: string | null;
  papers: string[];
  sellerName: string;
  canUndoSale: boolean;
  /** Asks the owner whether the vehicle is still for sale; null when that is not due. */
  question: string | null;
  /** Questions about unusual values; empty for everyone but the seller. */
  oddValues: readonly OddValue[];
  /** 'Last confirmed 63 days ago'. */
  confirmed: string | null;
  /** 'Fair: 12 similar from ₹52,000 to ₹61,000'; null when there are too few. */
  verdict: string | null;
  savingsRupees: number | null;
  /** With one decimal, as in the panel; null when nothing is saved. */
  percentOff: string | null;
};

type ListingPanelProps = {
  kind: ListingKind;
  labels: SellLabels;
  listing: ListingDetails;
  closeHref: string;
  isDeleting: boolean;
};

/** One listing's details beside the list (docs/product.md, "Listings"). */
export function ListingPanel({ kind, labels, listing, closeHref, isDeleting }: ListingPanelProps) {
  const { id, name, license, photos } = listing;
  const actions = listing.isYours ? (
    <OwnerActions kind={kind} labels={labels} listing={listing} isDeleting={isDeleting} />
  ) : (
    <p className="stack">
      <ButtonLink kind="theme" href={paths.contact({ about: id })}>
        Contact Seller
      </ButtonLink>{' '}
      <ButtonLink href={paths.newAppointment({ vehicle: id })}>Schedule Test Drive</ButtonLink>
    </p>
  );
  return (
    <DetailsPanel
      title={labels.detailsTitle}
      closeHref={closeHref}
      tag={listing.type}
      picture={
        photos.length > 0 ? (
          <PhotoStrip photos={photos} name={name} />
        ) : (
          <Drawing of={listing.bodyStyle} colours={listing.colours} label={name} />
        )
      }
    >
      {/* The question is in view when the panel opens. */}
      {isDeleting && actions}
      <div>
        <h3 className="panel-title">{name}</h3>
        <Facts facts={[listing.brand, listing.year, listing.city]} />
      </div>
      <p className="row">
        <Plate registration={license} isElectric={listing.type === 'Electric'} />{' '}
        <ConditionChip condition={listing.condition} /> {listing.availability === 'sold' && <b>Sold</b>}
      </p>
      <div>
        <Price rupees={listing.presentPriceRupees} originalRupees={listing.pastPriceRupees} large />
        {listing.savingsRupees !== null && (
          <p>
            <b>You save {formatRupees(listing.savingsRupees)}</b>, {listing.percentOff}% off
          </p>
        )}
        {listing.lowered && <p>{listing.lowered}</p>}
        {listing.verdict && (
          <p>
            {listing.verdict}. <a href={paths.vehicle(id)}>How this is calculated</a>
          </p>
        )}
        {listing.confirmed && <p>{listing.confirmed}</p>}
      </div>
      {listing.description && <p className="preserve-lines">{listing.description}</p>}
      <div>
        <h3>Specifications</h3>
        <FactList
          facts={[
            { name: 'Days used', value: `${formatCount(listing.daysUsed)} (${listing.age})` },
            { name: 'Mileage', value: mileageText(listing) },
            { name: 'License number', value: license },
            ...listing.facts,
            { name: 'Papers, as the seller states', value: listing.papers.join('; ') || null },
            { name: 'Seller', value: listing.isSample ? 'Sample' : listing.sellerName },
          ]}
        />
      </div>
      {!isDeleting && actions}
      {!listing.isYours && !listing.isSample && (
        <p>
          <a className="action-link note" href={paths.report('listing', id)}>
            Report this listing
          </a>
        </p>
      )}
    </DetailsPanel>
  );
}
