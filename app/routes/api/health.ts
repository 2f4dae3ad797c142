import { sendData } from '~/doors/api-answer.server';
import { healthCalls, notAnswering } from '~/doors/contract/health-calls.server';
import { answer, type Call, jsonDoor } from '~/doors/json-door.server';
import { databaseStatus } from '~/domain/database-status.server';
import { isDatabaseAnswering } from '~/domain/database-health.server';
import type { ApiAnswer } from '~/http/json-answer';

function report({ runtime, now }: Call): ApiAnswer {
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

const door = jsonDoor(answer(healthCalls.report, report));

export const loader = door;
export const action = door;
