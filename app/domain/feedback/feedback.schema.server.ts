import { z } from 'zod';
import { feedbackPriorities, feedbackStatuses } from '~db/enums';
import { feedbackTypes } from '../content/form-options.server';
import { oneOf, ruledText, seenVersion, yesOrNo } from '../shared/fields.server';
import { severalLines } from '../shared/text';
import { feedbackLabels, longestSubject, validateFeedbackField } from './feedback';

const textOf = (field: 'type' | 'subject' | 'message', clean?: (text: string) => string) =>
  ruledText((text) => validateFeedbackField(field, text), { label: feedbackLabels[field], ...(clean && { clean }) });

const noRating = validateFeedbackField('rating', '') ?? undefined;
const isAnonymous = yesOrNo(feedbackLabels.isAnonymous);

const fields = {
  type: textOf('type')
    .refine((id) => id === '' || feedbackTypes.some((type) => type.id === id), {
      error: validateFeedbackField('type', '') ?? undefined,
    })
    .meta({ enum: feedbackTypes.map(({ id }) => id) }),
  subject: textOf('subject').meta({ minLength: 1, maxLength: longestSubject }),
  message: textOf('message', severalLines).meta({ minLength: 1 }),
  rating: z.int({ error: noRating }).min(1, { error: noRating }).max(5, { error: noRating }),
};

/** Validation rules of new feedback (docs/product.md, "Feedback entries"). */
export const newFeedback = z.object({
  ...fields,
  isAnonymous: isAnonymous.nullish().transform((given) => given ?? false),
});
export type NewFeedback = z.infer<typeof newFeedback>;

/**
 * Validation rules of a change; absent fields keep their values. `status`, `priority` and `response` are for operators.
 */
export const feedbackChanges = z.object({
  ...z.object({ ...fields, isAnonymous }).partial().shape,
  id: z.string(),
  version: seenVersion,
  status: oneOf('Status', feedbackStatuses).optional(),
  priority: oneOf('Priority', feedbackPriorities).optional(),
  response: z
    .union([z.string(), z.object({ message: z.string() }).transform(({ message }) => message)], {
      error: 'Response must be text',
    })
    .transform(severalLines)
    .refine((text) => text !== '', { error: 'Response is required' })
    .optional(),
});
export type FeedbackChange = z.infer<typeof feedbackChanges>;
