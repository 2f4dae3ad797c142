import type { ReactNode } from 'react';
import { privateSeller } from '~/domain/listings/listing';
import { FraudAdvice } from '~/ui/lists/conversation-list';
import { PageHead } from '~/ui/page/page-head';
import type { Contact } from './contact.loader.server';

type ContactSellerProps = { seller: NonNullable<Contact['seller']>; form: ReactNode };

/** The contact screen for a message about a user's listing: only its seller reads it. */
export function ContactSeller({ seller: { name, advice, signInHref }, form }: ContactSellerProps) {
  return (
    <>
      <PageHead
        title="Contact Seller"
        subtitle={`${name === privateSeller ? 'The seller' : name} reads your message and answers it here.`}
      />
      <section className="columns columns-wide">
        {form}
        <div className="stack">
          <h2>How it works</h2>
          <p>
            Your message goes through this site. Neither of you sees the other’s phone or email before its owner presses
            Share.
          </p>
          {signInHref && (
            <p>
              You get a private link, where the answer will stand. <a href={signInHref}>Sign in first</a>, and you find
              it on your profile.
            </p>
          )}
          <FraudAdvice advice={advice} />
        </div>
      </section>
    </>
  );
}
