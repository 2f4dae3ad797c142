import { sendData, sendProblem } from '~/doors/api-answer.server';
import { serviceCalls } from '~/doors/contract/service-calls.server';
import { answer, jsonDoor } from '~/doors/json-door.server';
import { checkInput } from '~/domain/command.server';
import { calculateEmi } from '~/domain/finance/emi';
import { emiQuestion } from '~/domain/finance/emi-question.server';

const door = jsonDoor(
  answer(serviceCalls.calculateEmi, ({ now }, { body }) => {
    const loan = checkInput(emiQuestion, body, now);
    return loan.done ? sendData(calculateEmi(loan.value)) : sendProblem(loan.problem);
  }),
);

export const loader = door;
export const action = door;
