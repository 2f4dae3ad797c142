import type { DrawingColours } from '~/domain/drawings/drawing';
import { type ListingField, listingLabels } from '~/domain/listings/listing';
import type { RejectedForm } from '~/http/form-response.server';
import type { ChosenPhoto } from '~/ui/forms/photo-chooser';
import type { ScreenTheme } from '~/ui/screen-kind';
import type { BodyStyle, ListingKind } from '~db/enums';

/** The sell form as its screen gets it, for a new listing or for one that is being changed. */
export type SellForm = {
  view: 'form';
  kind: ListingKind;
  /** Sent along with the form: however often it arrives, it makes one listing. */
  idempotencyKey: string;
  /** The listing that is being changed, as it stood when the form was opened. */
  changing: { id: string; version: number } | null;
  values: Record<string, string>;
  photos: ChosenPhoto[];
  years: { first: number; last: number };
};

/** What the form's own action answers: it was refused, or only its photos changed. Null: they are as they were. */
export type SellFormActionData = RejectedForm & {
  photos: ChosenPhoto[] | null;
  /** Of the listing that is being changed: what the next try is a change of. 0 or absent: as it was. */
  version?: number | undefined;
  /** How the listing stands now, when it was changed in the meantime. */
  currentValues?: Record<string, string> | null;
};

export const sellFormParts = {
  photos: { id: 'part-photos', title: 'Photos' },
  basics: { id: 'part-basics', title: 'Basic Information' },
  usage: { id: 'part-usage', title: 'Usage & Condition' },
  pricing: { id: 'part-pricing', title: 'Pricing' },
  legal: { id: 'part-legal', title: 'Legal & Technical Details' },
} as const;

/** The two sell screens share everything but their words, their colour and their drawing (docs/product.md, "Listings"). */
export type SellLabels = {
  /** 'bike' or 'scooter', in running text. */
  one: string;
  title: string;
  subtitle: string;
  /** The button to the form. */
  sellNew: string;
  detailsTitle: string;
  loading: string;
  loadFailure: string;
  noneFound: string;
  startHint: string;
  listYours: string;
  formTitle: string;
  formSubtitle: string;
  /** What the form's fields give as an example. */
  exampleName: string;
  exampleBrand: string;
  submit: string;
  submitFailure: string;
  theme: ScreenTheme;
  drawing: BodyStyle;
  colours: DrawingColours;
};

export const searchHint = 'Try adjusting your search terms';
export const sending = 'Listing...';

export const sellLabels: Readonly<Record<ListingKind, SellLabels>> = {
  bike: {
    one: 'bike',
    title: 'Sell Your Bikes',
    subtitle: 'List yours free of charge, or look through what others offer.',
    sellNew: 'Sell New Bike',
    detailsTitle: 'Bike Details',
    loading: 'Loading bikes...',
    loadFailure: 'Failed to load bikes from server',
    noneFound: 'No bikes found',
    startHint: 'Start by listing your first bike',
    listYours: 'List Your Bike',
    formTitle: 'Sell Your Bike',
    formSubtitle: 'A basic listing is free for as long as the bike is for sale.',
    exampleName: 'Royal Enfield Classic 350',
    exampleBrand: 'Royal Enfield',
    submit: 'List My Bike',
    submitFailure: 'Failed to submit bike listing. Please try again.',
    theme: 'blue',
    drawing: 'commuter',
    colours: { body: '#2B2E33', accent: '#8D949C' },
  },
  scooter: {
    one: 'scooter',
    title: 'Sell Your Scooters',
    subtitle: 'List yours free of charge, or look through what others offer.',
    sellNew: 'Sell New Scooter',
    detailsTitle: 'Scooter Details',
    loading: 'Loading scooters...',
    loadFailure: 'Failed to load scooters from server',
    noneFound: 'No scooters found',
    startHint: 'Start by listing your first scooter',
    listYours: 'List Your Scooter',
    formTitle: 'Sell Your Scooter',
    formSubtitle: 'A basic listing is free for as long as the scooter is for sale.',
    exampleName: 'Honda Activa 6G',
    exampleBrand: 'Honda',
    submit: 'List My Scooter',
    submitFailure: 'Failed to submit scooter listing. Please try again.',
    theme: 'violet',
    drawing: 'scooter-classic',
    colours: { body: '#A9CDBB', accent: '#5E6469' },
  },
};

const isLabelled = (name: string): name is ListingField => Object.hasOwn(listingLabels, name);

/**
 * The required fields left empty, each with the sentence the server would say, so that a slow line is spared the trip.
 */
export function missingFields(form: HTMLFormElement): Record<string, string> {
  const formValues = new FormData(form);
  const errors: Record<string, string> = {};
  for (const control of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[required]')) {
    const value = formValues.get(control.name);
    if (isLabelled(control.name) && (typeof value !== 'string' || value.trim() === '')) {
      errors[control.name] = `${listingLabels[control.name]} is required`;
    }
  }
  return errors;
}
