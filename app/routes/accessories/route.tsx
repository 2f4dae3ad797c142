import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { Accessory } from '~/domain/accessories/accessory';
import { accessories } from '~/domain/content/accessories.server';
import { readEnquiryList } from '~/http/enquiry-list.server';
import { paths } from '~/paths';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { SectionHead } from '~/ui/page/section-head';
import type { ScreenHandle } from '~/ui/screen-kind';
import { ButtonLink } from '~/ui/signs/button';
import { Grid, Lane } from '~/ui/vehicles/lane';
import { AccessoryCard } from './accessory-card';
import { EnquiryForm } from './enquiry-form';
import { EnquiryPart, enquiryPart } from './enquiry-part';

export const handle: ScreenHandle = { kind: 'enhanced', keep: [], sheets: ['lanes', 'accessories'] };
export const meta = () =>
  pageMeta('Accessories', 'Helmets, tool kits and riding gear with prices and features; ask about several at once.');

/** The three sections of docs/product.md, "Accessories", and what is on this browser's enquiry list. */
export const loader = ({ request }: LoaderFunctionArgs) => json({ ...accessories, asked: readEnquiryList(request) });

type ShelfProps = {
  id: string;
  title: string;
  items: readonly Accessory[];
  asked: readonly Accessory[];
  /** Stands around the items: a lane or a grid. */
  as: (props: { children: ReactNode }) => ReactNode;
};

/** One section of the screen. */
function Shelf({ id, title, items, asked, as: List }: ShelfProps) {
  return (
    <section aria-labelledby={id}>
      <SectionHead id={id} title={title} />
      <EnquiryForm>
        <List>
          {items.map((item) => (
            <AccessoryCard key={item.id} item={item} isListed={asked.some((listed) => listed.id === item.id)} />
          ))}
        </List>
      </EnquiryForm>
    </section>
  );
}

export default function Accessories() {
  const { helmets, toolKits, others, asked } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Accessories"
        subtitle="What keeps you safe, dry and on the road."
        back={{ text: 'Back to Home', href: paths.home() }}
        actions={
          <ButtonLink href={paths.accessories(enquiryPart)}>
            Enquiry list <b data-live="">{asked.length}</b>
          </ButtonLink>
        }
      />
      <Shelf id="helmets" title="Helmets" items={helmets} asked={asked} as={Lane} />
      <Shelf id="tool-kits" title="Tool Kits & Repair Kits" items={toolKits} asked={asked} as={Grid} />
      <Shelf id="others" title="Other Accessories" items={others} asked={asked} as={Grid} />
      <EnquiryPart items={asked} />
    </>
  );
}
