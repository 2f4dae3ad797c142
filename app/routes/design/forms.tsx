import { ConflictNotice, ErrorSummary, FormSection, FormSteps } from '~/ui/forms/form-messages';
import {
  CheckField,
  choicesOf,
  NumberField,
  Picks,
  RatingField,
  SelectField,
  TextAreaField,
  TextField,
} from '~/ui/forms/field';
import { PhotoChooser } from '~/ui/forms/photo-chooser';
import { SearchForm } from '~/ui/forms/search-form';
import { Button } from '~/ui/primitives/button';
import { photo } from './samples';

const photos = { id: 'part-photos', title: 'Photos' };
const basics = { id: 'part-basics', title: 'Basic Information' };
const errors = { condition: 'Condition is required', presentPrice: 'Present price must be 0 or more' };

/** Every field empty, filled, and with an error; form steps; photos; the error summary; the search. */
export function Forms() {
  return (
    <>
      <div className="columns form-layout">
        <FormSteps parts={[photos, basics]} reached={1} />
        <form className="section" method="post">
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
              maximum={10}
              help="Up to 10 photos, 8 MB each. The first one is shown in the list."
              error="clip.gif is not a JPEG, PNG, WebP or AVIF photo"
            />
          </FormSection>
          <FormSection part={basics} position={2}>
            <div className="auto-columns">
              <TextField name="name" label="Name" value="Royal Enfield Classic 350" required autoComplete="off" />
              <TextField name="brand" label="Brand" />
              <NumberField name="year" label="Year" help="2000 to 2026" placeholder="2022" />
              <Picks name="type" label="Type" choices={choicesOf(['Petrol', 'Electric'])} value="Petrol" />
              <SelectField
                name="condition"
                label="Condition"
                choices={choicesOf(['Excellent', 'Good', 'Fair', 'Poor'])}
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
