import { checkInput, type Command } from '~/domain/shared/command.server';
import { calculateEmi, type Emi, type Loan } from '~/domain/finance/emi';
import { emiQuerySchema } from '~/domain/finance/emi.schema.server';
import { ok } from '~/domain/shared/result';
import { sendData, sendError } from '~/api/respond.server';
import { serviceEndpoints } from '~/api/contract/service.contract.server';
import { defineEndpoint, endpointRoute, runEndpointCommand } from '~/api/define-endpoint.server';
import { overLimit } from '~/http/rate-limit.server';

/** Asked with a key, the answer is written down, so that the key stands for this question and no other. */
const calculation: Command<Loan, Emi> = {
  ...emiQuerySchema,
  name: 'calculate-emi',
  limit: 'write',
  run: (loan) => ok(calculateEmi(loan)),
};

const endpoint = endpointRoute(
  defineEndpoint(serviceEndpoints.calculateEmi, async (context, { body }) => {
    if (context.key === null) {
      const loan = checkInput(emiQuerySchema, body, context.now);
      return loan.ok ? sendData(calculateEmi(loan.value)) : sendError(loan.error);
    }
    const busy = overLimit(context, 'write');
    if (busy) return sendError(busy);
    const result = await runEndpointCommand(context, calculation, body);
    return result.ok ? sendData(result.value) : sendError(result.error);
  }),
);

export const loader = endpoint;
export const action = endpoint;
