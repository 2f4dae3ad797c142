import { findAccount } from '~/domain/accounts/account-queries.server';
import { contactContent } from '~/domain/content/contact-content.server';
import { contactDetails } from '~/domain/content/contact-details.server';
import { fraudAdvice } from '~/domain/content/fraud-advice.server';
import { homeContent } from '~/domain/content/home-content.server';
import { sellerToReach } from '~/domain/conversations/seller-to-reach.server';
import { aboutAll } from '~/domain/messages/about';
import { findSubjects, type MessageSubject } from '~/domain/messages/find-subjects.server';
import { type ContactCategory, contactCategories, longestLine } from '~/domain/messages/limits';
import { isMessageSent } from '~/domain/messages/message-queries.server';
import { referenceOf } from '~/domain/messages/message-rules';
import { oneLine } from '~/domain/one-line';
import { phoneHref } from '~/domain/phone-number';
import { newSubmissionId } from '~/doors/submission-id.server';
import { askerOf } from '~/http/asker.server';
import type { Runtime } from '~/http/runtime.server';
import { paths } from '~/paths';

type CardId = (typeof contactContent.cards)[number]['id'];

/** Where each way of reaching the business leads. */
const cardLinks: Readonly<Record<CardId, string>> = {
  phone: phoneHref(contactDetails.phone),
  email: `mailto:${contactDetails.email}`,
  visit: paths.companyDetails(),
  chat: contactDetails.social.find(({ network }) => network === 'whatsapp')?.url ?? '#send',
};

const isCategory = (text: string | null): text is ContactCategory => contactCategories.some((one) => one === text);

/** Where a subject is shown; null for what has no page of its own. */
function hrefOf({ about, offer }: MessageSubject): string | null {
  if (!offer) return null;
  return offer.kind === 'vehicle' ? paths.vehicle(about) : paths.listing(offer.listing.kind, about);
}

/** What the contact screen shows, filled in by its address: `subject`, `category` and `about`. */
export function loadContact(request: Request, runtime: Runtime) {
  const { db } = runtime;
  const asker = askerOf(request, runtime);
  const { searchParams } = new URL(request.url);
  const sent = searchParams.get('sent');
  const subjects = findSubjects(db, searchParams.get('about') ?? '', asker);
  const seller = sellerToReach(db, subjects, asker);
  const about = aboutAll(subjects.map((subject) => subject.about));
  const names = subjects.map(({ name }) => name).join(', ');
  const givenSubject = oneLine(searchParams.get('subject') ?? '');
  const subject = [...(givenSubject || (names && `Enquiry: ${names}`))].slice(0, longestLine.subject).join('');
  const givenCategory = searchParams.get('category');
  const category = isCategory(givenCategory) ? givenCategory : subjects.length > 0 ? 'sales' : 'general';
  const sender = asker.user && findAccount(db, asker.user.id);
  const action = paths.contact({ subject: givenSubject, category: givenCategory, about });
  return {
    /** Whom the message goes to when not to the business. */
    seller: seller && {
      name: seller.name,
      advice: fraudAdvice,
      /** Where a visitor signs in first, to find the answer on the profile; null for a user. */
      signInHref: asker.user ? null : paths.login({ redirectTo: action }),
    },
    subtitle: homeContent.getInTouch.text,
    cards: contactContent.cards.map(({ id, ...card }) => ({ id, ...card, href: cardLinks[id] })),
    faq: contactContent.faq,
    submissionId: newSubmissionId(),
    subjects: subjects.map((one) => ({ name: one.name, href: hrefOf(one) })),
    values: { name: sender?.name ?? '', email: sender?.email ?? '', subject, category, priority: 'medium', about },
    /** The same form, filled in the same way: where it is sent. */
    action,
    /** What the message that was just sent can be named by. */
    reference: sent !== null && isMessageSent(db, sent) ? referenceOf(sent) : null,
  };
}

export type Contact = ReturnType<typeof loadContact>;
