import { randomUUID } from 'node:crypto';
import { feedback } from '~db/schema';
import { signedIn } from '../accounts/signed-in';
import { defineCommand } from '../command.server';
import { fixErrors } from '../fix-errors';
import { done } from '../outcome';
import type { Feedback } from './feedback';
import { type NewFeedback, newFeedback } from './feedback-fields.server';
import { findFeedback } from './feedback-queries.server';
import { priorityOf } from './limits';

/** Sends feedback (docs/product.md, "Feedback entries"); any signed-in user may. */
export const giveFeedback = defineCommand<NewFeedback, Feedback>({
  name: 'give-feedback',
  schema: () => newFeedback,
  invalidMessage: () => fixErrors,
  limit: 'write',
  run(input, { db, asker, now }) {
    const user = signedIn(asker);
    if (!user.done) return user;
    const id = randomUUID();
    const moment = now.toISOString();
    db.insert(feedback)
      .values({
        ...input,
        id,
        userId: user.value.id,
        priority: priorityOf(input.rating),
        createdAt: moment,
        updatedAt: moment,
      })
      .run();
    const stored = findFeedback(db, id);
    if (!stored) throw new Error('Feedback that was just stored could not be read.');
    return done(stored);
  },
});
