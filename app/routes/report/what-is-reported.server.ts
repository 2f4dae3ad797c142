import { type PublicSubject, publicSubjects } from '~/domain/desk/limits';
import { findReportable } from '~/domain/reports/report-queries.server';
import type { Runtime } from '~/http/runtime.server';
import { paths } from '~/paths';

/** What a report is about, as the form names it. */
export type Reported = { kind: PublicSubject; id: string; title: string; text: string | null; backHref: string };

/** What the address names: `listing` or `review` with its id. @returns null when nobody sees such a thing */
export function whatIsReported(url: string, { db }: Runtime): Reported | null {
  const { searchParams } = new URL(url);
  const kind = publicSubjects.find((subject) => searchParams.has(subject));
  const id = kind && searchParams.get(kind);
  const found = kind && id ? findReportable(db, kind, id) : null;
  if (!kind || !found) return null;
  const isReview = kind === 'review';
  return {
    kind,
    id: found.id,
    title: found.title,
    text: isReview ? found.text : null,
    backHref: paths.vehicle(found.offerId, {}, isReview ? 'reviews' : undefined),
  };
}
