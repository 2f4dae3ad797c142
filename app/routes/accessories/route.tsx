import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { Accessory } from '~/domain/accessories/accessory';
import { accessories } from '~/domain/content/accessories.server';
import { readEnquiryList } from '~/http/lists.server';
import { paths } from '~/paths';
import { PageHead, SectionHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import type { ScreenHandle } from '~/ui/screen-kind';
import { ButtonLink } from '~/ui/primitives/button';
import { Carousel, Grid } from '~/ui/vehicles/carousel';
import { AccessoryCard } from './accessory-card';
import { EnquiryForm, EnquiryPart, enquiryPart } from './enquiry-part';

export const handle: ScreenHandle = {
  kind: 'enhanced',
  cacheKeyParameters: [],
  stylesheets: ['carousel', 'accessories'],
};
export const meta = () =>
  pageMeta('Accessories', 'Helmets, tool kits and riding gear with prices and features; ask about several at once.');

/** The three sections of docs/product.md, "Accessories", and the items of this browser's enquiry list. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  json({ ...accessories, enquiryItems: readEnquiryList(request) });

type ShelfProps = {
  id: string;
  title: string;
  items: readonly Accessory[];
  enquiryItems: readonly Accessory[];
  /** Wraps the items in a carousel or a grid. */
  as: (props: { children: ReactNode }) => ReactNode;
};

/** One section of the screen. */
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
  const { helmets, toolKits, others, enquiryItems } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Accessories"
        subtitle="What keeps you safe, dry and on the road."
        back={{ text: 'Back to Home', href: paths.home() }}
        actions={
          <ButtonLink href={paths.accessories(enquiryPart)}>
            Enquiry list <b data-live="">{enquiryItems.length}</b>
          </ButtonLink>
        }
      />
      <Shelf id="helmets" title="Helmets" items={helmets} enquiryItems={enquiryItems} as={Carousel} />
      <Shelf id="tool-kits" title="Tool Kits & Repair Kits" items={toolKits} enquiryItems={enquiryItems} as={Grid} />
      <Shelf id="others" title="Other Accessories" items={others} enquiryItems={enquiryItems} as={Grid} />
      <EnquiryPart items={enquiryItems} />
    </>
  );
}
