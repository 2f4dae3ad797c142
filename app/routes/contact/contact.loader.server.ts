import { findAccount } from '~/domain/accounts/accounts.server';
import { contactDetails } from '~/domain/content/company.server';
import { contactContent, fraudAdvice, homeContent } from '~/domain/content/screen-content.server';
import { sellerToReach } from '~/domain/conversations/conversation.queries.server';
import { longestLine } from '~/domain/messages/message';
import { oneLine, phoneHref } from '~/domain/shared/text';
import { aboutAll } from '~/domain/subjects/subject';
import { findSubjects, type MessageSubject } from '~/domain/subjects/subject.queries.server';
import { getActor } from '~/http/actor.server';
import { newIdempotencyKey } from '~/http/form-response.server';
import { messageConstraints, sentToBusiness } from '~/http/message-form.server';
import type { Runtime } from '~/http/runtime.server';
import { paths } from '~/paths';
import { type ContactCategory, contactCategories } from '~db/enums';

type CardId = (typeof contactContent.cards)[number]['id'];

/** URLs of the ways to reach the business. */
const cardLinks: Readonly<Record<CardId, string>> = {
  phone: phoneHref(contactDetails.phone),
  email: `mailto:${contactDetails.email}`,
  visit: paths.companyDetails(),
  chat: paths.startChat(),
};

const isCategory = (text: string | null): text is ContactCategory => contactCategories.some((one) => one === text);

/** URL of a subject; null for one without a page of its own. */
function hrefOf({ about, offer }: MessageSubject): string | null {
  if (!offer) return null;
  return paths.vehicle(about);
}

const constraintsOn = messageConstraints();

/** Data of the contact screen, prefilled from its query: `subject`, `category` and `about`. */
export function loadContact(request: Request, runtime: Runtime) {
  const { db } = runtime;
  const actor = getActor(request, runtime);
  const { searchParams } = new URL(request.url);
  const subjects = findSubjects(db, searchParams.get('about') ?? '', actor);
  const seller = sellerToReach(db, subjects, actor);
  const about = aboutAll(subjects.map((subject) => subject.about));
  const names = subjects.map(({ name }) => name).join(', ');
  const givenSubject = oneLine(searchParams.get('subject') ?? '');
  const subject = [...(givenSubject || (names && `Enquiry: ${names}`))].slice(0, longestLine.subject).join('');
  const givenCategory = searchParams.get('category');
  const category = isCategory(givenCategory) ? givenCategory : subjects.length > 0 ? 'sales' : 'general';
  const sender = actor.user && findAccount(db, actor.user.id);
  const action = paths.contact({ subject: givenSubject, category: givenCategory, about });
  return {
    /** Name of the recipient when it is not the business. */
    seller: seller && {
      name: seller.name,
      advice: fraudAdvice,
      /** URL to sign in first, so that replies arrive on the profile; null for a signed-in user. */
      signInHref: actor.user ? null : paths.login({ redirectTo: action }),
    },
    subtitle: homeContent.getInTouch.text,
    cards: contactContent.cards.map(({ id, ...card }) => ({ id, ...card, href: cardLinks[id] })),
    faq: contactContent.faq,
    idempotencyKey: newIdempotencyKey(),
    constraints: constraintsOn(runtime.clock()),
    subjects: subjects.map((one) => ({ name: one.name, href: hrefOf(one) })),
    values: { name: sender?.name ?? '', email: sender?.email ?? '', subject, category, priority: 'medium', about },
    /** Action of the form, with the same query. */
    action,
    /** The message that was just sent. */
    sent: sentToBusiness(request, runtime),
  };
}

export type Contact = ReturnType<typeof loadContact>;
