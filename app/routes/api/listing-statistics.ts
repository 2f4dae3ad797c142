import { sendData } from '~/api/respond.server';
import { bikeEndpoints } from '~/api/contract/listing.contract.server';
import { defineEndpoint, endpointRoute } from '~/api/define-endpoint.server';
import { listingStatistics } from '~/domain/listings/listing-search.server';
import { kindOf } from './listing-call.server';

const endpoint = endpointRoute(
  defineEndpoint(bikeEndpoints.statistics, (context) =>
    sendData(listingStatistics(context.runtime.db, kindOf(context))),
  ),
);

export const loader = endpoint;
export const action = endpoint;
