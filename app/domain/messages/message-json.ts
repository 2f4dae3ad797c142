import type { Message } from './message';
import { referenceOf } from './message-rules';

/**
 * A message as the API returns it to its sender (docs/product.md, "Contact messages"): without the fields operators
 * sort it by.
 *
 * @param conversation where the seller will answer; null for a message to the business
 */
export function sentMessageJson(
  { tags: _tags, userId: _userId, version: _version, ...message }: Message,
  conversation: string | null,
) {
  return { _id: message.id, ...message, reference: referenceOf(message.id), conversation };
}

/** A message as operators see it. */
export function messageJson({ userId: _userId, ...message }: Message) {
  return { _id: message.id, ...message, reference: referenceOf(message.id) };
}
