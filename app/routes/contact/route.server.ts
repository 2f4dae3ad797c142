import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { findAccount } from '~/domain/accounts/account.queries.server';
import type { GoneOffer } from '~/domain/browse/similar-offers.server';
import { getOfferName, type Offer } from '~/domain/catalogue/vehicle';
import { formatWithUnit } from '~/domain/catalogue/vehicle-labels';
import { readShop } from '~/domain/content/shop.server';
import { readContactCards, readFaq, readSafetyAdvice } from '~/domain/content/support-content.server';
import { readHomeTexts } from '~/domain/content/home-content.server';
import { formatReason } from '~/domain/shared/result';
import {
  formatBookingMessage,
  formatBookingSubject,
  joinAbout,
  maxLengths,
  readAbout,
  splitAbout,
} from '~/domain/messages/message';
import { findRecipient, findSubjects, type MessageSubject } from '~/domain/messages/message-subjects.server';
import { getColours } from '~/domain/photos/drawing';
import { getPhotoSources } from '~/domain/photos/photo';
import { createPhoneHref } from '~/domain/shared/phone';
import { toOneLine } from '~/domain/shared/text';
import { getActor } from '~/http/actor.server';
import { generateIdempotencyKey } from '~/submit/form-response.server';
import { getGoneStatus, loadGoneOffer } from '~/http/gone-offer.server';
import { createMessageConstraints, createMessageFormAction, findSentToBusiness } from '~/submit/message-form.server';
import type { Runtime } from '~/http/runtime.server';
import { paths } from '~/paths';
import type { Database } from '~db/connection';
import { type ContactCategory, contactCategories } from '~db/enums';

function createCards(db: Database) {
  const { phone, email } = readShop(db);
  const links = {
    phone: createPhoneHref(phone),
    email: `mailto:${email}`,
    visit: paths.companyDetails(),
    chat: paths.startChat(),
  };
  return readContactCards(db).map((card) => ({ ...card, href: links[card.id] }));
}

/** The vehicle that a seller is asked about. */
function toAskedVehicle(offer: Offer) {
  const { photos, city, kilometresDriven, name } = offer.kind === 'listing' ? offer.listing : offer.vehicle;
  const [photo] = photos;
  const [year, rupees, drawing] =
    offer.kind === 'listing'
      ? [offer.listing.year, offer.listing.presentPrice, offer.listing.drawing]
      : [
          offer.vehicle.modelYear,
          offer.vehicle.priceRupees,
          { bodyStyle: offer.vehicle.bodyStyle, ...getColours(offer.vehicle) },
        ];
  return {
    name,
    href: paths.vehicle(offer.kind === 'listing' ? offer.listing.id : offer.vehicle.id),
    rupees,
    photo: photo ? getPhotoSources(photo) : null,
    drawing,
    facts: [year === null ? null : String(year), formatWithUnit(kilometresDriven, 'km'), city],
  };
}

const isCategory = (text: string | null): text is ContactCategory => contactCategories.some((one) => one === text);

/** URL of a subject; null for one without a page of its own. */
function getHref({ about, offer }: MessageSubject): string | null {
  if (!offer) return null;
  return paths.vehicle(about);
}

const getConstraints = createMessageConstraints();

function loadGoneSubject(request: Request, runtime: Runtime, [named = '']: readonly string[]): GoneOffer | null {
  const about = readAbout(named);
  return about?.kind === 'offer' ? loadGoneOffer(request, runtime, about.id) : null;
}

export function loadContact(request: Request, runtime: Runtime) {
  const { db } = runtime;
  const actor = getActor(request, runtime);
  const { searchParams } = new URL(request.url);
  const subjects = findSubjects(db, searchParams.get('about') ?? '', actor);
  const named = splitAbout(searchParams.get('about') ?? '');
  const seller = findRecipient(db, subjects, actor);
  const about = joinAbout(subjects.map((subject) => subject.about));
  const names = subjects.map(({ name }) => name).join(', ');
  const givenSubject = toOneLine(searchParams.get('subject') ?? '');
  const subject = [...(givenSubject || (names && `Enquiry: ${names}`))].slice(0, maxLengths.subject).join('');
  const [offer] = subjects.flatMap(({ offer }) => offer ?? []);
  const message = offer && subject === formatBookingSubject(getOfferName(offer)) ? formatBookingMessage(offer) : '';
  const givenCategory = searchParams.get('category');
  const category = isCategory(givenCategory) ? givenCategory : subjects.length > 0 ? 'sales' : 'general';
  const sender = actor.user && findAccount(db, actor.user.id);
  const action = paths.contact({ subject: givenSubject, category: givenCategory, about });
  return {
    /** Name of the recipient when it is not the business. */
    seller: seller && {
      name: seller.name,
      vehicle: offer ? toAskedVehicle(offer) : null,
      advice: readSafetyAdvice(db),
      /** URL to sign in first, so that replies arrive on the profile; null for a signed-in user. */
      signInHref: actor.user ? null : paths.login({ redirectTo: action }),
    },
    subtitle: readHomeTexts(db).getInTouch.text,
    cards: createCards(db),
    faq: readFaq(db),
    idempotencyKey: generateIdempotencyKey(),
    constraints: getConstraints(runtime.clock()),
    subjects: subjects.map((one) => ({ name: one.name, href: getHref(one) })),
    /** The sender is known by these; null for a visitor. */
    sender: sender ? sender.name : null,
    hasOwnSubject: givenSubject !== '',
    values: {
      name: sender?.name ?? '',
      email: sender?.email ?? '',
      subject,
      message,
      category,
      priority: 'medium',
      about,
    },
    action,
    sent: findSentToBusiness(request, runtime),
    /** Set when the only subject is an offer that is gone. */
    gone: subjects.length === 0 ? loadGoneSubject(request, runtime, named) : null,
    /** What to say when one of the subjects is gone; null otherwise. */
    goneNotice: subjects.length < named.length ? formatReason({ code: 'subject_gone' }) : null,
  };
}

export function loader({ request, context }: LoaderFunctionArgs) {
  const { runtime } = context;
  const contact = loadContact(request, runtime);
  return json(contact, {
    status: contact.gone ? getGoneStatus(contact.gone) : 200,
  });
}

export const action = createMessageFormAction({ path: paths.contact });
