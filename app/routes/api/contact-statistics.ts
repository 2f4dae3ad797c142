import { messageStatistics } from '~/domain/messages/message.queries.server';
import { sendData } from '~/api/respond.server';
import { messageEndpoints } from '~/api/contract/message.contract.server';
import { defineEndpoint, endpointRoute } from '~/api/define-endpoint.server';

/** Made for each asker: a message raises no content revision, and counting costs nothing. */
const endpoint = endpointRoute(
  defineEndpoint(messageEndpoints.statistics, ({ runtime }) => sendData(messageStatistics(runtime.db))),
);

export const loader = endpoint;
export const action = endpoint;
