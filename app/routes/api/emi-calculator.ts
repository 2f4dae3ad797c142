import { sendData, sendProblem } from '~/doors/api-answer.server';
import { apiHandle } from '~/doors/api-handle';
import { mostBytes, readJsonBody } from '~/doors/json-body.server';
import { type Call, jsonDoor } from '~/doors/json-door.server';
import { checkInput } from '~/domain/command.server';
import { calculateEmi } from '~/domain/finance/emi';
import { emiQuestion } from '~/domain/finance/emi-question.server';

async function calculate({ request, now }: Call): Promise<Response> {
  const body = await readJsonBody(request, mostBytes);
  if (!body.done) return sendProblem(body.problem);
  const loan = checkInput(emiQuestion, body.value, now);
  return loan.done ? sendData(calculateEmi(loan.value)) : sendProblem(loan.problem);
}

const door = jsonDoor({ POST: calculate }, { counts: 'api-read' });

export const handle = apiHandle(['POST']);
export const loader = door;
export const action = door;
