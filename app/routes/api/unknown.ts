import { sendErrorResponse } from '~/api/respond.server';
import { toEndpointRoute } from '~/api/define-endpoint.server';
import { noSuchEndpoint } from '~/http/no-such-call';

/** Every address under `/api` that no call has. */
const endpoint = toEndpointRoute(async () => sendErrorResponse(404, noSuchEndpoint), {
  methods: [],
  cacheKeyParameters: undefined,
});

export const loader = endpoint;
export const action = endpoint;
