import { z } from 'zod';
import { requestsPerPage, serviceStatuses } from '~/domain/services/limits';
import { serviceJson } from '~/domain/services/service-json';
import { findServiceRequests } from '~/domain/services/service-queries.server';
import type { ServiceRequest } from '~/domain/services/service-request';
import type { Outcome } from '~/domain/outcome';
import { sendData, sendProblem } from '~/doors/api-answer.server';
import { readQuery } from '~/doors/call-query.server';
import type { Call } from '~/doors/json-door.server';
import { oneOf, pageRules } from '~/doors/query-rules';

const query = z.object({ ...pageRules(requestsPerPage), status: oneOf('status', serviceStatuses).optional() });

/** Answers requests with the filters of the query. @param userId whose; absent: everybody's */
export function sendServiceRequests({ url, runtime }: Call, userId?: string): Response {
  const read = readQuery(url, query);
  if (!read.done) return sendProblem(read.problem);
  const { items, pagination } = findServiceRequests(runtime.db, { ...read.value, userId });
  return sendData({ requests: items.map(serviceJson), pagination });
}

export const sendServiceOutcome = (outcome: Outcome<ServiceRequest>, message?: string): Response =>
  outcome.done
    ? sendData(serviceJson(outcome.value), message === undefined ? {} : { message })
    : sendProblem(outcome.problem);
