import { cancelService, changeService, ownedServiceRequest } from '~/domain/services/service.commands.server';
import { serviceCancelled, serviceJson } from '~/domain/services/service-request';
import { sendData, sendError } from '~/api/respond.server';
import { serviceEndpoints } from '~/api/contract/service.contract.server';
import { changesOf, defineEndpoint, endpointRoute, runEndpointCommand } from '~/api/define-endpoint.server';
import { sendServiceResult } from './service-call.server';

const endpoint = endpointRoute(
  defineEndpoint(serviceEndpoints.show, ({ runtime, actor }, { params }) => {
    const owned = ownedServiceRequest(params.id, { db: runtime.db, actor });
    return owned.ok ? sendData(serviceJson(owned.value.request)) : sendError(owned.error);
  }),
  defineEndpoint(serviceEndpoints.change, async (context, { body, params }) => {
    const owned = ownedServiceRequest(params.id, { db: context.runtime.db, actor: context.actor });
    const changes = changesOf(context, body, owned.ok ? serviceJson(owned.value.request) : null);
    return sendServiceResult(
      await runEndpointCommand(context, changeService, { ...changes, ...params }, { ...body, ...params }),
    );
  }),
  defineEndpoint(serviceEndpoints.cancel, async (context, { params }) =>
    sendServiceResult(await runEndpointCommand(context, cancelService, params), serviceCancelled),
  ),
);

export const loader = endpoint;
export const action = endpoint;
