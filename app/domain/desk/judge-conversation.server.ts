import { z } from 'zod';
import { hasFreshPassword, passwordNeeded } from '../accounts/fresh-password.server';
import { signedInOperator } from '../accounts/signed-in';
import { defineCommand } from '../command.server';
import { conversationNotFound } from '../conversations/conversation-sentences';
import { fixErrors } from '../fix-errors';
import { referenceOf } from '../messages/message-rules';
import { done, refused } from '../outcome';
import { openReports, reportSummaries, settleReports } from '../reports/report-queries.server';
import { type ConversationDeed, conversationDeeds, conversationDeedWords, needsReason } from './limits';
import { reasonText, reportedMeanwhile, requireReason } from './moderate.server';
import { logDeed } from './operator-log.server';
import { endConversation, findReportedConversation } from './reported-conversation.server';

type Judgement = {
  id: string;
  deed: ConversationDeed;
  reason: string;
  /** Number of open reports the operator has seen; absent: all open reports. */
  reports?: number | undefined;
};

const judgement = z
  .object({
    id: z.string(),
    deed: z.enum(conversationDeeds, { error: 'Please choose what to do' }),
    reason: reasonText,
    reports: z.int({ error: 'Reports must be a whole number' }).optional(),
  })
  .superRefine(({ deed, reason }, context) => requireReason(needsReason(deed), reason, context));

/**
 * Opens a reported conversation to the signed-in operator for an hour, or decides about it: dismisses the reports, ends
 * the conversation or reopens it. Operators only. Each action is logged under the conversation's reference, because its
 * subject is private to its two sides. A decision settles the open reports. Idempotent.
 *
 * @returns not-found for a conversation that was never reported; a conflict if it was reported again since the operator
 *   loaded it, or if no open report is left to justify reading it
 */
export const judgeConversation = defineCommand<Judgement, { deed: ConversationDeed }>({
  name: 'judge-conversation',
  schema: () => judgement,
  invalidMessage: () => fixErrors,
  limit: 'write',
  run({ id, deed, reason, reports }, context) {
    const operator = signedInOperator(context.asker);
    if (!operator.done) return operator;
    const { db, now } = context;
    if (deed === 'read' && !hasFreshPassword(operator.value, now)) return refused(passwordNeeded);
    const conversation = findReportedConversation(db, id);
    if (!conversation) return refused(conversationNotFound);
    const isEnded = conversation.closedAt !== null;
    if ((deed === 'end' && isEnded) || (deed === 'reopen' && !isEnded)) return done({ deed });
    if (deed === 'dismiss' && openReports(db, 'conversation', id).length === 0) return done({ deed });
    const open = reportSummaries(db, 'conversation', [id]).get(id)?.count ?? 0;
    if (deed === 'read') {
      if (open === 0) return refused({ kind: 'conflict', message: 'There is no open report to read it for.' });
    } else {
      if (reports !== undefined && reports < open) return refused(reportedMeanwhile('conversation'));
      settleReports(db, 'conversation', id, now);
    }
    if (deed === 'end') endConversation(db, id, { at: now.toISOString(), reason });
    if (deed === 'reopen') endConversation(db, id, null);
    const title = `Conversation ${referenceOf(id)}`;
    logDeed(context, {
      subject: 'conversation',
      subjectId: id,
      title,
      deed: conversationDeedWords[deed],
      reason: reason || null,
    });
    return done({ deed });
  },
});
