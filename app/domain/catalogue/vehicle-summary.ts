import type { StoredPhoto } from '../photos/stored-photo';

/** Silhouettes in which vehicles are drawn (`app/ui/drawings`). */
export const bodyStyles = [
  'commuter',
  'naked',
  'sport',
  'cruiser',
  'retro',
  'adventure',
  'scrambler',
  'scooter-classic',
  'scooter-maxi',
  'scooter-electric',
  'moped',
] as const;
export type BodyStyle = (typeof bodyStyles)[number];

/** A pair of colours in which a vehicle is drawn; hexadecimal, `#rrggbb`. */
export type Colourway = { name: string; body: string; accent: string };

/** Data of a catalogue vehicle's card. Money is whole rupees; null where there is no such figure. */
export type VehicleSummary = {
  id: string;
  name: string;
  brand: string;
  type: 'Bike' | 'Scooter';
  stock: 'new' | 'used' | 'upcoming';
  fuel: 'Petrol' | 'Diesel' | 'Electric' | 'Hybrid';
  /** Ex-showroom price of new vehicles, asking price of used ones. */
  priceRupees: number;
  /** Original price, shown struck through beside the current one. */
  originalPriceRupees: number | null;
  priceIsExpected: boolean;
  /** From 1 to 5. */
  rating: number | null;
  bodyStyle: BodyStyle;
  /** One to three for built-in vehicles, of which cards use the first; none for users' vehicles. */
  colourways: Colourway[];
  mileageKmpl: number | null;
  rangeKm: number | null;
  engineCc: number | null;
  batteryKwh: number | null;
  /** `YYYY-MM-DD` */
  launchDay: string | null;
  /** Badge of the card, such as 'Best Seller'. */
  tag: string | null;
  condition: 'Brand New' | 'Like New' | 'Excellent' | 'Good' | 'Fair' | 'Poor';
  kilometresDriven: number | null;
  yearsUsed: number | null;
  numberPlate: string | null;
  /** The first of a user's photos; null for vehicles that are shown as drawings. */
  photo: StoredPhoto | null;
};

export type Brand = { id: string; name: string; initial: string };
