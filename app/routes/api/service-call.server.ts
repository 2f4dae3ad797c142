import type { Result } from '~/domain/shared/result';
import { serviceJson, type ServiceRequest } from '~/domain/services/service-request';
import { findServiceRequests } from '~/domain/services/service.queries.server';
import { sendData, sendError } from '~/api/respond.server';
import type { EndpointContext } from '~/api/define-endpoint.server';
import { pageLinks } from '~/api/query-rules';
import type { ApiResponse } from '~/http/responses.server';

/** Answers the requests that a call asks for. @param requested without a user: everybody's */
export function sendServiceRequests(
  context: EndpointContext,
  requested: Parameters<typeof findServiceRequests>[1],
): ApiResponse {
  const { items, pagination } = findServiceRequests(context.runtime.db, requested);
  return sendData({ requests: items.map(serviceJson), pagination }, { headers: pageLinks(context, pagination) });
}

export const sendServiceResult = (result: Result<ServiceRequest>, message?: string): ApiResponse =>
  result.ok ? sendData(serviceJson(result.value), message === undefined ? {} : { message }) : sendError(result.error);
