import { coloursOf } from '~/domain/catalogue/drawing-colours';
import { pageNumber } from '~/doors/list-query';
import type { VehicleType } from '~/domain/catalogue/bands';
import { cardsPerPage } from '~/domain/cards-per-page';
import { usedVehicles } from '~/domain/catalogue/used-queries.server';
import type { VehicleRecord } from '~/domain/catalogue/vehicle-record';
import { kilometresText, yearsUsedText } from '~/domain/catalogue/vehicle-texts';
import { photoSources } from '~/domain/photos/photo-address';
import type { Runtime } from '~/http/runtime.server';
import type { UsedFacts } from './used-card';
import type { UsedVehicles } from './used-view';

function usedFacts(vehicle: VehicleRecord): UsedFacts {
  const { id, name, priceRupees, originalPriceRupees, rating, condition, upkeep, fuel, numberPlate } = vehicle;
  const [photo] = vehicle.photos;
  return {
    id,
    name,
    priceRupees,
    originalPriceRupees,
    rating,
    condition,
    upkeep,
    fuel,
    numberPlate,
    mileageKmpl: vehicle.mileageKmpl,
    rangeKm: vehicle.rangeKm,
    kilometres: kilometresText(vehicle),
    years: yearsUsedText(vehicle),
    bodyStyle: vehicle.bodyStyle,
    colours: coloursOf(vehicle),
    photo: photo ? photoSources(photo) : null,
  };
}

/** Second-hand bikes or scooters (docs/product.md, "New vehicles"), by pages. */
export function loadUsedVehicles({ db }: Runtime, search: URLSearchParams, type: VehicleType): UsedVehicles {
  const page = pageNumber(search);
  const { vehicles, pages } = usedVehicles(db, type, { page, limit: cardsPerPage });
  return { view: 'used', type, vehicles: vehicles.map(usedFacts), page, pages };
}
