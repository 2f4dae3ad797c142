import sellFormScript from 'virtual:sell-form-script';
import { useActionData, useMatches } from '@remix-run/react';
import { paths } from '~/paths';
import { HydratedPart } from '~/ui/hydrated-part';
import { PageHead } from '~/ui/page/page-head';
import { sellLabels } from '../sell-screens';
import { SellFormView } from './form-view';
import type { SellForm, SellFormActionData } from './sell-form';

export function SellFormScreen(form: SellForm) {
  const rejected = useActionData<SellFormActionData>() ?? null;
  const routeId = useMatches().at(-1)?.id ?? '';
  const { kind, changing } = form;
  const labels = sellLabels[kind];
  return (
    <>
      <PageHead
        title={changing ? `Edit Your ${kind === 'bike' ? 'Bike' : 'Scooter'}` : labels.formTitle}
        subtitle={labels.formSubtitle}
        back={{ text: 'Back to listings', href: paths.sellList(kind) }}
      />
      <HydratedPart
        className="form-layout"
        script={sellFormScript}
        component={SellFormView}
        props={{ form, rejected, routeId }}
      />
    </>
  );
}
