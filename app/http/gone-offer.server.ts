import { json, redirect } from '@remix-run/node';
import { errorTexts } from '~/domain/shared/error-texts';
import { findGoneOffer, type GoneOffer } from '~/domain/browse/similar-offers.server';
import { findOfferKind } from '~/domain/catalogue/vehicle.queries.server';
import { paths } from '~/paths';
import { getActor } from './actor.server';
import type { Runtime } from './runtime.server';

/** Status of a page about an offer that is not public: 410 if it was, 404 if it never was (docs/product.md, "Vehicles that are gone"). */
export const getGoneStatus = ({ wasPublic }: Pick<GoneOffer, 'wasPublic'>): 404 | 410 => (wasPublic ? 410 : 404);

/** What a screen shows in place of an offer; null if the id has a public one. */
export function loadGoneOffer(request: Request, runtime: Runtime, id: string): GoneOffer | null {
  return findOfferKind(runtime.db, id) ? null : findGoneOffer(runtime.db, id, getActor(request, runtime));
}

/**
 * The response that a screen throws when its address names no offer that it can show: the page of a gone offer.
 *
 * @param otherwise for a public offer; by default a redirect to its details, which show any
 */
export function createGoneResponse(
  request: Request,
  runtime: Runtime,
  id: string,
  otherwise: Response = redirect(paths.vehicle(id)),
): Response {
  const gone = loadGoneOffer(request, runtime, id);
  return gone ? json({ gone }, { status: getGoneStatus(gone) }) : otherwise;
}

/** The response of a file about an offer that is not public. */
export function createGoneFile(request: Request, runtime: Runtime, id: string): Response {
  const { wasPublic } = findGoneOffer(runtime.db, id, getActor(request, runtime));
  return new Response(errorTexts.vehicle_not_listed, { status: getGoneStatus({ wasPublic }) });
}

/** Status of a page about several offers, all of which are gone. */
export const getGoneStatusOfAll = (request: Request, runtime: Runtime, ids: readonly string[]): 404 | 410 =>
  getGoneStatus({ wasPublic: ids.some((id) => loadGoneOffer(request, runtime, id)?.wasPublic) });
