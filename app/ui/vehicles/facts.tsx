import type { ReactNode } from 'react';
import type { VehicleSummary } from '~/domain/catalogue/vehicle';
import { countText } from '~/domain/shared/money';
import { Icon } from '../primitives/icon';

/** Short facts in one line, with dots between them. Missing ones are left out; without any, renders nothing. */
export function Facts({ facts }: { facts: readonly (ReactNode | null)[] }) {
  const known = facts.filter((fact) => fact !== null);
  if (known.length === 0) return null;
  return (
    <p className="facts">
      {known
        .map((fact, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the facts of an item never change their places
          <span key={position}>{fact}</span>
        ))
        .flatMap((fact) => [' ', fact])
        .slice(1)}
    </p>
  );
}

/** A rating out of 5 with its star. */
export function Rating({ value }: { value: number }) {
  return (
    <>
      <Icon name="star" />
      <span className="visually-hidden">Rated</span>
      {` ${value}`}
    </>
  );
}

/** Range or mileage: '36 km/l', or '153 km range' for an electric one; null when neither is known. */
export function reachText({ mileageKmpl, rangeKm }: Pick<VehicleSummary, 'mileageKmpl' | 'rangeKm'>): string | null {
  if (mileageKmpl !== null) return `${mileageKmpl} km/l`;
  return rangeKm === null ? null : `${countText(rangeKm)} km range`;
}

/** Engine or battery: '349 cc', or '3.5 kWh' for an electric one; null when neither is known. */
export function engineText({ engineCc, batteryKwh }: Pick<VehicleSummary, 'engineCc' | 'batteryKwh'>): string | null {
  if (engineCc !== null) return `${Math.round(engineCc)} cc`;
  return batteryKwh === null ? null : `${batteryKwh} kWh`;
}
