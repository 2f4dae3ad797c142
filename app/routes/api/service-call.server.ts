import type { Outcome } from '~/domain/outcome';
import { serviceJson } from '~/domain/services/service-json';
import { findServiceRequests } from '~/domain/services/service-queries.server';
import type { ServiceRequest } from '~/domain/services/service-request';
import { sendData, sendProblem } from '~/doors/api-answer.server';
import type { Call } from '~/doors/json-door.server';
import { pageLinks } from '~/doors/page-links';
import type { ApiAnswer } from '~/http/json-answer';

/** Answers the requests that a call asks for. @param asked without a user: everybody's */
export function sendServiceRequests(call: Call, asked: Parameters<typeof findServiceRequests>[1]): ApiAnswer {
  const { items, pagination } = findServiceRequests(call.runtime.db, asked);
  return sendData({ requests: items.map(serviceJson), pagination }, { headers: pageLinks(call, pagination) });
}

export const sendServiceOutcome = (outcome: Outcome<ServiceRequest>, message?: string): ApiAnswer =>
  outcome.done
    ? sendData(serviceJson(outcome.value), message === undefined ? {} : { message })
    : sendProblem(outcome.problem);
