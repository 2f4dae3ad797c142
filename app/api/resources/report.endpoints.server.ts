import { z } from 'zod';
import { reportItem } from '~/domain/desk/reports.server';
import { maxReportLength, reportSent } from '~/domain/moderation/moderation';
import { reportedSubjects, reportReasons } from '~db/enums';
import { anyone, defineEndpoint, type Endpoint, jsonBody, noInput } from '../define-endpoint.server';
import { runEndpointCommand } from '../endpoint-command.server';
import { isRecord, respondWithData, respondWithError } from '../respond.server';

const report = z.object({
  about: z
    .object({
      kind: z.enum(reportedSubjects),
      id: z.string().meta({ description: 'Id of the listing, used vehicle of a user, review or conversation.' }),
    })
    .meta({ description: 'What is reported; a conversation by one of its sides only.' }),
  reason: z
    .enum(reportReasons)
    .meta({ description: 'What is wrong. `sold-already` and `wrong-facts` are of listings and vehicles.' }),
  words: z
    .string()
    .max(maxReportLength)
    .optional()
    .meta({ description: `More about it, of up to ${maxReportLength} characters; required with \`other\`.` }),
});

/** The sides of a conversation name it by its id, as the API does everywhere. */
const toCommandFields = ({ about, ...rest }: Record<string, unknown>) => ({
  ...rest,
  isSuspect: false,
  about: isRecord(about) && about.kind === 'conversation' ? { kind: about.kind, name: { id: about.id } } : about,
});

/** docs/product.md, "Reports". */
export const reportEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...noInput,
    subject: 'reports',
    operationId: 'reportItem',
    method: 'POST',
    path: '/reports',
    summary: 'Report a listing, a vehicle, a review or a conversation to the team',
    description: 'A user who reports the same again before the team decides replaces the report.',
    access: anyone,
    body: jsonBody(() => report, {
      about: { kind: 'listing', id: '8f3c2a1b9d4e' },
      reason: 'fraud',
      words: 'The seller asks for money before a visit.',
    }),
    response: { status: 200, data: z.null(), example: null, message: reportSent },
    rejections: { 404: ['nothing_to_report'] },
    async handler(context, { body }) {
      const result = await runEndpointCommand(context, reportItem, toCommandFields(body), body);
      return result.ok ? respondWithData(null, { message: reportSent }) : respondWithError(result.error);
    },
  }),
];
