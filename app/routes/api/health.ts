import { sendData } from '~/api/respond.server';
import { healthEndpoints, notAnswering } from '~/api/contract/health.contract.server';
import { defineEndpoint, type EndpointContext, endpointRoute } from '~/api/define-endpoint.server';
import { databaseStatus } from '~/domain/shared/database-status.server';
import { isDatabaseAnswering } from '~/domain/shared/database-health.server';
import type { ApiResponse } from '~/http/responses.server';

function report({ runtime, now }: EndpointContext): ApiResponse {
  const status = databaseStatus(runtime.db);
  const fileInPlace = status.isInPlace();
  const isAnswering = isDatabaseAnswering(runtime.db) && fileInPlace && !status.isCorrupt;
  return sendData(
    {
      status: isAnswering ? 'ok' : 'unavailable',
      version: runtime.version,
      uptimeSeconds: Math.max(0, Math.floor((now.getTime() - runtime.startedAt.getTime()) / 1000)),
      database: isAnswering ? 'ok' : 'unavailable',
      writable: isAnswering && status.writeFailure === null,
      fileInPlace,
      freeBytes: status.freeBytes,
    },
    isAnswering ? {} : { status: 503, message: notAnswering },
  );
}

const endpoint = endpointRoute(defineEndpoint(healthEndpoints.report, report));

export const loader = endpoint;
export const action = endpoint;
