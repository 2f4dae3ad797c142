import { changeFeedback, deleteFeedback, ownedFeedback } from '~/domain/feedback/feedback.commands.server';
import { type Feedback, feedbackDeleted, feedbackForOperators, feedbackJson } from '~/domain/feedback/feedback';
import { sendData, sendError, sendRemoved } from '~/api/respond.server';
import { feedbackEndpoints } from '~/api/contract/feedback.contract.server';
import { changesOf, defineEndpoint, endpointRoute, runEndpointCommand } from '~/api/define-endpoint.server';
import type { ApiResponse } from '~/http/responses.server';

const shown = (feedback: Feedback, isOwn: boolean) => (isOwn ? feedbackJson(feedback) : feedbackForOperators(feedback));
const send = (feedback: Feedback, isOwn: boolean): ApiResponse => sendData(shown(feedback, isOwn));

const endpoint = endpointRoute(
  defineEndpoint(feedbackEndpoints.show, ({ runtime, actor }, { params }) => {
    const owned = ownedFeedback(params.id, { db: runtime.db, actor });
    return owned.ok ? send(owned.value.feedback, owned.value.isOwn) : sendError(owned.error);
  }),
  defineEndpoint(feedbackEndpoints.change, async (context, { body, params, user }) => {
    const owned = ownedFeedback(params.id, { db: context.runtime.db, actor: context.actor });
    const changes = changesOf(context, body, owned.ok ? shown(owned.value.feedback, owned.value.isOwn) : null);
    const result = await runEndpointCommand(context, changeFeedback, { ...changes, ...params }, { ...body, ...params });
    return result.ok ? send(result.value, result.value.userId === user.id) : sendError(result.error);
  }),
  defineEndpoint(feedbackEndpoints.remove, async (context, { params }) =>
    sendRemoved(await runEndpointCommand(context, deleteFeedback, params), feedbackDeleted),
  ),
);

export const loader = endpoint;
export const action = endpoint;
