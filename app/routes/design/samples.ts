import type { VehicleSummary } from '~/domain/catalogue/vehicle';
import type { ListingFacts } from '~/ui/vehicles/listing-card';

/** One vehicle with every figure; the gallery varies it for each state. */
export const classic: VehicleSummary = {
  id: '1',
  name: 'Royal Enfield Classic 350',
  brand: 'Royal Enfield',
  type: 'Bike',
  stock: 'new',
  fuel: 'Petrol',
  priceRupees: 184_000,
  originalPriceRupees: 200_157,
  priceIsExpected: false,
  rating: 4.7,
  bodyStyle: 'retro',
  colourways: [{ name: 'Madras Red', body: '#8E1B1F', accent: '#E8D9B5' }],
  mileageKmpl: 36,
  rangeKm: null,
  engineCc: 349,
  batteryKwh: null,
  launchDay: null,
  tag: 'Best Seller',
  condition: 'Brand New',
  kilometresDriven: null,
  yearsUsed: null,
  numberPlate: null,
  photo: null,
};

export const chetak: VehicleSummary = {
  ...classic,
  id: '18',
  name: 'Bajaj Chetak 3501 with a name that is far too long for its place',
  brand: 'Bajaj',
  type: 'Scooter',
  fuel: 'Electric',
  priceRupees: 134_500,
  originalPriceRupees: null,
  rating: null,
  bodyStyle: 'scooter-electric',
  colourways: [{ name: 'Indigo', body: '#26345F', accent: '#C7B48A' }],
  mileageKmpl: null,
  rangeKm: 153,
  engineCc: null,
  batteryKwh: 3.5,
  tag: null,
};

export const himalayan: VehicleSummary = {
  ...classic,
  id: '9',
  name: 'Royal Enfield Himalayan 750',
  stock: 'upcoming',
  priceRupees: 495_000,
  originalPriceRupees: null,
  rating: null,
  bodyStyle: 'adventure',
  colourways: [{ name: 'Kamet White', body: '#E6E9EB', accent: '#2F6F8F' }],
  mileageKmpl: 24,
  engineCc: 750,
  launchDay: '2027-03-01',
  tag: null,
};

export const used: VehicleSummary = {
  ...classic,
  id: '101',
  name: 'Bajaj Pulsar 150',
  stock: 'used',
  priceRupees: 74_958,
  originalPriceRupees: 112_000,
  bodyStyle: 'commuter',
  colourways: [{ name: 'Black', body: '#1B1D21', accent: '#2F62B5' }],
  condition: 'Good',
  kilometresDriven: 21_400,
  tag: null,
};

export const listing: ListingFacts = {
  id: 'sample-bike-1',
  name: 'Royal Enfield Meteor 350 Fireball',
  brand: 'Royal Enfield',
  year: 2022,
  type: 'Petrol',
  condition: 'Excellent',
  daysUsed: 1236,
  mileage: 34,
  presentPriceRupees: 152_000,
  pastPriceRupees: 205_800,
  kilometresDriven: 21_400,
  availability: 'available',
  photo: null,
  bodyStyle: 'cruiser',
  colours: { body: '#A8201F', accent: '#17181A' },
  isSample: true,
  isYours: false,
};

/** A picture in place of a stored photo. */
export const photo = { src: '/favicon.svg', srcSet: '/favicon.svg 320w', width: 320, height: 240 };
