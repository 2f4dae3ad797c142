import { finderFilters } from '~/doors/finder-query';
import type { VehicleType } from '~/domain/catalogue/bands';
import { filterChoices, filterTitles } from '~/domain/catalogue/finder-choices';
import { isAnySet } from '~/domain/catalogue/finder-filters';
import { findByFilters, traitCounts } from '~/domain/catalogue/finder-queries.server';
import { showroom } from '~/domain/catalogue/showroom-queries.server';
import { findVehicleRecord } from '~/domain/catalogue/vehicle-record-queries.server';
import { accelerationText, brakesText, isEstimated, lightsText, withUnit } from '~/domain/catalogue/vehicle-texts';
import { bankOffer } from '~/domain/content/bank-offer.server';
import { newVehiclesBanner } from '~/domain/content/banners.server';
import type { Runtime } from '~/http/runtime.server';
import { reachText } from '~/ui/vehicles/facts';
import type { NewVehicles } from './new-view';
import type { VehicleModalFacts } from './vehicle-modal';

/** More than the catalogue has; a showroom that grows beyond it shows its first. */
const mostRecommended = 24;

/** The vehicle of the modal; null when there is none of that id on sale here. */
function modalFacts(db: Runtime['db'], id: string): VehicleModalFacts | null {
  const vehicle = findVehicleRecord(db, id);
  if (vehicle?.stock !== 'new') return null;
  return {
    id,
    name: vehicle.name,
    priceRupees: vehicle.priceRupees,
    originalPriceRupees: vehicle.originalPriceRupees,
    rating: vehicle.rating,
    bodyStyle: vehicle.bodyStyle,
    colourways: vehicle.colourways,
    // The nine of docs/product.md, "New vehicles", in its order.
    specifications: [
      { name: 'Mileage', value: reachText(vehicle), of: ['mileageKmpl', 'rangeKm'] },
      { name: 'Fuel Type', value: vehicle.fuel },
      { name: 'Fuel Tank Capacity', value: withUnit(vehicle.tankLitres, 'litres'), of: ['tankLitres'] },
      { name: 'Seating', value: withUnit(vehicle.seating, 'persons') },
      { name: 'Brakes', value: brakesText(vehicle), of: ['brakes'] },
      { name: 'Lights', value: lightsText(vehicle) },
      { name: 'Speed Raise', value: accelerationText(vehicle), of: ['acceleration0to60s'] },
      { name: 'Comfort', value: vehicle.comfort },
      { name: 'Compatibility', value: vehicle.compatibility },
    ].map(({ name, value, of = [] }) => ({
      name,
      value: value ?? 'N/A',
      isEstimate: value !== null && isEstimated(vehicle, of),
    })),
  };
}

/** From 1; the first for anything that is no picture of this many. */
function pictureNumber(search: URLSearchParams, pictures: number): number {
  const image = Number(search.get('image'));
  return Number.isInteger(image) && image >= 1 && image <= pictures ? image : 1;
}

/** The new vehicles screen, as its address says. */
export function loadNewVehicles({ db }: Runtime, search: URLSearchParams, firstType: VehicleType): NewVehicles {
  const filters = finderFilters(search);
  const openId = search.get('open');
  const open = openId === null ? null : modalFacts(db, openId);
  const { bikes, scooters } = showroom(db);
  const found = isAnySet(filters)
    ? findByFilters(db, 'showroom', filters, { firstType, limit: mostRecommended })
    : null;
  return {
    view: 'new',
    firstType,
    filters,
    choices: filterChoices(traitCounts(db, 'showroom'), filters),
    found: found && { ...found, leftOut: found.leftOut.map((name) => filterTitles[name]) },
    collections: { Bike: bikes, Scooter: scooters },
    banner: newVehiclesBanner(db),
    offer: bankOffer(db),
    open: open && { ...open, image: pictureNumber(search, open.colourways.length) },
    isGone: openId !== null && !open,
  };
}
