import { json, redirect } from '@remix-run/node';
import { errorTexts } from '~/domain/shared/error-texts';
import { findGoneOffer, type GoneOffer } from '~/domain/browse/similar-offers.server';
import { findOfferKind } from '~/domain/catalogue/vehicle.queries.server';
import { paths } from '~/paths';
import { getActor } from './actor.server';
import type { Runtime } from './runtime.server';

/** 410 if it was public, 404 if it never was (docs/product.md, "Vehicles that are gone"). */
export const getGoneStatus = ({ wasPublic }: Pick<GoneOffer, 'wasPublic'>): 404 | 410 => (wasPublic ? 410 : 404);

export function loadGoneOffer(request: Request, runtime: Runtime, id: string): GoneOffer | null {
  return findOfferKind(runtime.db, id) ? null : findGoneOffer(runtime.db, id, getActor(request, runtime));
}

export function createGoneResponse(
  request: Request,
  runtime: Runtime,
  id: string,
  otherwise: Response = redirect(paths.vehicle(id)),
): Response {
  const gone = loadGoneOffer(request, runtime, id);
  return gone ? json({ gone }, { status: getGoneStatus(gone) }) : otherwise;
}

export function createGoneFile(request: Request, runtime: Runtime, id: string): Response {
  const { wasPublic } = findGoneOffer(runtime.db, id, getActor(request, runtime));
  return new Response(errorTexts.vehicle_not_listed, { status: getGoneStatus({ wasPublic }) });
}

export const getGoneStatusOfAll = (request: Request, runtime: Runtime, ids: readonly string[]): 404 | 410 =>
  getGoneStatus({ wasPublic: ids.some((id) => loadGoneOffer(request, runtime, id)?.wasPublic) });
