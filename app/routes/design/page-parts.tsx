import type { News } from '~/domain/moderation/moderation';
import { paths } from '~/paths';
import {
  CheckField,
  createChoices,
  NumberField,
  RadioGroup,
  SelectField,
  TextAreaField,
  TextField,
} from '~/ui/forms/field';
import { ConflictNotice, ErrorSummary, FormSection, FormSteps } from '~/ui/forms/form-messages';
import { PhotoChooser } from '~/ui/forms/photo-chooser';
import { RatingField } from '~/ui/forms/rating-field';
import { SearchForm } from '~/ui/forms/search-form';
import { NewsList } from '~/ui/lists/account-lists';
import { type InboxEntry, InboxRows } from '~/ui/lists/conversations';
import { DetailsPanel } from '~/ui/page/details-panel';
import { EmptyState } from '~/ui/page/empty-state';
import { FlashMessage } from '~/ui/page/flash-message';
import { Pager } from '~/ui/page/pager';
import { FactList, FraudAdvice, Question, Reasons } from '~/ui/page/text-blocks';
import { Button, ButtonLink } from '~/ui/primitives/button';
import { ConditionChip, Plate, Price } from '~/ui/primitives/chips';
import { Drawing } from '~/ui/primitives/drawing';
import { ShareBar, ShareLegend } from '~/ui/primitives/stat';
import { Grid } from '~/ui/vehicles/carousel';
import { Filters } from '~/ui/vehicles/finder';
import { ListingCard } from '~/ui/vehicles/listing-card';
import { listing, photo } from './samples';

const href = paths.listing('bike', listing.id);
const paginationPath = '/design';
const shares = [
  { name: 'Principal', amount: 164_000, text: '₹1,64,000', colour: 'var(--green)' },
  { name: 'Interest', amount: 12_640, text: '₹12,640', colour: 'var(--sun)' },
];

const entries: readonly InboxEntry[] = [
  {
    id: 'unread',
    href: paginationPath,
    name: 'Sita Rao',
    role: 'seller',
    time: '10:42 am',
    writtenAt: '2026-06-15T05:12:00.000Z',
    picture: { photo: null, bodyStyle: 'scooter-classic', colours: listing.colours },
    icon: null,
    regarding: { bold: '₹62,000', text: 'Honda Activa 6G' },
    line: 'Saturday at 11 works. Shall I bring the papers?',
    unread: 2,
  },
  {
    id: 'read',
    href: paginationPath,
    name: 'Meera Iyer',
    role: null,
    time: 'Sat',
    writtenAt: '2026-06-13T05:12:00.000Z',
    picture: null,
    icon: null,
    regarding: { bold: null, text: 'Hero Splendor Plus · deleted' },
    line: 'You: It is, come and see it any evening.',
    unread: 0,
  },
];
const hidden = { id: 'a', kind: 'bike', name: listing.name, action: 'hidden', at: '2026-06-15T06:30:00.000Z' } as const;
const news: News[] = [
  { ...hidden, reason: 'The photo shows a phone number' },
  { ...hidden, id: 'b', action: 'shown', reason: null },
  { ...hidden, id: 'c', action: 'deleted', reason: 'Not a vehicle' },
];

