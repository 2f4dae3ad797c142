import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { getOfferName, type Offer, type VehicleSummary } from '~/domain/catalogue/vehicle';
import { findOffer, findEmiPickVehicles } from '~/domain/catalogue/vehicle.queries.server';
import { readLoanTerms, getDefaultDownPayment } from '~/domain/content/finance-content.server';
import { type DrawingColours, getColours } from '~/domain/photos/drawing';
import { getActor } from '~/http/actor.server';
import type { Runtime } from '~/http/runtime.server';
import type { BodyStyle } from '~db/enums';
import { type CaseFormValues, readCase } from './finance-case';
import { getGoneStatusOfAll } from '~/http/gone-offer.server';

export type FinancedVehicle = {
  id: string;
  name: string;
  priceRupees: number;
  bodyStyle: BodyStyle;
  colours: DrawingColours;
};

export function toFinancedVehicle(
  vehicle: Pick<VehicleSummary, 'id' | 'name' | 'priceRupees' | 'bodyStyle' | 'colourways'>,
): FinancedVehicle {
  const { id, name, priceRupees, bodyStyle } = vehicle;
  return { id, name, priceRupees, bodyStyle, colours: getColours(vehicle) };
}

function findFinancedOffer(offer: Offer): FinancedVehicle {
  if (offer.kind === 'vehicle') return toFinancedVehicle(offer.vehicle);
  const { id, presentPrice, drawing } = offer.listing;
  const colours = { body: drawing.body, accent: drawing.accent };
  return { id, name: getOfferName(offer), priceRupees: presentPrice, bodyStyle: drawing.bodyStyle, colours };
}

type LoadedCase = {
  formValues: CaseFormValues;
  /** Null when no vehicle is given, or it does not exist. */
  vehicle: FinancedVehicle | null;
  /** Id of a vehicle in the query that does not or no longer exist. */
  goneId: string | null;
};

/** The case of a query string, with defaults from the vehicle's price and from docs/product.md, "EMI calculator". */
export function loadCase(request: Request, runtime: Runtime): LoadedCase {
  const { searchParams } = new URL(request.url);
  const id = searchParams.get('vehicle');
  const offer = id ? findOffer(runtime.db, id, getActor(request, runtime)) : null;
  const vehicle = offer && findFinancedOffer(offer);
  const { defaults } = readLoanTerms(runtime.db);
  const price = vehicle?.priceRupees ?? defaults.price;
  const start: CaseFormValues = {
    price: String(price),
    downPayment: String(getDefaultDownPayment(price)),
    rate: String(defaults.rate),
    tenure: String(defaults.tenureMonths),
    processingFee: String(defaults.processingFee),
    method: 'bank-loan',
  };
  return { formValues: readCase(searchParams, start), vehicle, goneId: vehicle === null ? id || null : null };
}

export function loader({ request, context }: LoaderFunctionArgs) {
  const { runtime } = context;
  const { paymentMethods, whyChoose } = readLoanTerms(runtime.db);
  const { goneId, ...requested } = loadCase(request, runtime);
  const isChosen = ({ id }: { id: string }): number => Number(id === requested.vehicle?.id);
  const calculator = {
    ...requested,
    isGone: goneId !== null,
    // The carousel starts with the selected vehicle, so that a phone shows it.
    picks: findEmiPickVehicles(runtime.db)
      .map(toFinancedVehicle)
      .toSorted((one, other) => isChosen(other) - isChosen(one)),
    methods: paymentMethods,
    whyChoose,
    isScheduleOpen: new URL(request.url).searchParams.get('schedule') === '1',
  };
  return json(calculator, { status: goneId === null ? 200 : getGoneStatusOfAll(request, runtime, [goneId]) });
}
