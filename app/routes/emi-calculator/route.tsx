import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import calculatorScript from 'virtual:calculator-script';
import { paths } from '~/paths';
import { HydratedPart } from '~/ui/hydrated-part';
import { FlashMessage } from '~/ui/page/flash-message';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { Reasons } from '~/ui/page/text-blocks';
import type { ScreenHandle } from '~/ui/screen-kind';
import { Calculator } from './calculator';
import { caseParameters } from './finance-case';
import type { loader } from './route.server';

export { loader } from './route.server';

export const handle: ScreenHandle = {
  // The open schedule fills the bytes of the first flight that the script needs: the page has no script, and Calculate
  // reloads it.
  kind: (search) => (search.get('schedule') === '1' ? 'plain' : 'interactive'),
  cacheKeyParameters: caseParameters,
  canonical: paths.emiCalculator(),
};

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    'EMI Calculator',
    'The monthly instalment of any bike or scooter: interest, fee and total in plain rupees, month by month.',
  );

export default function EmiCalculator() {
  const { whyChoose, isGone, ...calculator } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="EMI Calculator" subtitle="Know the monthly figure before you fall for the paint." />
      {isGone && (
        <div className="section" role="status">
          <FlashMessage kind="error" text="This vehicle is no longer listed. Type a price, or pick another one." />
        </div>
      )}
      {calculator.isScheduleOpen ? (
        <Calculator {...calculator} />
      ) : (
        <HydratedPart script={calculatorScript} component={Calculator} props={calculator} />
      )}
      <section className="divided reasons-to-finance" aria-labelledby="why">
        <h2 id="why">Why Choose Our Financing?</h2>
        <Reasons reasons={whyChoose} />
      </section>
    </>
  );
}
