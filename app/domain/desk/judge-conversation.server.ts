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
  /** How many open reports the operator has seen; absent: all there are. */
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
 * Opens a reported conversation to the operator who asks, for an hour, or decides about it: finds nothing wrong, ends
 * it, or has it go on. Operators only; each is logged, by the conversation's reference: what it is about is between its
 * sides. Deciding settles the reports there are. Doing it twice is doing it once.
 *
 * @returns not-found for what nobody reported; a conflict where it was reported again since the operator looked, or
 *   there is no report left to read it for
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
