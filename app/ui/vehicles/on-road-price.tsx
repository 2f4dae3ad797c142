import { getOnRoadParts, type OnRoadPrice } from '~/domain/on-road/on-road';
import { formatRupees } from '~/domain/shared/money';
import { HiddenFields } from '~/ui/forms/field';
import { Button } from '~/ui/primitives/button';
import { ShareBar, ShareLegend } from '../primitives/stat';

/** In the order of the parts. */
const colours = ['var(--theme)', '#f6b900', '#1f4fd8', '#77736a'];

type State = { code: string; name: string };

type StateFormProps = {
  title: string;
  states: readonly State[];
  chosen: string | null;
  action: string;
  fields: Readonly<Record<string, string>>;
};

export function StateForm({ title, states, chosen, action, fields }: StateFormProps) {
  return (
    <form className="state-form" action={`${action}#on-road`}>
      <HiddenFields fields={fields} />
      <h2 id="on-road">{title}</h2>
      <label className="unseen" htmlFor="state">
        State
      </label>
      <select id="state" name="state" defaultValue={chosen ?? ''}>
        {chosen === null && <option value="">Choose your state</option>}
        {states.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      <Button>Show</Button>
    </form>
  );
}

type OnRoadPriceViewProps = Pick<StateFormProps, 'states' | 'action' | 'fields'> & {
  /** Null until a state is selected. */
  price: OnRoadPrice | null;
  lowestRupees: number;
  highestRupees: number;
};

export function OnRoadPriceView({ price, lowestRupees, highestRupees, ...form }: OnRoadPriceViewProps) {
  const shares = price
    ? getOnRoadParts(price).map(({ name, rupees }, at) => ({
        name,
        amount: rupees,
        text: formatRupees(rupees),
        colour: colours[at] ?? '',
      }))
    : [];
  return (
    <section className="price-parts" aria-labelledby="on-road">
      <StateForm title="On the road in" chosen={price?.stateCode ?? null} {...form} />
      {price ? (
        <>
          <ShareBar shares={shares} />
          <ShareLegend
            shares={shares}
            total={{ name: 'On-road price, estimate', text: formatRupees(price.totalRupees) }}
          />
          <p className="note">{price.notes.join(' ')}</p>
        </>
      ) : (
        <p>
          About {formatRupees(lowestRupees)} to {formatRupees(highestRupees)} with road tax, registration and insurance:
          an estimate that differs by state.
        </p>
      )}
    </section>
  );
}
