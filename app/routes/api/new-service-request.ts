import { requestService } from '~/domain/services/service.commands.server';
import { serviceJson, serviceRequested } from '~/domain/services/service-request';
import { sendData, sendError } from '~/api/respond.server';
import { serviceEndpoints } from '~/api/contract/service.contract.server';
import { defineEndpoint, endpointRoute, runEndpointCommand } from '~/api/define-endpoint.server';

const endpoint = endpointRoute(
  defineEndpoint(serviceEndpoints.book, async (context, { body }) => {
    const result = await runEndpointCommand(context, requestService, body);
    if (!result.ok) return sendError(result.error);
    return sendData(serviceJson(result.value), {
      status: 201,
      message: serviceRequested,
      headers: { Location: `/api/services/request/${result.value.id}` },
    });
  }),
);

export const loader = endpoint;
export const action = endpoint;
