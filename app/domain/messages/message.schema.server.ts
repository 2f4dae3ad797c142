import { z } from 'zod';
import { contactCategories, contactPriorities, contactStatuses } from '~db/enums';
import { isOfficialName, officialName } from '../accounts/account-rules.server';
import { oneOf, requiredText, ruledText, seenVersion } from '../shared/fields.server';
import { notAPhoneNumber, oneLine, severalLines } from '../shared/text';
import { maxSubjects, splitAbout } from './subject';
import { maxLengths, type MessageField, messageLabels, minLengths, validateMessageField } from './message';

const textOf = (field: MessageField, clean?: (text: string) => string) =>
  ruledText((text) => validateMessageField(field, text), { label: messageLabels[field], ...(clean && { clean }) });

const category = oneOf('Category', contactCategories);
const priority = oneOf('Priority', contactPriorities);
export const contactStatus = oneOf('Status', contactStatuses);

/** Empty text counts as absent. */
const phone = z
  .string({ error: notAPhoneNumber })
  .transform(oneLine)
  .refine((text) => validateMessageField('phone', text) === null, { error: notAPhoneNumber })
  .meta({ maxLength: maxLengths.phone })
  .transform((text) => text || null)
  .nullish();

const source = z
  .string({ error: 'Source must be text' })
  .transform(oneLine)
  .refine((text) => [...text].length <= maxLengths.source, {
    error: `Source must be at most ${maxLengths.source} characters`,
  })
  .meta({ maxLength: maxLengths.source });

const fields = {
  name: textOf('name').meta({ minLength: minLengths.name, maxLength: maxLengths.name }),
  email: textOf('email').meta({ format: 'email' }),
  phone,
  subject: textOf('subject').meta({ minLength: minLengths.subject, maxLength: maxLengths.subject }),
  message: textOf('message', severalLines).meta({ minLength: minLengths.message }),
};

/**
 * Validation rules of a new message (docs/product.md, "Contact messages"). The command checks whether the subjects in
 * `about` exist.
 */
export const newMessage = z.object({
  ...fields,
  // The seller sees it as the sender's name.
  name: fields.name.refine((given) => !isOfficialName(given), { error: officialName }),
  phone: phone.transform((given) => given ?? null),
  category: category.nullish().transform((given) => given ?? 'general'),
  priority: priority.nullish().transform((given) => given ?? 'medium'),
  source: source.nullish().transform((given) => given || 'website'),
  about: z
    .string({ error: 'About must be text' })
    .max(1000, { error: 'About must be at most 1000 characters' })
    .refine((text) => splitAbout(text).length <= maxSubjects, { error: `About can name up to ${maxSubjects} subjects` })
    .meta({
      description:
        'Subjects of the message, which must exist: the id of a vehicle or listing, `plan:basic`, `accessory:helmet-1`; several are separated by commas.',
    })
    .nullish()
    .transform((given) => given ?? ''),
  /** Spam signals detected by the form handler; never taken from the request. */
  isSuspect: z.boolean().default(false),
  /** The secret of the visitor's earlier conversations, as the request carries it; never taken from its fields. */
  visitorSecret: z.string().nullable().default(null),
});
export type NewMessage = z.infer<typeof newMessage>;

/** Validation rules of an operator's change; absent fields keep their values. */
export const messageChanges = z.object({
  ...z.object({ ...fields, category, priority, status: contactStatus, source }).partial().shape,
  id: z.string(),
  version: seenVersion,
});
export type MessageChanges = z.infer<typeof messageChanges>;

/** A short label by which operators sort messages. */
export const tagChange = z.object({
  id: z.string(),
  version: seenVersion,
  action: z.enum(['add', 'remove'], { error: 'Action must be add or remove' }),
  tag: requiredText('Tag', maxLengths.tag),
});
export type TagChange = z.infer<typeof tagChange>;

/** Identifies the message to delete. */
export const messageDeletion = z.object({ id: z.string(), version: seenVersion });
export type MessageDeletion = z.infer<typeof messageDeletion>;
