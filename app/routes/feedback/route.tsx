import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { json } from '@remix-run/node';
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import { feedbackFailed } from '~/domain/feedback/feedback-rules';
import { refusalHeaders } from '~/doors/form-door.server';
import { runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';
import { Drawing } from '~/ui/drawings/drawing';
import { answerUnlessBroken } from '~/ui/forms/answer-unless-broken';
import { unlessPosted } from '~/ui/forms/unless-posted';
import { FactList } from '~/ui/page/fact-list';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import type { ScreenHandle } from '~/ui/screen-kind';
import { ButtonLink } from '~/ui/signs/button';
import { Stones } from '~/ui/signs/stone';
import { type FeedbackAnswer, FeedbackForm } from './feedback-form';
import { History } from './history';
import { loadFeedback } from './load-feedback.server';
import { takeFeedback } from './take-feedback.server';

export const handle: ScreenHandle = { kind: 'interactive', sheets: ['stones', 'fields', 'messages', 'feedback'] };
export const headers = refusalHeaders;
export const meta = () =>
  pageMeta('Feedback', 'Tell us what you liked and what you did not, and follow what becomes of it.');

export const loader = ({ request, context }: LoaderFunctionArgs) => json(loadFeedback(request, runtimeOf(context)));

export const action = ({ request, context }: ActionFunctionArgs) =>
  takeFeedback(request, runtimeOf(context), context.address ?? '');

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  answerUnlessBroken(() => serverAction<FeedbackAnswer>(), feedbackFailed);

export const shouldRevalidate = unlessPosted;

/** The feedback form, what it can be about, and one's own history (docs/product.md, "Feedback"). */
export default function Feedback() {
  const { types, statistics, history, ...form } = useLoaderData<typeof loader>();
  const answer = useActionData<FeedbackAnswer>();
  return (
    <>
      <PageHead title="Feedback" subtitle="Tell us what you liked and what you did not: a person reads every word." />
      <Stones
        vehicle={<Drawing of="scooter-classic" colours={{ body: '#A9CDBB', accent: '#5E6469' }} />}
        stones={[
          { name: 'Satisfaction', value: statistics.satisfaction, unit: 'of 5' },
          { name: 'Reviews', value: statistics.reviews },
        ]}
      />
      <section className="cols wide">
        <FeedbackForm {...form} types={types} answer={answer} />
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