export function PageParts() {
  return (
    <>
      <section className="stack" aria-label="Messages">
        <h2>Messages</h2>
        <FlashMessage kind="ok" text="Your bike has been listed successfully!" />
        <FlashMessage kind="error" text="Failed to load bikes from server" />
      </section>
      <section aria-label="Filters">
        <Filters
          filters={[
            {
              id: 'sample-set',
              title: 'Fuel Type',
              selected: 'Petrol',
              options: [
                { text: 'Petrol', href: `${paginationPath}?fuelType=Petrol`, isSelected: true, count: 1236 },
                { text: 'Electric', href: `${paginationPath}?fuelType=Electric`, isSelected: false, count: 0 },
              ],
            },
            {
              id: 'sample-unset',
              title: 'Mileage',
              selected: null,
              options: [{ text: '20-30 km/l', href: paginationPath, isSelected: false }],
            },
          ]}
        />
      </section>
      <section aria-label="Details">
        <DetailsPanel
          title="Bike Details"
          closeHref={paginationPath}
          picture={<Drawing of={listing.bodyStyle} colours={listing.colours} label={listing.name} />}
          tag="Petrol"
        >
          <h3>{listing.name}</h3>
          <p className="row">
            <Plate registration="MH 14 JX 0000" />
            <ConditionChip condition="Good" />
          </p>
          <Price rupees={152_000} originalRupees={205_800} large />
          <FactList
            facts={[
              { name: 'Days used', value: '1,236' },
              { name: 'Battery capacity', value: null },
              { name: 'Top speed', value: '115 km/h' },
            ]}
          />
          <ButtonLink kind="theme" href={paginationPath}>
            Contact Seller
          </ButtonLink>
        </DetailsPanel>
        <Grid>
          {['a', 'b', 'c', 'd', 'e'].map((id) => (
            <ListingCard key={id} listing={{ ...listing, id }} href={href} isOpen={id === 'a'} hasArrow />
          ))}
        </Grid>
        <Pager page={4} pages={9} getHref={(page) => `${paginationPath}?page=${page}`} />
      </section>
      <section className="columns" aria-label="Questions and shares" id="questions">
        <div>
          <Question title="How do I sell?" isOpen>
            <p>Press Sell, fill in the form, and your listing is there at once.</p>
          </Question>
          <Question title="Does it cost anything?">
            <p>No.</p>
          </Question>
        </div>
        <div>
          <ShareBar shares={shares} />
          <ShareLegend shares={shares} />
        </div>
      </section>
      <section className="columns" aria-label="Conversations and news" id="conversations">
        <div>
          <h2>Conversations</h2>
          <InboxRows entries={entries} />
          <NewsList news={news} of="listing" />
        </div>
        <FraudAdvice advice={['Meet by day in a public place.', 'Pay nothing in advance.']} />
      </section>
      <section aria-label="Reasons">
        <Reasons
          reasons={[
            { title: 'Verified sellers', description: 'Each is known to us by a number that was called.' },
            { title: 'Fair prices', description: 'What others paid stands beside what is asked.' },
            { title: 'No middlemen', description: 'You talk to the owner.' },
          ]}
        />
      </section>
      <section aria-label="Nothing here">
        <EmptyState
          level="h2"
          picture={{ drawing: 'commuter', colours: listing.colours, stat: { name: 'Found', value: '0' } }}
          title="No bikes found"
          hint="Try adjusting your search terms"
        >
          <ButtonLink kind="theme" href={paginationPath}>
            List Your Bike
          </ButtonLink>
        </EmptyState>
      </section>
    </>
  );
}

const photos = { id: 'part-photos', title: 'Photos' };
const basics = { id: 'part-basics', title: 'Basic Information' };
const errors = { condition: 'Condition is required', presentPrice: 'Present price must be 0 or more' };

export function Forms() {
  return (
    <>
      <div className="form-layout">
        <FormSteps parts={[photos, basics]} />
        <form className="form-cards" method="post">
          <ErrorSummary message="Please fill in all required fields" errors={errors} />
          <ConflictNotice
            labels={{ brand: 'Brand' }}
            formValues={{ brand: '' }}
            currentValues={{ brand: 'Royal Enfield' }}
          />
          <FormSection part={photos} position={1}>
            <PhotoChooser
              photos={[
                { hash: 'a', src: photo.src },
                { hash: 'b', src: photo.src },
              ]}
              help="Up to 10 photos, 8 MB each. The first one is shown in the list."
              error="clip.gif is not a JPEG, PNG, WebP or AVIF photo"
            />
          </FormSection>
          <FormSection part={basics} position={2}>
            <div className="auto-columns">
              <TextField name="name" label="Name" value="Royal Enfield Classic 350" required />
              <TextField name="brand" label="Brand" />
              <NumberField name="year" label="Year" help="2000 to 2026" placeholder="2022" />
              <RadioGroup name="type" label="Type" choices={createChoices(['Petrol', 'Electric'])} value="Petrol" />
              <SelectField
                name="condition"
                label="Condition"
                choices={createChoices(['Excellent', 'Good', 'Fair', 'Poor'])}
                error={errors.condition}
              />
              <NumberField
                name="presentPrice"
                label="Present price"
                value="1,52,000/-"
                help="What you ask for it, in rupees"
                error={errors.presentPrice}
                allowsDecimals
              />
              <RatingField name="rating" label="Your rating" value="4" />
              <TextAreaField name="description" label="Description" help="Optional" />
              <CheckField name="hideLicenseDigits" label="Hide the last digits from the public" isChecked />
            </div>
          </FormSection>
          <p className="row">
            <Button kind="theme" busyText="Listing...">
              List My Bike
            </Button>
            <Button kind="theme" disabled>
              Listing...
            </Button>
          </p>
        </form>
      </div>
      <section aria-label="Search">
        <SearchForm action="/design" label="Search by name or brand" value="ninja" isShort />
      </section>
    </>
  );
}
