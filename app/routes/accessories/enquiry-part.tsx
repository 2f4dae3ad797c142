import type { ReactNode } from 'react';
import type { Accessory } from '~/domain/accessories/accessory';
import { rupeesText } from '~/domain/shared/money';
import { aboutAccessory, aboutAll, enquirySubject, totalRupees } from '~/domain/subjects/subject';
import { paths } from '~/paths';
import { Button, ButtonLink } from '~/ui/primitives/button';

type EnquiryFormProps = {
  /** Id of the element to return to; absent: the accessory whose button was pressed. */
  backTo?: string;
  children: ReactNode;
};

/** The form around accessories, each with a button that adds it to the enquiry list or removes it. */
export function EnquiryForm({ backTo, children }: EnquiryFormProps) {
  return (
    <form method="post" action={paths.enquiryList()} data-in-place="">
      {backTo && <input type="hidden" name="returnTo" value={paths.accessories(backTo)} />}
      {children}
    </form>
  );
}

/** URL of the list on the screen. */
export const enquiryPart = 'enquiry';

/** The items on the enquiry list, and a link to enquire about them. */
export function EnquiryPart({ items }: { items: readonly Accessory[] }) {
  return (
    <section className="divided" id={enquiryPart} aria-labelledby="enquiry-list" data-live="">
      <h2 id="enquiry-list">Enquiry list</h2>
      {items.length === 0 ? (
        <p>Nothing here yet. Add what you would like to ask about, and send it to us as one message.</p>
      ) : (
        <EnquiryForm backTo={enquiryPart}>
          <ul className="enquiry-list">
            {items.map(({ id, name, priceRupees }) => (
              <li key={id}>
                <span>{name}</span> <b>{rupeesText(priceRupees)}</b>{' '}
                <Button name="remove" value={id}>
                  Remove<span className="visually-hidden">{` ${name}`}</span>
                </Button>
              </li>
            ))}
            <li>
              <span>Together</span> <b>{rupeesText(totalRupees(items))}</b>{' '}
              <Button name="clear" value="">
                Clear<span className="visually-hidden"> the list</span>
              </Button>
            </li>
          </ul>
          <p className="row">
            <ButtonLink
              kind="primary"
              href={paths.contact({
                subject: enquirySubject(items),
                category: 'sales',
                about: aboutAll(items.map(({ id }) => aboutAccessory(id))),
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
