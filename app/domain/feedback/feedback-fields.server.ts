import { z } from 'zod';
import { feedbackTypes } from '../content/feedback-types.server';
import { eitherOf } from '../either-of';
import { oneLine } from '../one-line';
import { seenVersion } from '../seen-version.server';
import { severalLines } from '../several-lines';
import { feedbackFault } from './feedback-rules';
import { feedbackLabels, feedbackPriorities, feedbackStatuses, longestSubject } from './limits';

const typed = (field: 'type' | 'subject' | 'message', clean: (text: string) => string) =>
  z
    .string({
      error: ({ input }) =>
        input === undefined || input === null
          ? (feedbackFault(field, '') ?? undefined)
          : `${feedbackLabels[field]} must be text`,
    })
    .transform(clean)
    .superRefine((text, context) => {
      const fault = feedbackFault(field, text);
      if (fault) context.addIssue({ code: 'custom', message: fault });
    });

const noRating = feedbackFault('rating', '') ?? undefined;
const yesOrNo = z.boolean({ error: `${feedbackLabels.isAnonymous}: yes or no` });

const fields = {
  type: typed('type', oneLine)
    .refine((id) => id === '' || feedbackTypes.some((type) => type.id === id), {
      error: feedbackFault('type', '') ?? undefined,
    })
    .meta({ enum: feedbackTypes.map(({ id }) => id) }),
  subject: typed('subject', oneLine).meta({ minLength: 1, maxLength: longestSubject }),
  message: typed('message', severalLines).meta({ minLength: 1 }),
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
