import { coloursOf, type DrawingColours } from '~/domain/catalogue/drawing-colours';
import { type Offer, offerName } from '~/domain/catalogue/vehicle-record';
import { findOffer } from '~/domain/catalogue/vehicle-record-queries.server';
import type { BodyStyle, VehicleSummary } from '~/domain/catalogue/vehicle-summary';
import { emiContent } from '~/domain/content/emi-content.server';
import { usualDownPayment } from '~/domain/finance/usual-emi.server';
import { askerOf } from '~/http/asker.server';
import type { Runtime } from '~/http/runtime.server';
import { readCase, type TypedCase } from './typed-case';

/** What is to be financed. */
export type FinancedVehicle = {
  id: string;
  name: string;
  priceRupees: number;
  bodyStyle: BodyStyle;
  colours: DrawingColours;
};

export function financedVehicle(
  vehicle: Pick<VehicleSummary, 'id' | 'name' | 'priceRupees' | 'bodyStyle' | 'colourways'>,
): FinancedVehicle {
  const { id, name, priceRupees, bodyStyle } = vehicle;
  return { id, name, priceRupees, bodyStyle, colours: coloursOf(vehicle) };
}

function financedOffer(offer: Offer): FinancedVehicle {
  if (offer.kind === 'vehicle') return financedVehicle(offer.vehicle);
  const { id, presentPrice, drawing } = offer.listing;
  const colours = { body: drawing.body, accent: drawing.accent };
  return { id, name: offerName(offer), priceRupees: presentPrice, bodyStyle: drawing.bodyStyle, colours };
}

type AskedCase = {
  typed: TypedCase;
  /** Null when none is named, or none of that id is there. */
  vehicle: FinancedVehicle | null;
  /** A vehicle is named that is not there, or no longer. */
  isGone: boolean;
};

/**
 * The case that an address asks for: what it leaves out is the vehicle's price and the defaults of docs/product.md, "EMI calculator".
 */
export function loadCase(request: Request, runtime: Runtime): AskedCase {
  const { searchParams } = new URL(request.url);
  const id = searchParams.get('vehicle');
  const offer = id ? findOffer(runtime.db, id, askerOf(request, runtime)) : null;
  const vehicle = offer && financedOffer(offer);
  const { defaults } = emiContent;
  const price = vehicle?.priceRupees ?? defaults.price;
  const start: TypedCase = {
    price: String(price),
    downPayment: String(usualDownPayment(price)),
    rate: String(defaults.rate),
    tenure: String(defaults.tenureMonths),
    processingFee: String(defaults.processingFee),
    method: 'bank-loan',
  };
  return { typed: readCase(searchParams, start), vehicle, isGone: id !== null && id !== '' && vehicle === null };
}
