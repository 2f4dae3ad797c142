import { vehiclesPerPage } from '~/domain/catalogue/vehicle-filters';
import { vehicleJson } from '~/domain/catalogue/vehicle-json.server';
import { recordsAt, vehicleRecords } from '~/domain/catalogue/vehicle-record-queries.server';
import { everyVehicle } from '~/domain/catalogue/vehicle-search.server';
import { listedSentences } from '~/domain/listings/listing-sentences';
import { offerVehicle } from '~/domain/used-vehicles/offer-vehicle.server';
import { sendData, sendProblem } from '~/doors/api-answer.server';
import { malformedParameters } from '~/doors/call-query.server';
import { vehicle } from '~/doors/contract/vehicle-answer.server';
import { vehicleCalls } from '~/doors/contract/vehicle-calls.server';
import { answer, type Call, type GivenBy, jsonDoor, runCall } from '~/doors/json-door.server';
import { isUpsideDown } from '~/doors/query-rules';
import { sendList } from '~/doors/whole-list.server';
import type { ApiAnswer } from '~/http/json-answer';
import { readOfferBody, withPhotos } from './offer-body.server';

type Asked = GivenBy<typeof vehicleCalls.list>;

/** The prices that a budget and a range both leave; upside down when they have none in common. */
function priceRange({ budget, minPrice, maxPrice }: Asked['query']): { minPrice?: number; maxPrice?: number } {
  if (!budget) return { minPrice, maxPrice };
  const top = budget.below === null ? undefined : budget.below - 1;
  return {
    minPrice: Math.max(minPrice ?? 0, budget.from),
    maxPrice: top === undefined ? maxPrice : Math.min(maxPrice ?? top, top),
  };
}

function list(call: Call, { query }: Asked): ApiAnswer | Promise<ApiAnswer> {
  const { runtime, origin } = call;
  const { page, limit, fields, budget: _budget, fuelType, minPrice, maxPrice, ...asked } = query;
  if (isUpsideDown(minPrice, maxPrice)) {
    return sendProblem(malformedParameters({ minPrice: 'minPrice must not be above maxPrice' }).problem);
  }
  const wanted = { ...asked, fuel: fuelType, ...priceRange(query) };
  return sendList(
    call,
    {
      name: 'vehicles',
      item: vehicle,
      perPage: vehiclesPerPage,
      async readPage(place) {
        const { items, pagination } = await vehicleRecords(runtime.db, { ...wanted, ...place });
        return { items: items.map((item) => vehicleJson(item, origin)), pagination };
      },
      *readAll() {
        for (const seqs of everyVehicle(runtime.db, wanted)) {
          yield recordsAt(runtime.db, seqs).map((item) => vehicleJson(item, origin));
        }
      },
    },
    { page, limit, fields },
  );
}

async function offer(call: Call): Promise<ApiAnswer> {
  const body = await readOfferBody(call);
  if (!body.done) return sendProblem(body.problem);
  const { fields, content, storePhotos } = body.value;
  const outcome = await runCall(call, offerVehicle, { ...fields, photos: [] }, content, withPhotos(storePhotos));
  if (!outcome.done) return sendProblem(outcome.problem);
  const { id, type } = outcome.value;
  return sendData(vehicleJson(outcome.value, call.origin), {
    status: 201,
    message: listedSentences[type === 'Bike' ? 'bike' : 'scooter'],
    headers: { Location: `/api/vehicles/${id}` },
  });
}

const door = jsonDoor(answer(vehicleCalls.list, list), answer(vehicleCalls.offer, offer));

export const loader = door;
export const action = door;
