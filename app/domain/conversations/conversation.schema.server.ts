import { z } from 'zod';
import { longestReply, replyRequired, replyTooLong } from './conversation';
import { severalLines } from '../shared/text';

/** Identifies a conversation in forms and requests. */
export const conversationName = z.union([z.object({ id: z.string() }), z.object({ key: z.string() })]);

/** The text of a reply. */
export const replyText = z
  .string({ error: replyRequired })
  .transform(severalLines)
  .refine((text) => text !== '', { error: replyRequired })
  .refine((text) => [...text].length <= longestReply, { error: replyTooLong })
  .meta({ minLength: 1, maxLength: longestReply });
