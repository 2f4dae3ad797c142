import { type Command, checkInput } from '~/domain/command.server';
import { calculateEmi, type Emi, type Loan } from '~/domain/finance/emi';
import { emiQuestion } from '~/domain/finance/emi-question.server';
import { done } from '~/domain/outcome';
import { sendData, sendProblem } from '~/doors/api-answer.server';
import { serviceCalls } from '~/doors/contract/service-calls.server';
import { answer, jsonDoor, runCall } from '~/doors/json-door.server';
import { overLimit } from '~/doors/over-limit.server';

/** Asked with a key, the answer is written down, so that the key stands for this question and no other. */
const calculation: Command<Loan, Emi> = {
  ...emiQuestion,
  name: 'calculate-emi',
  limit: 'write',
  run: (loan) => done(calculateEmi(loan)),
};

const door = jsonDoor(
  answer(serviceCalls.calculateEmi, async (call, { body }) => {
    if (call.key === null) {
      const loan = checkInput(emiQuestion, body, call.now);
      return loan.done ? sendData(calculateEmi(loan.value)) : sendProblem(loan.problem);
    }
    const busy = overLimit(call, 'write');
    if (busy) return sendProblem(busy);
    const outcome = await runCall(call, calculation, body);
    return outcome.done ? sendData(outcome.value) : sendProblem(outcome.problem);
  }),
);

export const loader = door;
export const action = door;
