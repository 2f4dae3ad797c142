import { randomUUID } from 'node:crypto';
import type { Database } from '~db/connection';
import { contactMessages, contactTags } from '~db/schema';
import type { ContactCategory, ContactPriority } from './limits';

/** A message to be stored, from any sender. */
type MessageToStore = {
  name: string;
  email: string;
  phone: string | null;
  subject: string;
  message: string;
  category: ContactCategory;
  priority?: ContactPriority;
  source?: string;
  userId: string | null;
  aboutVehicleId: string | null;
  aboutListingId: string | null;
  tags: readonly string[];
};

/** Stores a message with its tags, within the transaction of the calling command. @returns its id */
export function storeMessage(db: Database, { tags, ...columns }: MessageToStore, now: Date): string {
  const id = randomUUID();
  const moment = now.toISOString();
  db.insert(contactMessages)
    .values({ ...columns, id, createdAt: moment, updatedAt: moment })
    .run();
  for (const tag of new Set(tags)) db.insert(contactTags).values({ messageId: id, tag }).run();
  return id;
}
