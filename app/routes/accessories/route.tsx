import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { type Accessory, readAccessories } from '~/domain/content/accessories.server';
import { formatRupees } from '~/domain/shared/money';
import { createAboutAccessory, formatEnquirySubject, joinAbout, sumRupees } from '~/domain/messages/message';
import { readEnquiryList } from '~/http/cookies/enquiry-list.server';
import { paths } from '~/paths';
import { PageHead, SectionHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { Button, ButtonLink } from '~/ui/primitives/button';
import { Price } from '~/ui/primitives/chips';
import { Drawing } from '~/ui/primitives/drawing';
import { Icon } from '~/ui/primitives/icon';
import type { ScreenHandle } from '~/ui/screen-kind';
import { CardName, Facts, createRatingFact } from '~/ui/vehicles/card-parts';
import { Carousel, Grid } from '~/ui/vehicles/carousel';

export const handle: ScreenHandle = {
  className: 'accessories',
  kind: 'enhanced',
  cacheKeyParameters: [],
};
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    'Accessories',
    'Helmets, tool kits and riding gear with prices and features; ask about several at once.',
  );

/** The three sections of docs/product.md, "Accessories", and the items of this browser's enquiry list. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { db } = context.runtime;
  return json({ ...readAccessories(db), enquiryItems: readEnquiryList(request, db) });
}

type ShelfProps = {
  id: string;
  title: string;
  items: readonly Accessory[];
  enquiryItems: readonly Accessory[];
  as: (props: { children: ReactNode }) => ReactNode;
};

function Shelf({ id, title, items, enquiryItems, as: List }: ShelfProps) {
  return (
    <section aria-labelledby={id}>
      <SectionHead id={id} title={title} />
      <EnquiryForm>
        <List>
          {items.map((item) => (
            <AccessoryCard key={item.id} item={item} isListed={enquiryItems.some((listed) => listed.id === item.id)} />
          ))}
        </List>
      </EnquiryForm>
    </section>
  );
}

export default function Accessories() {
  const { helmets, toolKits, others: otherItems, enquiryItems } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Accessories"
        subtitle="What keeps you safe, dry and on the road."
        back={{ text: 'Back to Home', href: paths.home() }}
        action={
          <ButtonLink href={paths.accessories(enquiryId)}>
            Enquiry list <b data-live="">{enquiryItems.length}</b>
          </ButtonLink>
        }
      />
      <Shelf id="helmets" title="Helmets" items={helmets} enquiryItems={enquiryItems} as={Carousel} />
      <Shelf
        id="tool-kits"
        title="Tool Kits & Repair Kits"
        items={toolKits}
        enquiryItems={enquiryItems}
        as={Carousel}
      />
      <Shelf id="others" title="Other Accessories" items={otherItems} enquiryItems={enquiryItems} as={Grid} />
      <EnquirySection items={enquiryItems} />
    </>
  );
}

/** An accessory, drawn on the road as if on a shelf. Requires an enquiry list form around its list. */
function AccessoryCard({ item, isListed }: { item: Accessory; isListed: boolean }) {
  const { id, name } = item;
  return (
    <li className="card" id={id}>
      <Drawing of={item.drawing} colours={item.colours} />
      <div>
        <Price rupees={item.priceRupees} />
        <h3>
          <CardName name={name} />
        </h3>
        <Facts facts={[createRatingFact({ rating: null, sampleRating: item.rating }), ...item.facts]} />
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
          <span className="unseen">{` ${name}`}</span>
        </button>
      </div>
    </li>
  );
}

type EnquiryFormProps = {
  /** Id of the element to return to; defaults to the accessory whose button was pressed. */
  backTo?: string;
  children: ReactNode;
};

function EnquiryForm({ backTo, children }: EnquiryFormProps) {
  return (
    <form method="post" action={paths.enquiryList()} data-in-place="">
      {backTo && <input type="hidden" name="returnTo" value={paths.accessories(backTo)} />}
      {children}
    </form>
  );
}

const enquiryId = 'enquiry';

function EnquirySection({ items }: { items: readonly Accessory[] }) {
  return (
    <section className="divided" id={enquiryId} aria-labelledby="enquiry-list" data-live="">
      <h2 id="enquiry-list">Enquiry list</h2>
      {items.length === 0 ? (
        <p>Nothing here yet. Add what you would like to ask about, and send it to us as one message.</p>
      ) : (
        <EnquiryForm backTo={enquiryId}>
          <ul className="enquiry-list">
            {items.map(({ id, name, priceRupees }) => (
              <li key={id}>
                <span>{name}</span> <b>{formatRupees(priceRupees)}</b>{' '}
                <Button name="remove" value={id}>
                  Remove<span className="unseen">{` ${name}`}</span>
                </Button>
              </li>
            ))}
            <li>
              <span>Together</span> <b>{formatRupees(sumRupees(items))}</b>{' '}
              <Button name="clear" value="">
                Clear<span className="unseen"> the list</span>
              </Button>
            </li>
          </ul>
          <p className="row">
            <ButtonLink
              kind="primary"
              href={paths.contact({
                subject: formatEnquirySubject(items),
                category: 'sales',
                about: joinAbout(items.map(({ id }) => createAboutAccessory(id))),
              })}
            >
              Enquire Now
            </ButtonLink>
          </p>
        </EnquiryForm>
      )}
    </section>
  );
}
