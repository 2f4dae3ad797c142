import type { Accessory } from '~/domain/accessories/accessory';
import { Drawing } from '~/ui/primitives/drawing';
import { Icon } from '~/ui/primitives/icon';
import { Price } from '~/ui/primitives/chips';
import { Facts, Rating } from '~/ui/vehicles/facts';

/** An accessory, shown on the road like on a shelf. Requires the form of the enquiry list around its list. */
export function AccessoryCard({ item, isListed }: { item: Accessory; isListed: boolean }) {
  const { id, name } = item;
  return (
    <li className="vehicle-card" id={id}>
      <Drawing of={item.drawing} colours={item.colours} />
      <div>
        <Price rupees={item.priceRupees} />
        <h3>{name}</h3>
        <Facts facts={[<Rating key="rating" value={item.rating} />, ...item.facts]} />
        <p className="note">{item.features.join(', ')}</p>
        <button
          type="submit"
          className="button"
          name={isListed ? 'remove' : 'add'}
          value={id}
          aria-pressed={isListed}
          data-live=""
        >
          <Icon name={isListed ? 'check' : 'plus'} />
          {isListed ? 'Added' : 'Add'}
          <span className="visually-hidden">{` ${name}`}</span>
        </button>
      </div>
    </li>
  );
}
