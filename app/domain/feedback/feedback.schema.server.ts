import { z } from 'zod';
import { feedbackPriorities, feedbackStatuses } from '~db/enums';
import { feedbackTypes } from '../content/form-options.server';
import { seenVersion } from '../shared/command.server';
import { eitherOf, oneLine, severalLines } from '../shared/text';
import { feedbackLabels, longestSubject, validateFeedbackField } from './feedback';

const formValues = (field: 'type' | 'subject' | 'message', clean: (text: string) => string) =>
  z
    .string({
      error: ({ input }) =>
        input === undefined || input === null
          ? (validateFeedbackField(field, '') ?? undefined)
          : `${feedbackLabels[field]} must be text`,
    })
    .transform(clean)
    .superRefine((text, context) => {
      const error = validateFeedbackField(field, text);
      if (error) context.addIssue({ code: 'custom', message: error });
    });

const noRating = validateFeedbackField('rating', '') ?? undefined;
const yesOrNo = z.boolean({ error: `${feedbackLabels.isAnonymous}: yes or no` });

const fields = {
  type: formValues('type', oneLine)
    .refine((id) => id === '' || feedbackTypes.some((type) => type.id === id), {
      error: validateFeedbackField('type', '') ?? undefined,
    })
    .meta({ enum: feedbackTypes.map(({ id }) => id) }),
  subject: formValues('subject', oneLine).meta({ minLength: 1, maxLength: longestSubject }),
  message: formValues('message', severalLines).meta({ minLength: 1 }),
  rating: z.int({ error: noRating }).min(1, { error: noRating }).max(5, { error: noRating }),
};

/** Validation rules of new feedback (docs/product.md, "Feedback entries"). */
export const newFeedback = z.object({
  ...fields,
  isAnonymous: yesOrNo.nullish().transform((given) => given ?? false),
});
export type NewFeedback = z.infer<typeof newFeedback>;

/**
 * Validation rules of a change; absent fields keep their values. `status`, `priority` and `response` are for operators.
 */
export const feedbackChanges = z.object({
  ...z.object({ ...fields, isAnonymous: yesOrNo }).partial().shape,
  id: z.string(),
  version: seenVersion,
  status: z.enum(feedbackStatuses, { error: `Status must be ${eitherOf(feedbackStatuses)}` }).optional(),
  priority: z.enum(feedbackPriorities, { error: `Priority must be ${eitherOf(feedbackPriorities)}` }).optional(),
  response: z
    .union([z.string(), z.object({ message: z.string() }).transform(({ message }) => message)], {
      error: 'Response must be text',
    })
    .transform(severalLines)
    .refine((text) => text !== '', { error: 'Response is required' })
    .optional(),
});
export type FeedbackChange = z.infer<typeof feedbackChanges>;
