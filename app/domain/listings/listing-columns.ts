import type { Columns } from '../import/columns';
import { offerFields } from './offer-fields';

/**
 * The columns by which a file changes what riders published: without plates, and without the words of their sellers.
 * Days in use are left out too, because those of tomorrow are others.
 */
export const listingColumns = {
  id: { field: { kind: 'line', label: 'Id', most: 60 } },
  name: { field: offerFields.name },
  brand: { field: offerFields.brand, synonyms: ['Make', 'Company'] },
  model: { field: offerFields.model },
  year: { field: offerFields.year },
  type: { field: offerFields.type, words: { ev: 'Electric' } },
  condition: { field: offerFields.condition },
  mileage: { field: offerFields.mileage },
  topSpeed: { field: offerFields.topSpeed },
  presentPrice: { field: offerFields.presentPrice, synonyms: ['Price', 'Asking price'] },
  pastPrice: { field: offerFields.pastPrice, synonyms: ['Price when new'] },
  engineCapacity: { field: offerFields.engineCapacity },
  batteryCapacity: { field: offerFields.batteryCapacity },
  kilometresDriven: { field: offerFields.kilometresDriven, synonyms: ['KM', 'Kilometres', 'Odometer'] },
  ownerNumber: { field: offerFields.ownerNumber, synonyms: ['Owner', 'Owners'] },
  insuranceUntil: { field: offerFields.insuranceUntil },
  city: { field: offerFields.city },
  state: { field: offerFields.state },
  hasRc: { field: offerFields.hasRc, synonyms: ['RC'] },
  hasPuc: { field: offerFields.hasPuc, synonyms: ['PUC'] },
  hasNoc: { field: offerFields.hasNoc, synonyms: ['NOC'] },
  isLoanCleared: { field: offerFields.isLoanCleared },
} as const satisfies Columns;

export type ListingColumn = keyof typeof listingColumns;
export const listingColumnNames = Object.keys(listingColumns).filter((name): name is ListingColumn =>
  Object.hasOwn(listingColumns, name),
);
