import { coloursOf } from '~/domain/catalogue/drawing-colours';
import type { VehicleSummary } from '~/domain/catalogue/vehicle-summary';
import { paths } from '~/paths';
import type { Slide } from './slide-show';

type VehicleBanner = { title: string; text?: string | undefined; vehicle: VehicleSummary };

/** The slides of an ad banner, each leading to its vehicle's details. */
export function vehicleSlides(banner: readonly VehicleBanner[]): Slide[] {
  return banner.map(({ title, text, vehicle }) => ({
    title,
    text,
    way: { text: vehicle.name, href: paths.vehicle(vehicle.id) },
    drawing: vehicle.bodyStyle,
    colours: coloursOf(vehicle),
  }));
}
