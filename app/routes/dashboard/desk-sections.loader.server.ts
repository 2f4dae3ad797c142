import type { Brand } from '~/domain/catalogue/vehicle';
import { type Branch, findBranches } from '~/domain/appointments/branches.server';
import { formatHours, maxSlots, newBranch } from '~/domain/appointments/slots';
import { findBrands } from '~/domain/catalogue/brand.queries.server';
import { findAuditEventsOfItem } from '~/domain/moderation/audit-log.queries.server';
import { formatMonth } from '~/domain/on-road/on-road';
import { formatRoadTax, readRoadTaxes, type StoredRoadTax } from '~/domain/on-road/on-road.server';
import { formatTimestamp } from '~/domain/shared/dates';
import type { Runtime } from '~/http/runtime.server';
import { type ShownAuditEvent, toShownAuditEvent } from './desk-parts';

export type OpenBrand = Brand & { actions: readonly ShownAuditEvent[] };

export type RoadTaxLine = { id: string; state: string; text: string; source: string };

export type OpenRoadTax = {
  id: string;
  state: string;
  source: string;
  version: number;
  values: Readonly<Record<string, string>>;
  actions: readonly ShownAuditEvent[];
};

export type BranchLine = { id: string; name: string; text: string; isBookable: boolean };

export type OpenBranch = {
  id: string;
  title: string;
  version: number;
  values: Readonly<Record<string, string>>;
  actions: readonly ShownAuditEvent[];
};

export const loadBranches = ({ db, clock }: Runtime): BranchLine[] =>
  findBranches(db, clock()).map((branch) => ({
    id: branch.id,
    name: branch.name,
    text: `${branch.address} · ${formatHours(branch)}`,
    isBookable: branch.isBookable,
  }));

function getValues({ name, address, isBookable, hours, slots, closedDays }: Branch): Record<string, string> {
  const weekdays = [...hours].flatMap(([weekday, { opens, closes }]) => [
    [`hours.${weekday - 1}.opens`, opens],
    [`hours.${weekday - 1}.closes`, closes],
  ]);
  const times = slots.slice(0, maxSlots).flatMap(({ starts, ends, places }, row) => [
    [`slots.${row}.starts`, starts],
    [`slots.${row}.ends`, ends],
    [`slots.${row}.testRidePlaces`, String(places['test-ride'])],
    [`slots.${row}.servicePlaces`, String(places.service)],
    [`slots.${row}.purchasePlaces`, String(places.purchase)],
  ]);
  return {
    name,
    address,
    isBookable: isBookable ? 'on' : '',
    closedDays: [...closedDays].join('\n'),
    ...Object.fromEntries([...weekdays, ...times]),
  };
}

/** @returns null for an unknown branch */
export function openBranch({ db, clock }: Runtime, id: string): OpenBranch | null {
  if (id === newBranch) {
    return { id, title: 'A new branch', version: 1, values: { isBookable: 'on' }, actions: [] };
  }
  const branch = findBranches(db, clock()).find((one) => one.id === id);
  return branch
    ? {
        id,
        title: branch.name,
        version: branch.version,
        values: getValues(branch),
        actions: findAuditEventsOfItem(db, 'branch', id).map(toShownAuditEvent),
      }
    : null;
}

/** @returns null for an unknown brand */
export function openBrand({ db }: Runtime, id: string): OpenBrand | null {
  const brand = findBrands(db).find((one) => one.id === id);
  return brand ? { ...brand, actions: findAuditEventsOfItem(db, 'brand', id).map(toShownAuditEvent) } : null;
}

const formatSource = ({ asOf, isRough, editedAt }: StoredRoadTax): string =>
  [
    `As of ${formatMonth(asOf)}${isRough ? ', roughly' : ''}`,
    editedAt === null ? 'from the data file' : `changed ${formatTimestamp(editedAt)}`,
  ].join(' · ');

export const loadRoadTaxes = ({ db }: Runtime): RoadTaxLine[] =>
  readRoadTaxes(db).map((tax) => ({
    id: tax.stateCode,
    state: tax.state,
    text: formatRoadTax(tax),
    source: formatSource(tax),
  }));

const formatFigure = (figure: number | null): string => (figure === null ? '' : String(figure));

/** @returns null for an unknown state */
export function openRoadTax({ db }: Runtime, id: string): OpenRoadTax | null {
  const tax = readRoadTaxes(db).find(({ stateCode }) => stateCode === id);
  if (!tax) return null;
  const bands = tax.bands.flatMap(({ maxPriceRupees, maxEngineCc, percent }, at) => [
    [`bands.${at}.upTo`, formatFigure(maxPriceRupees ?? maxEngineCc)],
    [`bands.${at}.percent`, formatFigure(percent)],
  ]);
  return {
    id,
    state: tax.state,
    source: formatSource(tax),
    version: tax.version,
    values: {
      asOf: tax.asOf,
      bandsBy: tax.bands.some(({ maxEngineCc }) => maxEngineCc !== null) ? 'engine' : 'price',
      electricPercent: formatFigure(tax.electricPercent),
      surchargePercent: formatFigure(tax.surchargePercent),
      minTaxRupees: formatFigure(tax.minTaxRupees),
      isRough: tax.isRough ? 'on' : '',
      note: tax.note ?? '',
      ...Object.fromEntries(bands),
    },
    actions: findAuditEventsOfItem(db, 'road-tax', id).map(toShownAuditEvent),
  };
}
