import { sendData } from '~/api/respond.server';
import { feedbackEndpoints } from '~/api/contract/feedback.contract.server';
import { defineEndpoint, endpointRoute } from '~/api/define-endpoint.server';
import { feedbackTypes } from '~/domain/content/form-options.server';

const endpoint = endpointRoute(defineEndpoint(feedbackEndpoints.types, () => sendData({ feedbackTypes })));

export const loader = endpoint;
export const action = endpoint;
