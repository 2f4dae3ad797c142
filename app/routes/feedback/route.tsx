import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import { feedbackFailed } from '~/domain/feedback/feedback';
import { rejectionHeaders } from '~/http/form-response.server';
import { runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';
import { responseUnlessBroken, unlessPosted } from '~/ui/forms/use-live-form';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { FactList } from '~/ui/page/text-blocks';
import { ButtonLink } from '~/ui/primitives/button';
import { Drawing } from '~/ui/primitives/drawing';
import { Stats } from '~/ui/primitives/stat';
import type { ScreenHandle } from '~/ui/screen-kind';
import { feedbackAction } from './feedback.action.server';
import { loadFeedback } from './feedback.loader.server';
import { type FeedbackActionData, FeedbackForm } from './feedback-form';
import { History } from './history';

export const handle: ScreenHandle = {
  kind: 'interactive',
  stylesheets: ['stat', 'field', 'link-cards', 'disclosure', 'message-form', 'feedback'],
};
export const headers = rejectionHeaders;
export const meta = () =>
  pageMeta('Feedback', 'Tell us what you liked and what you did not, and follow what becomes of it.');

export const loader = ({ request, context }: LoaderFunctionArgs) => json(loadFeedback(request, runtimeOf(context)));

export const action = feedbackAction;

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  responseUnlessBroken(() => serverAction<FeedbackActionData>(), feedbackFailed);

export const shouldRevalidate = unlessPosted;

/** The feedback form, its types, and the user's history (docs/product.md, "Feedback"). */
export default function Feedback() {
  const { types, statistics, history, ...form } = useLoaderData<typeof loader>();
  const actionData = useActionData<FeedbackActionData>();
  return (
    <>
      <PageHead title="Feedback" subtitle="Tell us what you liked and what you did not: a person reads every word." />
      <Stats
        vehicle={<Drawing of="scooter-classic" colours={{ body: '#A9CDBB', accent: '#5E6469' }} />}
        stats={[
          { name: 'Satisfaction', value: statistics.satisfaction, unit: 'of 5' },
          { name: 'Reviews', value: statistics.reviews },
        ]}
      />
      <section className="columns columns-wide">
        <FeedbackForm {...form} types={types} actionData={actionData} />
        <div className="stack">
          {history ? (
            <History history={history} />
          ) : (
            <div className="stack">
              <h2>Your feedback</h2>
              <p>Sign in to send feedback and to see what became of yours. What you have typed stays.</p>
              <p>
                <ButtonLink href={paths.login({ redirectTo: paths.feedback() })}>Sign in</ButtonLink>
              </p>
            </div>
          )}
          <h2>What it can be about</h2>
          <FactList facts={types.map(({ name, description }) => ({ name, value: description }))} />
        </div>
      </section>
    </>
  );
}
