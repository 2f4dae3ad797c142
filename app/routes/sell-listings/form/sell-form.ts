import type { JudgedPrice } from '~/domain/listings/listing-facts';
import { dayMs } from '~/domain/shared/dates';
import type { RejectedForm } from '~/submit/form-response.server';
import type { FormField } from '~/ui/forms/offer-field';
import type { ChosenPhoto } from '~/ui/forms/photo-chooser';
import type { ListingKind } from '~db/enums';

export type SellForm = {
  view: 'form';
  kind: ListingKind;
  /** Idempotency key: submitting the form repeatedly creates one listing. */
  idempotencyKey: string;
  /** The listing to edit, as stored when the form was opened. */
  changing: { id: string; version: string } | null;
  action: string;
  back: string;
  values: Record<string, string>;
  /** `YYYY-MM-DD`. */
  today: string;
  saving: string | null;
  photos: ChosenPhoto[];
  fields: readonly FormField[];
  /** The largest cities with their states, as suggestions: any other text is possible. */
  cities: { city: string; state: string }[];
};

/** A price before it is asked: a sentence, and the similar ones where there are enough. */
export type CheckedPrice = { message: string; judged: JudgedPrice | null };

/** Response of the action: the form was rejected, or only its photos changed. Null photos are unchanged. */
export type SellFormActionData = RejectedForm & {
  photos: ChosenPhoto[] | null;
  /** Compared with the price when new; null if nothing is saved. */
  saving?: string | null;
  filled?: { message: string; fields: readonly string[] };
  /** Absent when there is nothing to compare. */
  checkedPrice?: CheckedPrice | undefined;
  /** Version to send with the next attempt; 0 or absent when unchanged. */
  version?: number | undefined;
  currentValues?: Record<string, string> | null;
};

export const sellFormParts = {
  photos: { id: 'part-photos', title: 'Photos' },
  basics: { id: 'part-basics', title: 'Basic Information' },
  usage: { id: 'part-usage', title: 'Usage & Condition' },
  pricing: { id: 'part-pricing', title: 'Pricing' },
  legal: { id: 'part-legal', title: 'Legal & Technical Details' },
} as const;

export const sendingLabel = 'Listing...';

/** Fills in an empty state field from a suggested city; the server does so for every known city. */
export function fillInState({ target }: { target: EventTarget }, cities: SellForm['cities']): void {
  if (!(target instanceof HTMLInputElement) || target.name !== 'city') return;
  const state = target.form?.elements.namedItem('state');
  const chosen = cities.find(({ city }) => city === target.value);
  if (state instanceof HTMLSelectElement && state.value === '' && chosen) state.value = chosen.state;
}

const middleOfMonth = 15;

/**
 * Days from the middle of the month in which a vehicle was bought until today.
 *
 * @param month from 1; 0 for none
 * @param today `YYYY-MM-DD`
 * @returns null without a year or month, and for a month to come
 */
export function countDaysSinceMonth(year: string, month: number, today: string): number | null {
  if (month < 1 || !/^\d{4}$/.test(year.trim())) return null;
  const bought = `${year.trim()}-${String(month).padStart(2, '0')}`;
  if (bought > today.slice(0, bought.length)) return null;
  return Math.max(0, (Date.parse(today) - Date.parse(`${bought}-${middleOfMonth}`)) / dayMs);
}
