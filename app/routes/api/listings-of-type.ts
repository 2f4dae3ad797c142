import { bikeEndpoints } from '~/api/contract/listing.contract.server';
import { defineEndpoint, endpointRoute } from '~/api/define-endpoint.server';
import { sendListings } from './listing-call.server';

const endpoint = endpointRoute(
  defineEndpoint(bikeEndpoints.listOfType, (context, { query, params }) => sendListings(context, query, params)),
);

export const loader = endpoint;
export const action = endpoint;
