import type { StoredPhoto } from '../photos/stored-photo';

/** Which silhouette a vehicle is shown as (`app/ui/drawings`). */
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

/** One pair of colours a vehicle is drawn in; hexadecimal, `#rrggbb`. */
export type Colourway = { name: string; body: string; accent: string };

/** What a card of a catalogue vehicle shows. Money is whole rupees; null where there is no such figure. */
export type VehicleSummary = {
  id: string;
  name: string;
  brand: string;
  type: 'Bike' | 'Scooter';
  stock: 'new' | 'used' | 'upcoming';
  fuel: 'Petrol' | 'Diesel' | 'Electric' | 'Hybrid';
  /** Ex-showroom for new vehicles, asking price for used ones. */
  priceRupees: number;
  /** The price struck through beside the present one. */
  originalPriceRupees: number | null;
  priceIsExpected: boolean;
  /** From 1 to 5. */
  rating: number | null;
  bodyStyle: BodyStyle;
  /** One to three for built-in vehicles, the first is the one on cards; none for a user's. */
  colourways: Colourway[];
  mileageKmpl: number | null;
  rangeKm: number | null;
  engineCc: number | null;
  batteryKwh: number | null;
  /** `YYYY-MM-DD` */
  launchDay: string | null;
  /** One word over the card, such as 'Best Seller'. */
  tag: string | null;
  condition: 'Brand New' | 'Like New' | 'Excellent' | 'Good' | 'Fair' | 'Poor';
  kilometresDriven: number | null;
  yearsUsed: number | null;
  numberPlate: string | null;
  /** The first of a user's own photos; null for what is drawn. */
  photo: StoredPhoto | null;
};

export type Brand = { id: string; name: string; initial: string };
