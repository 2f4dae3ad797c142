import { type ListingField, listingLabels } from '~/domain/listings/limits';

const isLabelled = (name: string): name is ListingField => Object.hasOwn(listingLabels, name);

/**
 * The required fields left empty, each with the sentence the server would say, so that a slow line is spared the trip.
 */
export function missingFields(form: HTMLFormElement): Record<string, string> {
  const typed = new FormData(form);
  const errors: Record<string, string> = {};
  for (const control of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[required]')) {
    const value = typed.get(control.name);
    if (isLabelled(control.name) && (typeof value !== 'string' || value.trim() === '')) {
      errors[control.name] = `${listingLabels[control.name]} is required`;
    }
  }
  return errors;
}
