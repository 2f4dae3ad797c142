import { auditEventsOf } from '~/domain/moderation/audit-log.server';
import { monthText } from '~/domain/on-road/on-road';
import { roadTaxText, roadTaxes, type StoredRoadTax } from '~/domain/on-road/on-road.server';
import { timestampText } from '~/domain/shared/dates';
import type { Runtime } from '~/http/runtime.server';
import { shownAuditEvent } from './desk-parts';
import type { OpenRoadTax, RoadTaxLine } from './desk-road-tax';

const sourceOf = ({ asOf, isRough, editedAt }: StoredRoadTax): string =>
  [
    `As of ${monthText(asOf)}${isRough ? ', roughly' : ''}`,
    editedAt === null ? 'from the data file' : `changed ${timestampText(new Date(editedAt))}`,
  ].join(' · ');

/** The rates of all states. */
export const loadRoadTaxes = ({ db }: Runtime): RoadTaxLine[] =>
  roadTaxes(db).map((tax) => ({
    id: tax.stateCode,
    state: tax.state,
    text: roadTaxText(tax),
    source: sourceOf(tax),
  }));

const textOf = (figure: number | null): string => (figure === null ? '' : String(figure));

/** @returns null for no code of a state */
export function openRoadTax({ db }: Runtime, id: string): OpenRoadTax | null {
  const tax = roadTaxes(db).find(({ stateCode }) => stateCode === id);
  if (!tax) return null;
  const bands = tax.bands.flatMap(({ maxPriceRupees, maxEngineCc, percent }, at) => [
    [`bands.${at}.upTo`, textOf(maxPriceRupees ?? maxEngineCc)],
    [`bands.${at}.percent`, textOf(percent)],
  ]);
  return {
    id,
    state: tax.state,
    source: sourceOf(tax),
    version: tax.version,
    values: {
      asOf: tax.asOf,
      bandsBy: tax.bands.some(({ maxEngineCc }) => maxEngineCc !== null) ? 'engine' : 'price',
      electricPercent: textOf(tax.electricPercent),
      surchargePercent: textOf(tax.surchargePercent),
      minTaxRupees: textOf(tax.minTaxRupees),
      isRough: tax.isRough ? 'on' : '',
      note: tax.note ?? '',
      ...Object.fromEntries(bands),
    },
    actions: auditEventsOf(db, 'road-tax', id).map(shownAuditEvent),
  };
}
