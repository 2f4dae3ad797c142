import type { ListingKind } from '~/domain/listings/limits';
import { paths } from '~/paths';
import { Button, ButtonLink } from '~/ui/signs/button';
import type { SellWords } from './words';

type OwnerActionsProps = {
  kind: ListingKind;
  words: SellWords;
  listing: { id: string; name: string; availability: 'available' | 'sold' };
  isDeleting: boolean;
};

/** What whoever holds a listing can do with it. Deleting asks once more, on the same screen and without a script. */
export function OwnerActions({ kind, words, listing, isDeleting }: OwnerActionsProps) {
  const { id, name, availability } = listing;
  if (isDeleting) {
    return (
      <form method="post" action={paths.sellList(kind)} className="stack">
        <p>
          <b>Delete {name}?</b> It disappears for everybody, with its photos.
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
          <Button kind="theme" name="intent" value="sold">
            Mark as sold
          </Button>
        </form>
      )}
      <p className="half">
        <ButtonLink href={paths.editListing(kind, id)}>Edit {words.one}</ButtonLink>{' '}
        <ButtonLink href={paths.deleteListing(kind, id)}>Delete</ButtonLink>
      </p>
    </div>
  );
}
