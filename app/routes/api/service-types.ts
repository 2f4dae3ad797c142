import { sendData } from '~/api/respond.server';
import { serviceEndpoints } from '~/api/contract/service.contract.server';
import { defineEndpoint, endpointRoute } from '~/api/define-endpoint.server';
import { serviceTypes } from '~/domain/content/form-options.server';

const endpoint = endpointRoute(defineEndpoint(serviceEndpoints.types, () => sendData({ serviceTypes })));

export const loader = endpoint;
export const action = endpoint;
